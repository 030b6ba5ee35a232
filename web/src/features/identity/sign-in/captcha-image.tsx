import { t } from '../../../ui/texts.ts'
import './captcha-image.css'
import { PlainIcon } from '../../../ui/plain-icon.tsx'

type Props = {
  /** URL of the image; undefined while loading. */
  src: string | undefined
  failed: boolean
  onRenew: () => void
}

const name = { image: t('看不清？点击换一张'), loading: t('验证码加载中'), failed: t('验证码加载失败，点击重试') }

/** A captcha image. A click requests another one. */
export const CaptchaImage = ({ src, failed, onRenew }: Props) => {
  const state = failed ? 'failed' : src ? 'image' : 'loading'
  return (
    <button type="button" className="captcha-image" aria-label={name[state]} title={name[state]} onClick={onRenew}>
      {state === 'image' && <img src={src} alt="" />}
      {state === 'failed' && (
        <span className="captcha-image-failed">
          <PlainIcon name="rotate" size={14} />
          {t('重试')}
        </span>
      )}
    </button>
  )
}

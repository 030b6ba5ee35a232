import { TextInput } from '../../../../ui/text-input.tsx'
import { t } from '../../../../ui/texts.ts'
import { CaptchaImage } from '../captcha-image.tsx'
import type { Captcha } from './use-captcha.ts'

/** Input of a captcha; renders nothing if none is required. */
export const CaptchaInput = ({ captcha }: { captcha: Captcha }) => {
  const { shown, src, failed, answer, problem, input, type, renew } = captcha
  if (!shown) return null
  return (
    <TextInput
      ref={input}
      label={t('图形验证码')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={16}
      value={answer}
      onChange={type}
      error={problem}
      after={<CaptchaImage src={src} failed={failed} onRenew={renew} />}
    />
  )
}

import { Copy } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { TotpCode, TotpQrCode } from './public/totp-secret.tsx'

/** A new TOTP secret as QR code, as text, and as a link for an app on this device. */
export const TotpSecret = ({ secret, uri }: { secret: string; uri: string }) => {
  const copy = async () =>
    (await copyText(secret)) ? toast.success(t('已复制')) : toast.error(t('浏览器不允许复制，请手动选择'))
  return (
    <div className="totp-secret">
      <p>{t('用手机上的验证器应用（例如 Microsoft Authenticator、Google Authenticator）扫描二维码。')}</p>
      <TotpQrCode uri={uri} />
      <div>
        <p className="security-quiet" id="totp-secret">
          {t('不能扫描时，手动输入密钥')}
        </p>
        <p className="totp-secret-line">
          <TotpCode secret={secret} />
          <Button look="link" icon={<Copy aria-hidden size={14} />} onClick={() => void copy()}>
            {t('复制密钥')}
          </Button>
        </p>
        <a className="totp-secret-app" href={uri}>
          {t('在本机的验证器应用中打开')}
        </a>
      </div>
    </div>
  )
}

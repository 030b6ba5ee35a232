import { QrCode } from '../../../../ui/qr-code.tsx'
import { t } from '../../../../ui/texts.ts'

/** A TOTP secret for scanning. */
export const TotpQrCode = ({ uri }: { uri: string }) => (
  <QrCode text={uri} label={t('动态验证码密钥的二维码；不能扫描时请用下面的密钥')} />
)

/** A TOTP secret in groups of four for typing; apps ignore the spaces. */
export const TotpCode = ({ secret }: { secret: string }) => <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>

import { t } from '../../../../ui/texts.ts'
/** Whether this browser and origin can use passkeys (WebAuthn: secure contexts only). */
export const canUsePasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in window

export const wrongOriginMessage = t('当前网址不支持通行密钥，请从系统的正式地址打开')

import { t } from '../../../../ui/texts.ts'

const names: Readonly<Record<string, string>> = {
  password: t('密码'),
  sms: t('短信验证码'),
  passkey: t('通行密钥'),
  outside: t('外部账号'),
}

/** Name of a sign-in method; empty if a sign-in did not get that far. */
export const methodName = (method: string): string =>
  method === '' ? '' : ((Object.hasOwn(names, method) ? names[method] : undefined) ?? t('其他方式'))

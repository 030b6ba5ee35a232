const names: Readonly<Record<string, string>> = { password: '密码', sms: '短信验证码', passkey: '通行密钥' }

/** A way of signing in as a person calls it; empty where a sign-in never came that far. */
export const methodName = (method: string): string =>
  method === '' ? '' : ((Object.hasOwn(names, method) ? names[method] : undefined) ?? '其他方式')

const names: Readonly<Record<string, string>> = {
  password: '密码',
  sms: '短信验证码',
  passkey: '通行密钥',
  outside: '外部账号',
}

/** Name of a sign-in method; empty if a sign-in did not get that far. */
export const methodName = (method: string): string =>
  method === '' ? '' : ((Object.hasOwn(names, method) ? names[method] : undefined) ?? '其他方式')

/** Field labels on the card, in the form and in the conflict dialog. */
export const profileLabels = { name: '姓名', sex: '性别', signature: '个性签名', timeZone: '时区' } as const

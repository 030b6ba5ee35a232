/** Labels for the numbers on the wire. */
export const sexOptions = [
  { value: 0, label: '保密' },
  { value: 1, label: '男' },
  { value: 2, label: '女' },
] as const

export const sexName = (sex: number): string => sexOptions.find(({ value }) => value === sex)?.label ?? '保密'

/** Field labels on the card, in the form and in the conflict dialog. */
export const profileLabels = { name: '姓名', sex: '性别', signature: '个性签名', timeZone: '时区' } as const

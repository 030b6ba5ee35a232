/** User statuses, for screens and exports. */
export const stateNames = { 1: '正常', 0: '停用', 2: '锁定' } as const
/** Duties in an organisation; members have no label. */
export const dutyNames = { leader: '负责人', deputy: '副负责人', member: '' } as const
/** The same where every duty needs a word. */
export const dutyChoices = { ...dutyNames, member: '成员' } as const
/** Second authentication factors. */
export const secondStepNames = { totp: '动态验证码', passkey: '通行密钥', sms: '短信验证码' } as const

/** What screens and exports call the states of a user. */
export const stateNames = { 1: '正常', 0: '停用', 2: '锁定' } as const
/** What somebody is in an organisation; a plain member needs no word. */
export const dutyNames = { leader: '负责人', deputy: '副负责人', member: '' } as const
/** By what somebody proves himself beside the password. */
export const secondStepNames = { totp: '动态验证码', passkey: '通行密钥', sms: '短信验证码' } as const

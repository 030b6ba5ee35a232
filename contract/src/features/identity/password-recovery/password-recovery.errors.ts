import { defineErrors } from '../../../kernel/errors.ts'

export const { block: passwordRecoveryBlock, errors: passwordRecoveryErrors } = defineErrors(
  { from: 1300, to: 1349 },
  { ticketExpired: { code: 1300, msg: '操作已过期，请重新获取验证码' } },
)

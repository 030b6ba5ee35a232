import { defineErrors } from '../../../kernel/errors.ts'

export const { block: passwordPoliciesBlock, errors: passwordPoliciesErrors } = defineErrors(
  { from: 1100, to: 1149 },
  {
    minAboveMax: { code: 1100, msg: '最小长度不能大于最大长度' },
    remindAboveExpiry: { code: 1101, msg: '提醒天数不能大于有效天数' },
    tooLongForKind: { code: 1102, msg: '该规则下最大长度不能超过 30' },
    personal: { code: 1103, msg: '密码不能包含账号、姓名或公司名称' },
  },
)

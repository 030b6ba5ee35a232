import { defineErrors } from '../../../kernel/errors.ts'

export const { block: membershipsBlock, errors: membershipsErrors } = defineErrors(
  { from: 3200, to: 3249 },
  {
    notHere: { code: 3200, msg: '平台公司不能邀请成员' },
    /** The inviting company is stopped or its tenant has expired. */
    noPlace: { code: 3202, msg: '该公司当前无法进入' },
    lastAdministrator: { code: 3203, msg: '您是该公司唯一的管理员，请先指定其他管理员再退出' },
    secondStepFirst: { code: 3204, msg: '该公司要求登录时二次验证，请退出后重新登录并选择该公司' },
    closed: { code: 3201, msg: '该公司当前不可用，请稍后再试' },
  },
)

import { defineErrors } from '../../../kernel/errors.ts'

export const { block: explainBlock, errors: explainErrors } = defineErrors(
  { from: 2350, to: 2399 },
  {
    noDenial: { code: 2350, msg: '未找到该追踪号的拒绝记录：请求可能未被拒绝、已超过 30 天，或不属于您' },
    nothingToRequest: { code: 2351, msg: '该操作没有可申请的权限，请联系管理员' },
    alreadyAllowed: { code: 2352, msg: '您已可以访问，无需申请' },
    alreadyRequested: { code: 2353, msg: '您已申请该权限，请等待处理' },
    decided: { code: 2354, msg: '该申请已处理' },
    roleLacksElement: { code: 2355, msg: '所选角色不包含申请的权限' },
  },
)

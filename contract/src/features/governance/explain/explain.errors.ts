import { defineErrors } from '../../../kernel/errors.ts'

export const { block: explainBlock, errors: explainErrors } = defineErrors(
  { from: 2350, to: 2399 },
  {
    noDenial: { code: 2350, msg: '没有找到这次拒绝的判定记录，可能已超过 30 天，或属于别人' },
    nothingToRequest: { code: 2351, msg: '这项操作没有可以申请的权限，请联系管理员' },
    alreadyAllowed: { code: 2352, msg: '您现在已经可以访问，无需申请' },
    alreadyRequested: { code: 2353, msg: '您已经申请过这项权限，请等待处理' },
    decided: { code: 2354, msg: '这条申请已经处理过了' },
    roleLacksElement: { code: 2355, msg: '所选角色不包含申请的权限' },
  },
)

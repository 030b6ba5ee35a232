import { defineErrors } from '../../../kernel/errors.ts'

export const { block: plansBlock, errors: plansErrors } = defineErrors(
  { from: 3050, to: 3099 },
  {
    inUse: { code: 3003, msg: '套餐使用中' },
    codeTaken: { code: 3050, msg: '套餐编码已存在' },
    nameTaken: { code: 3051, msg: '套餐名称已存在' },
    /** Its ceiling is defined by the product and rewritten at every start. */
    builtinFixed: { code: 3052, msg: '内置套餐的编码和权限随产品更新，不能修改或删除' },
    noSuchElement: { code: 3053, msg: '所选权限点不存在' },
    noSuchMenu: { code: 3054, msg: '所选菜单不存在' },
    platformOnly: { code: 3055, msg: '这些权限仅属于平台，不能加入套餐' },
    noSuchPlan: { code: 3056, msg: '所选套餐不存在' },
  },
)

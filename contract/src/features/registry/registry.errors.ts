import { defineErrors } from '../../kernel/errors.ts'

export const { block: registryBlock, errors: registryErrors } = defineErrors(
  { from: 2200, to: 2299 },
  {
    platformOnly: { code: 2202, msg: '只有平台公司可以管理模块、元素和接口' },
    notBindable: { code: 2203, msg: '只有需要授权的接口才能绑定元素' },
    notBound: { code: 2204, msg: '该接口没有绑定到这个元素' },
  },
)

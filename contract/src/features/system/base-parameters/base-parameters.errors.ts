import { defineErrors } from '../../../kernel/errors.ts'

export const { block: baseParameterBlock, errors: baseParameterErrors } = defineErrors(
  { from: 4002, to: 4009 },
  {
    valueMismatch: { code: 4002, msg: '参数值不符合类型' },
    codeTaken: { code: 4003, msg: '参数编码已存在' },
    builtinFixed: { code: 4004, msg: '内置参数不可删除，也不可修改编码和类型' },
    notSecret: { code: 4005, msg: '该参数不是密钥类型' },
    noSuchVersion: { code: 4006, msg: '该历史版本不存在' },
    alreadyCurrent: { code: 4007, msg: '已是当前版本，无需恢复' },
  },
)

import { defineErrors } from '../../../kernel/errors.ts'

export const { block: tagsBlock, errors: tagsErrors } = defineErrors(
  { from: 8450, to: 8499 },
  {
    nameTaken: { code: 8450, msg: '已有同名标签，可将其合并' },
    tooManyOnRow: { code: 8451, msg: '每个对象最多 20 个标签' },
    tooMany: { code: 8452, msg: '公司的标签已达 1000 个，请先合并或删除不用的标签' },
    intoItself: { code: 8453, msg: '不能合并到标签自身' },
  },
)

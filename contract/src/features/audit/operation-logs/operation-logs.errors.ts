import { defineErrors } from '../../../kernel/errors.ts'

export const { block: operationLogBlock, errors: operationLogErrors } = defineErrors(
  { from: 9500, to: 9502 },
  {
    tooManyProven: { code: 9502, msg: '证明文件一次最多包含 1 万条记录，请缩小范围后再导出' },
  },
)

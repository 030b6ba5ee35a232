import { defineErrors } from '../../../kernel/errors.ts'

export const { block: operationLogBlock, errors: operationLogErrors } = defineErrors(
  { from: 9500, to: 9502 },
  {
    tooManyRows: { code: 9501, msg: '符合条件的记录超过 100 万条，请缩小时间范围后再导出' },
    tooManyProven: { code: 9502, msg: '证明文件一次最多包含 1 万条记录，请缩小范围后再导出' },
  },
)

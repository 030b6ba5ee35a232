import { defineErrors } from '../../../kernel/errors.ts'

export const { block: operationLogBlock, errors: operationLogErrors } = defineErrors(
  { from: 9500, to: 9549 },
  {
    tooManyRows: { code: 9501, msg: '符合条件的记录超过 100 万条，请缩小时间范围后再导出' },
    tooManyProven: { code: 9502, msg: '证明文件一次最多包含 1 万条记录，请缩小范围后再导出' },
    noFailure: { code: 9503, msg: '没有找到这次故障的记录，可能已超过 30 天，或属于别人' },
    failureHandled: { code: 9504, msg: '这次故障已经处理过了' },
    noOwnCall: { code: 9505, msg: '没有找到您的这次操作，可能已超过 30 天，或属于别人' },
    trailAttached: { code: 9506, msg: '这次操作的浏览记录已经附上过了' },
  },
)

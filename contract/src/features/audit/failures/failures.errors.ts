import { defineErrors } from '../../../kernel/errors.ts'

export const { block: failureBlock, errors: failureErrors } = defineErrors(
  { from: 9503, to: 9549 },
  {
    noFailure: { code: 9503, msg: '没有找到这次故障的记录，可能已超过 30 天，或属于别人' },
    failureHandled: { code: 9504, msg: '这次故障已经处理过了' },
    noOwnCall: { code: 9505, msg: '没有找到您的这次操作，可能已超过 30 天，或属于别人' },
    trailAttached: { code: 9506, msg: '这次操作的浏览记录已经附上过了' },
  },
)

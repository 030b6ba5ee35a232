import { defineErrors } from '../../../kernel/errors.ts'

export const { block: failureBlock, errors: failureErrors } = defineErrors(
  { from: 9503, to: 9549 },
  {
    noFailure: { code: 9503, msg: '未找到该故障记录，可能已超过 30 天，或不属于您' },
    failureHandled: { code: 9504, msg: '该故障已处理' },
    noOwnCall: { code: 9505, msg: '未找到该操作记录，可能已超过 30 天，或不属于您' },
    trailAttached: { code: 9506, msg: '该操作的步骤已提交' },
  },
)

import { defineErrors } from '../../../kernel/errors.ts'

export const { block: approvalsBlock, errors: approvalsErrors } = defineErrors(
  { from: 2300, to: 2349 },
  {
    decided: { code: 2300, msg: '该审批已结束' },
    notYours: { code: 2301, msg: '当前步骤不由您审批' },
    ownRequest: { code: 2302, msg: '不能审批自己发起的申请' },
  },
)

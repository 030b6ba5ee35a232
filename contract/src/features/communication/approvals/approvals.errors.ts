import { waitsForApproval } from '../../../kernel/console-errors.ts'
import { defineErrors } from '../../../kernel/errors.ts'

export const { block: approvalsBlock, errors: approvalsErrors } = defineErrors(
  { from: 2300, to: 2349 },
  {
    decided: { code: 2300, msg: '该审批已结束' },
    notYours: { code: 2301, msg: '当前步骤不由您审批' },
    ownRequest: { code: 2302, msg: '不能审批自己发起的申请' },
    decidedElsewhere: { code: 2303, msg: '请在对应的页面处理' },
    notAsker: { code: 2304, msg: '只有发起人可以撤回' },
    unknownColleague: { code: 2305, msg: '未找到可以代为审批的同事，请核对账号' },
    unknownField: { code: 2306, msg: '条件中的字段不存在' },
    unknownDecider: { code: 2307, msg: '审批人不存在，或不在您的数据范围内' },
    periodReversed: { code: 2308, msg: '结束日期不能早于开始日期' },
    changedImpact: { code: 2309, msg: '影响范围已与审批时不同，请重新提交' },
    proofMissing: { code: 2310, msg: '该操作现在需要二次认证，请重新提交' },
    goneCall: { code: 2311, msg: '该操作已不存在' },
    tooMany: { code: 2312, msg: '您等待审批的申请过多，请先处理或撤回' },
    waits: waitsForApproval,
    changedRow: { code: 2314, msg: '数据在提交审批后已变化，请重新提交' },
    wrongCondition: { code: 2315, msg: '条件的比较方式或比较值不适用于所选字段' },
  },
)

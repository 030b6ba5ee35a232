import { defineErrors } from '../../../kernel/errors.ts'

export const { block: appRequestsBlock, errors: appRequestsErrors } = defineErrors(
  { from: 6110, to: 6129 },
  {
    /** Not to be asked for, shown to the caller meanwhile, locked or expired. */
    notRequestable: { code: 6110, msg: '该应用当前不可申请，或已对您开放' },
    requestOpen: { code: 6111, msg: '您已申请该应用，请等待审批' },
    noApprover: { code: 6112, msg: '该应用暂无审批人，请联系管理员' },
    requestDecided: { code: 6113, msg: '该申请已处理或已撤回' },
    ownRequest: { code: 6114, msg: '不能审批自己的申请' },
    appClosed: { code: 6115, msg: '该应用已停用或不再接受申请，无法通过' },
    untilPassed: { code: 6116, msg: '请选择将来的时间' },
    noSuchApprover: { code: 6117, msg: '所选的审批人不存在或已停用' },
    needsAllRows: { code: 6119, msg: '审批人可看到全公司的申请人，须由数据范围为全部的管理员开启申请或添加审批人' },
    notGranted: { code: 6118, msg: '该申请未获得使用权或已收回' },
  },
)

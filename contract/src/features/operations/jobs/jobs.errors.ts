import { defineErrors } from '../../../kernel/errors.ts'

export const { block: jobsBlock, errors: jobsErrors } = defineErrors(
  { from: 8200, to: 8249 },
  {
    notPausable: { code: 8200, msg: '任务已暂停或已结束，无法暂停' },
    notPaused: { code: 8201, msg: '任务未暂停，无需继续' },
    ended: { code: 8202, msg: '任务已结束，无法取消' },
    noUndo: { code: 8203, msg: '该任务不支持撤销' },
    notUndoable: { code: 8204, msg: '任务尚未结束、已撤销或正在撤销，无法再次撤销' },
    othersRun: { code: 8206, msg: '该任务由他人发起，须由发起人或数据范围为全部的管理员操作' },
    noFile: { code: 8205, msg: '该任务没有可下载的文件，或文件已过期' },
  },
)

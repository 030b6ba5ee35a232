import { defineErrors } from '../../../kernel/errors.ts'

export const { block: bulkBlock, errors: bulkErrors } = defineErrors(
  { from: 8350, to: 8399 },
  {
    noSuchOperation: { code: 8350, msg: '该批量操作不存在，请重新选择' },
    nothingFound: { code: 8351, msg: '没有符合条件的数据，请调整筛选条件' },
    tooMany: { code: 8352, msg: '一次最多处理 100000 条，请缩小范围' },
    stillChecking: { code: 8353, msg: '预检尚未完成，请稍候' },
    alreadyStarted: { code: 8354, msg: '该操作已执行，如需再次执行请重新预检' },
    nothingToChange: { code: 8355, msg: '没有可变更的数据' },
    /** Of a row, since it was judged or changed. */
    changedSince: { code: 8356, msg: '数据已被他人修改' },
    noPasswords: { code: 8358, msg: '没有可下载的密码：新密码仅可下载一次，且只保留 1 天' },
    rowsOrFilter: { code: 8357, msg: '请勾选数据，或按筛选条件选择全部' },
  },
)

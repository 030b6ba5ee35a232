import type { ErrorSpec } from './errors.ts'
import { maxOpenRuns } from './job-states.ts'
import { t } from './texts.ts'

/** Why a run that people started has ended before its work was done, or has not been started. */
export const jobErrors = {
  noLongerAllowed: { code: 403, msg: '任务发起人已不具备该任务所需的权限' },
  nothingUndone: { code: 409, msg: '未能撤销任何数据：数据已变更或无权操作' },
  tooManyOpen: {
    code: 429,
    get msg() {
      return t('您有 {maxOpenRuns} 个任务尚未完成，请等待完成或取消部分任务后再试', { maxOpenRuns })
    },
  },
} as const satisfies Record<string, ErrorSpec>

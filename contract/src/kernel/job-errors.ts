import type { ErrorSpec } from './errors.ts'

/** Why a run that people started has ended before its work was done. */
export const jobErrors = {
  noLongerAllowed: { code: 403, msg: '发起人已不具备执行该任务所需的权限，任务已终止，已完成的部分保持不变' },
} as const satisfies Record<string, ErrorSpec>

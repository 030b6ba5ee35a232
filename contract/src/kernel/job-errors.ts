import type { ErrorSpec } from './errors.ts'

/** Why a run that people started has ended before its work was done. */
export const jobErrors = {
  noLongerAllowed: { code: 403, msg: '任务发起人已不具备该任务所需的权限' },
} as const satisfies Record<string, ErrorSpec>

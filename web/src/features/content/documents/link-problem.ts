import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { t } from '../../../ui/texts.ts'

/** Whether a link leads nowhere, and asking again is in vain. */
export const isOver = (error: unknown): boolean =>
  error instanceof CallError && error.code === documentsErrors.noSuchLink.code

/** Why a link was not opened or used, in a sentence. */
export const linkProblem = (error: unknown): string => {
  if (!(error instanceof CallError)) return t('暂时无法打开，请稍后重试')
  return error.errors?.[0]?.msg ?? error.msg
}

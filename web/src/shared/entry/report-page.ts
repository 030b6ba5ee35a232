import { maskedPath, maxPathLength } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import {
  frame,
  maxFrames,
  pageFailuresContract,
  pageFailureWrite,
} from '@atrium/contract/features/audit/failures/page-failures.contract.ts'
import { storeBreadcrumbs } from '../../kernel/api/breadcrumbs.ts'
import { call } from '../../kernel/api/call.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { tagsQuery } from './session-queries.ts'

const { error: errorName } = pageFailureWrite.shape

/** Stack frames within the product. The message before them may quote user input, so it is cut off. */
const listFrames = ({ stack = '', message }: Error): string[] => {
  const messageStart = stack.indexOf(message)
  return (messageStart < 0 ? stack : stack.slice(messageStart + message.length))
    .split('\n')
    .map((line) => line.trim().replace(`${location.origin}${import.meta.env.BASE_URL}`, ''))
    .filter((line) => frame.safeParse(line).success)
    .slice(0, maxFrames)
}

/**
 * Reports a failed page and stores its breadcrumbs.
 * @returns the trace id; undefined if the report failed.
 */
export const reportPage = async (path: string, thrown: unknown): Promise<string | undefined> => {
  const error = thrown instanceof Error ? thrown : new Error()
  try {
    const { version } = await queryClient.ensureQueryData(tagsQuery)
    const body = {
      path: maskedPath(path).slice(0, maxPathLength),
      version,
      error: errorName.safeParse(error.name).success ? error.name : 'Error',
      stack: listFrames(error),
    }
    const { traceId } = await call(pageFailuresContract.reportPage, { body }, { toasts: false })
    storeBreadcrumbs(traceId)
    return traceId
  } catch {
    return undefined
  }
}

import {
  frame,
  maxFrames,
  pageFailuresContract,
  pageFailureWrite,
} from '@atrium/contract/features/operation-logs/page-failures.contract.ts'
import { maskedPath, maxPathLength } from '@atrium/contract/features/operation-logs/trails.contract.ts'
import { call } from '../kernel/api/call.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { keepTrail } from '../kernel/api/trail.ts'
import { tagsQuery } from './api-calls.ts'
import { basename } from './paths.ts'

const { error: errorName } = pageFailureWrite.shape

/** Where in the product an error arose. What it says stands before that, and may quote what somebody typed. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const said = stack.indexOf(message)
  return (said < 0 ? stack : stack.slice(said + message.length))
    .split('\n')
    .map((line) => line.trim().replace(`${location.origin}${basename}/`, ''))
    .filter((line) => frame.safeParse(line).success)
    .slice(0, maxFrames)
}

/** Says that a page failed, and sets aside what led to it. Out: the trace id it is found by; undefined when that could not be said. */
export const reportPage = async (path: string, thrown: unknown): Promise<string | undefined> => {
  const error = thrown instanceof Error ? thrown : new Error()
  try {
    const { version } = await queryClient.ensureQueryData(tagsQuery)
    const body = {
      ...{ path: maskedPath(path).slice(0, maxPathLength), version },
      ...{ error: errorName.safeParse(error.name).success ? error.name : 'Error', stack: framesOf(error) },
    }
    const { traceId } = await call(pageFailuresContract.reportPage, { body }, { toasts: false })
    keepTrail(traceId)
    return traceId
  } catch {
    return undefined
  }
}

import { explainContract, pageAddress } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { forbidden } from '@atrium/contract/kernel/console-errors.ts'
import { call } from '../kernel/api/call.ts'
import { CallError } from '../kernel/api/call-error.ts'

const traceIds = new Map<string, string>()

/** The trace id under which the server keeps why the user may not open a page. */
export const refusalOf = (path: string): string => traceIds.get(path) ?? ''

/** Whether the company has a page at this path that the user may not open. */
export const isRefused = async (path: string): Promise<boolean> => {
  if (!pageAddress.safeParse(path).success) return false
  try {
    await call(explainContract.page, { query: { path } }, { toasts: false })
  } catch (error) {
    if (!(error instanceof CallError && error.code === forbidden.code && error.traceId)) return false
    traceIds.set(path, error.traceId)
    return true
  }
  return false
}

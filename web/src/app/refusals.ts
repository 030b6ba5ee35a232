import { explainContract, pageAddress } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { forbidden } from '@atrium/contract/kernel/console-errors.ts'
import { call } from '../kernel/api/call.ts'
import { CallError } from '../kernel/api/call-error.ts'

const traceIds = new Map<string, string>()

/** The trace id under which the server keeps why the user may not open a page; none if the company's plan lacks it. */
export const refusalOf = (path: string): string | undefined => traceIds.get(path)

/** Whether there is a page at this path that the user may not open. */
export const isRefused = async (path: string): Promise<boolean> => {
  if (!pageAddress.safeParse(path).success) return false
  try {
    const { state } = await call(explainContract.page, { query: { path } }, { toasts: false })
    traceIds.delete(path)
    return state === 'beyondPlan'
  } catch (error) {
    if (!(error instanceof CallError && error.code === forbidden.code && error.traceId)) return false
    traceIds.set(path, error.traceId)
    return true
  }
}

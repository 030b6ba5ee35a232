import type { loginInfo } from '@atrium/contract/features/session/session.contract.ts'
import { switchingContract } from '@atrium/contract/features/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/visits/visits.errors.ts'
import type * as z from 'zod/mini'
import { endActing } from '../../kernel/api/acting.ts'
import { call } from '../../kernel/api/call.ts'
import { CallError } from '../../kernel/api/call-error.ts'

/** Leaves the company that is visited: the tab goes on with the person's own session. */
export const quitVisit = async ({ home }: z.output<typeof loginInfo>): Promise<void> => {
  try {
    await call(switchingContract.quit, { body: {} }, { silentSuccess: true })
  } catch (error) {
    // Whoever visits nobody any more is at home already.
    if (!(error instanceof CallError && error.code === visitsErrors.notVisiting.code)) throw error
  }
  endActing({ kind: 'success', text: `已返回“${home.view}”` })
}

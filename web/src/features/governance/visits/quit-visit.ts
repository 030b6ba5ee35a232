import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/governance/visits/visits.errors.ts'
import type { loginInfo } from '@atrium/contract/features/identity/session/session.contract.ts'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { endTabSession } from '../../../kernel/api/session-switch.ts'
import { t } from '../../../ui/texts.ts'

/** Ends the visit and continues with the home session. */
export const quitVisit = async ({ home }: z.output<typeof loginInfo>): Promise<void> => {
  try {
    await call(switchingContract.quit, { body: {} }, { silentSuccess: true })
  } catch (error) {
    // The visit has ended already.
    if (!(error instanceof CallError && error.code === visitsErrors.notVisiting.code)) throw error
  }
  endTabSession({ kind: 'success', text: t('已返回“{view}”', { view: home.view }) })
}

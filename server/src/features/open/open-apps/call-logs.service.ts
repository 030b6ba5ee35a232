import { gateSteps } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { CallLogDetail } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { type CallsQuery, callLogsRepository as repository } from './call-logs.repository.ts'

/** The steps up to a refusal were passed, those after it not taken. In: null without a refusal. */
export const stepsOf = (refusedAt: CallLogDetail['step'], detail: string): CallLogDetail['steps'] => {
  const at = refusedAt === null ? gateSteps.length : gateSteps.indexOf(refusedAt)
  return gateSteps.map((step, index) => ({
    step,
    state: index < at ? 'passed' : index === at ? 'refused' : 'open',
    detail: index === at ? detail : '',
  }))
}

/** Logged calls of an application. */
export const callLogs = {
  async list({ db, origin: { timeZone } }: RequestScope, appId: string, query: CallsQuery) {
    assertPageDepth(query)
    return repository.list(db, { appId, query, timeZone })
  },
  async get({ db }: RequestScope, appId: string, id: string): Promise<CallLogDetail> {
    const { detail, ...call } = orNotFound(await repository.find(db, appId, id))
    return { ...call, steps: stepsOf(call.step, detail) }
  },
}

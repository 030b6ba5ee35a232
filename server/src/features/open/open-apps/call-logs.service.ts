import { gateSteps } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { CallLogDetail } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Actor, DetachedScope } from '../../../kernel/scope.ts'
import type { AppReach } from './app-reach.ts'
import { type CallsFilter, type CallsQuery, callLogsRepository as repository } from './call-logs.repository.ts'

/** The steps up to a refusal were passed, those after it not taken. Takes null without a refusal. */
export const toSteps = (refusedAt: CallLogDetail['step'], detail: string): CallLogDetail['steps'] => {
  const at = refusedAt === null ? gateSteps.length : gateSteps.indexOf(refusedAt)
  return gateSteps.map((step, index) => ({
    step,
    state: index < at ? 'passed' : index === at ? 'refused' : 'open',
    detail: index === at ? detail : '',
  }))
}

type Scope = DetachedScope<Actor>

/** Logged calls of an application. */
export const createCallLogs = (reach: AppReach) => ({
  list(scope: Scope, appId: string, query: CallsQuery) {
    assertPageDepth(query)
    const { timeZone } = scope.origin
    return reach.read(scope, appId, (db) => repository.list(db, { appId, query, timeZone }))
  },
  histogram(scope: Scope, appId: string, query: CallsFilter) {
    const { timeZone } = scope.origin
    return reach.read(scope, appId, (db) => repository.histogram(db, { appId, query, timeZone }))
  },
  async get(scope: Scope, appId: string, id: string): Promise<CallLogDetail> {
    const found = await reach.read(scope, appId, (db) => repository.find(db, appId, id))
    const { detail, ...call } = orNotFound(found)
    return { ...call, steps: toSteps(call.step, detail) }
  },
})

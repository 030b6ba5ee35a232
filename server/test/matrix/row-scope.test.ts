import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fireTrigger } from '../../src/kernel/jobs/enqueue-job.ts'
import { toTitle } from '../architecture/expect-only.ts'
import { isDue } from '../due-endpoints.ts'
import { createVisitStage } from '../visit-stage.ts'
import { createRowScopeStage } from './row-scope-stage.ts'

vi.setConfig({ testTimeout: 60_000 })

let stage: Awaited<ReturnType<typeof createRowScopeStage>>
beforeAll(async () => {
  stage = await createRowScopeStage()
  // What waits in the stage gets its approvals now, and not at the next minute that ends in 0 or 5.
  const { sql, database } = stage.app
  await database.transact({ reach: 'platform' }, (db) => fireTrigger(db, { name: 'approvals.due' }))
  await vi.waitUntil(async () => (await sql('select from approvals')).length > 0, { timeout: 20_000 })
})

const requiresSession = ({ access }: Endpoint) => access.kind === 'permitted' || access.kind === 'signedIn'
const showsImpact = (endpoint: Endpoint) => endpoint.method !== 'GET' && endpoint.impact !== undefined
const testedEndpoints = endpoints.filter(
  (each) => isDue(each) && requiresSession(each) && each.wire !== 'stream' && (!isMutation(each) || showsImpact(each)),
)

/** Declared as showing people without a case in the stage; each with its reason. */
const uncovered: Readonly<Record<string, string>> = {
  'sysApprovals.get': 'the callers of the stage take part in no approval; their own test reads one as a stranger',
  'sysApprovals.flows': 'the stage sets no flow; the approvers in one are chosen by who sets it',
  'sysComments.list': 'the stage has no comments; their own test reads them within the row scope of their row',
  'sysBulks.passwords': 'the stage resets no passwords; only who has asked for it downloads them, once',
  'sysCompanys.differences': 'closed to callers with a narrow row scope, like the archive itself',
  'sysExcels.importRows': 'the stage has no checked file; only who has uploaded one reads its rows',
  'sysLogs.exportSegment': 'a compressed file, refused to callers with a narrow row scope',
  'sysTenant.exportData': 'a compressed archive, refused to callers with a narrow row scope',
  'sysTenantPolicies.updateOwn': 'the same impact as that of the operator’s update; the stage’s company is no tenant',
  'sysUsers.portraits': 'pictures by id, without names; its own test reads them within the row scope',
  'sysMenus.sort': 'the same impact as that of changing and deleting menus',
}

describe('a response', () => {
  it.each(testedEndpoints.map((endpoint) => [toTitle(endpoint), endpoint] as const))(
    'of %s names only users of its declared row scope',
    async (_, endpoint) => {
      const { wide, narrow, responsesTo, namesOutsider } = stage
      const toWide = namesOutsider(await responsesTo(wide, endpoint))
      const toNarrow = []
      for (const caller of narrow) toNarrow.push(namesOutsider(await responsesTo(caller, endpoint)))
      const shown = toNarrow.includes(true) ? 'unscoped' : toWide ? 'inRowScope' : 'none'
      const { namesUsers = 'none' } = endpoint
      const declared = typeof namesUsers === 'string' ? namesUsers : 'unscoped'
      expect(shown).toBe(toTitle(endpoint) in uncovered ? 'none' : declared)
    },
  )
})

describe('a guest', () => {
  it('reads the log of the organisation of their visit only', async () => {
    const { app } = stage
    const visit = await createVisitStage(app)
    const orgId = await visit.org('来访部门')
    const actorsSeenBy = async (token: string) => {
      const { data = [] } = await app.call(operationLogsContract.operations, { query: { size: 50 } }, token)
      return data.flatMap(({ actor }) => actor?.id ?? [])
    }
    const [complete, within] = [await visit.enter(), await visit.enter({ orgId })]
    expect(await actorsSeenBy(complete.token)).toContain(visit.admin.id)
    expect(new Set(await actorsSeenBy(within.token))).toEqual(new Set([visit.visitor.id]))
  })
})

import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { changesAnything, type Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { titleOf } from '../architecture/expect-only.ts'
import { createVisitStage } from '../visit-stage.ts'
import { createRowScopeStage } from './row-scope-stage.ts'

vi.setConfig({ testTimeout: 60_000 })

let stage: Awaited<ReturnType<typeof createRowScopeStage>>
beforeAll(async () => {
  stage = await createRowScopeStage()
})

const isInside = ({ access }: Endpoint) => access.kind === 'permitted' || access.kind === 'signedIn'
const showsImpact = (endpoint: Endpoint) => endpoint.method !== 'GET' && endpoint.impact !== undefined
const answering = endpoints.filter(
  (each) => isInside(each) && each.wire !== 'stream' && (!changesAnything(each) || showsImpact(each)),
)

/** Declared as scoped; why the stage makes no case of it. */
const unshown: Readonly<Record<string, string>> = {
  'sysCompanys.exportData': 'a compressed archive, refused to callers with a narrow row scope',
  'sysTenant.exportData': 'a compressed archive, refused to callers with a narrow row scope',
  'sysTenantPolicies.updateOwn': 'the same impact as that of the operator’s update; the stage’s company is no tenant',
  'sysMenus.sort': 'the same impact as that of changing and deleting menus',
}

describe('an answer', () => {
  it.each(answering.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    'of %s names whom it declares',
    async (_, endpoint) => {
      const { wide, narrow, answersTo, namesOutsider } = stage
      const toWide = namesOutsider(await answersTo(wide, endpoint))
      const toNarrow = []
      for (const caller of narrow) toNarrow.push(namesOutsider(await answersTo(caller, endpoint)))
      const shown = toNarrow.includes(true) ? 'unscoped' : toWide ? 'scoped' : 'none'
      const { people = 'none' } = endpoint
      const declared = typeof people === 'string' ? people : 'unscoped'
      expect(shown).toBe(titleOf(endpoint) in unshown ? 'none' : declared)
    },
  )
})

describe('a guest', () => {
  it('reads in the log what happened within the organisation they came for', async () => {
    const { app } = stage
    const visit = await createVisitStage(app)
    const orgId = await visit.org('来访部门')
    const actorsSeenBy = async (token: string) => {
      const { data = [] } = await app.call(operationLogsContract.operations, { query: { size: 50 } }, token)
      return data.flatMap(({ actor }) => actor?.id ?? [])
    }
    const [whole, within] = [await visit.enter(), await visit.enter({ orgId })]
    expect(await actorsSeenBy(whole.token)).toContain(visit.keeper.id)
    expect(new Set(await actorsSeenBy(within.token))).toEqual(new Set([visit.visitor.id]))
  })
})

import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { afterAll, expect, it } from 'vitest'
import { bulkCaller } from '../bulk-stage.ts'
import { createCompanyStage } from '../company-stage.ts'
import { companyTables, differences } from '../company-tables.ts'
import { createTestApp } from '../harness.ts'
import { fillUsers } from '../hostile/pools.ts'
import { createKillableNode, kills } from './killable-node.ts'

const users = 150 * kills

let node: Awaited<ReturnType<typeof createKillableNode>> | undefined
afterAll(() => node?.kill())

it(`changes each row once and takes each back once, whose nodes are killed ${kills} times`, {
  timeout: 1_200_000,
}, async () => {
  const app = await createTestApp({ process: ['api'] })
  const stage = await createCompanyStage(app, ['sysUsers:list', 'sysUsers:get', 'sysUsers:lock', 'sysUsers:delete'])
  await fillUsers(app, stage.companyId, 'free', users)
  const before = await companyTables(app, stage.companyId)
  const bulk = bulkCaller(app, stage.token)
  const countEvents = async (event: string) =>
    (
      await app.sql(
        `select count(*)::int as events, count(distinct entity_id)::int as users from audit_log
         where company_id = $1 and event = $2`,
        [stage.companyId, event],
      )
    )[0]
  node = await createKillableNode(app)
  node.start()

  const { id, checkRun } = await bulk.checked('disable', { filter: {} })
  await node.killOften(checkRun ?? '', ['bulk.check'])
  await node.ends(checkRun ?? '', 'done')
  expect(await bulk.details(id)).toMatchObject({ state: 'checked', verdicts: { change: users, refused: 1 } })

  const { data } = await bulk.apply(id)
  const runId = data?.runId ?? ''
  await node.killOften(runId, ['bulk.apply'])
  await node.ends(runId, 'done')
  expect(await node.readRun(runId)).toEqual({ state: 'done', ok: users })
  expect(await bulk.details(id)).toMatchObject({ outcomes: { changed: users, refused: 0, conflict: 0 } })
  expect(await countEvents('user.disabled')).toEqual({ events: users, users })
  expect(differences(before, await companyTables(app, stage.companyId))).toEqual(['users'])

  const taken = await app.call(ownJobsContract.undoOwn, { params: { id: runId } }, stage.token)
  const undoId = taken.data?.id ?? ''
  await node.killOften(undoId, ['bulk.undo'])
  await node.ends(undoId, 'done')
  expect(await node.readRun(undoId)).toEqual({ state: 'done', ok: users })
  expect(await countEvents('user.enabled')).toEqual({ events: users, users })
  expect(differences(before, await companyTables(app, stage.companyId))).toEqual([])
})

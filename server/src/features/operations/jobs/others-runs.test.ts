import { jobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage } from '../../../../test/narrow-stage.ts'

const { list, pause, resume, cancel, undo } = jobsContract
const rights = ['sysJobs:list', 'sysJobs:control', 'sysUsers:list', 'sysUsers:get', 'sysUsers:lock']
const othersRun = 8206

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

it('another’s run is controlled and taken back by who sees all rows of the company', async () => {
  const stage = await createNarrowStage(app)
  const [wide, other] = [await stage.signInWide(...rights), await stage.signInWide(...rights)]
  const narrow = await stage.signInNorth(...rights)
  const members = [await stage.buildMember(stage.north), await stage.buildMember(stage.south)]
  const bulk = bulkCaller(app, wide)
  const { id } = await bulk.checked('lock', { ids: members.map((each) => each.id) }, { reason: '盘点', until: null })
  const { data } = await bulk.apply(id)
  const params = { id: data?.runId ?? '' }
  for (const endpoint of [pause, resume, cancel, undo])
    expect((await app.call(endpoint, { params }, narrow)).code).toBe(othersRun)
  const undoableFor = async (as: string) =>
    (await app.call(list, { query: {} }, as)).data?.find((run) => run.id === params.id)?.undoable
  expect([await undoableFor(narrow), await undoableFor(other)]).toEqual([false, true])
  expect((await app.call(undo, { params }, other)).code).toBe(0)
  await bulk.becomes(params.id, { state: 'undone' })
})

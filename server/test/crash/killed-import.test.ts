import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { afterAll, expect, it } from 'vitest'
import { ensureServingLogin } from '../../src/kernel/db/serving-login.ts'
import { platformCompanyOf } from '../factories.ts'
import { sheetOf } from '../filled-workbook.ts'
import { testSecretKey } from '../harness.ts'
import { createImportStage } from '../import-stage.ts'
import { isThorough } from '../thorough.ts'

const kills = isThorough ? 20 : 3
const rows = 2000
const script = join(import.meta.dirname, '../importing-node.ts')
const rights = ['list', 'add', 'edit', 'delete'].map((operation) => `sysPosts:${operation}`)

let node: ChildProcess | undefined
afterAll(() => {
  node?.kill('SIGKILL')
})

it(`imports each row once, whose nodes are killed ${kills} times`, {
  timeout: 600_000,
}, async () => {
  const stage = await createImportStage({ process: ['api'] })
  const { app } = stage
  const url = await ensureServingLogin(app.ownerUrl)
  const args = [script, url, app.fileFolder, await platformCompanyOf(app), testSecretKey]
  const startNode = () => {
    node = spawn(process.execPath, args, { stdio: 'ignore' })
    return { node, died: once(node, 'exit') }
  }
  const runOf = async (id: string) => (await app.sql('select state, ok from job_runs where id = $1', [id]))[0]
  const ends = async (id: string, state: string) => {
    while ((await runOf(id))?.state !== state) await sleep(50)
  }

  const { token, companyId } = await stage.signInNew(rights)
  const sheet = sheetOf(
    ['岗位名称', '编码', '级别'],
    Array.from({ length: rows }, (_, at) => [`岗位 ${at}`, `p${at}`, '基层']),
  )
  const id = await stage.upload(token, 'post', [sheet])
  const params = { id }
  let running = startNode()
  const checked = await app.call(importsContract.checkImport, { params, body: { revision: 1 } }, token)
  await ends(checked.data?.id ?? '', 'done')
  const counts = { total: rows, new: rows, changed: 0, same: 0, refused: 0 }
  const applied = await app.call(importsContract.applyImport, { params, body: { revision: 1, counts } }, token)
  const runId = applied.data?.id ?? ''

  for (let kill = 0; kill < kills; kill += 1) {
    while ((await runOf(runId))?.state === 'queued') await sleep(10)
    await sleep(Math.random() * 300)
    running.node.kill('SIGKILL')
    await running.died
    // As the queue does once its heartbeat is over.
    await app.sql(
      `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
       where name = 'imports.apply' and state = 'active'`,
    )
    running = startNode()
  }
  await ends(runId, 'done')
  expect(await runOf(runId)).toEqual({ state: 'done', ok: rows })
  const [stored] = await app.sql(
    'select count(*)::int as n, count(distinct code)::int as codes from posts where company_id = $1',
    [companyId],
  )
  expect(stored).toEqual({ n: rows, codes: rows })
  const [audited] = await app.sql(
    `select count(*)::int as n from audit_log where company_id = $1 and event = 'post.created'`,
    [companyId],
  )
  expect(audited?.n).toBe(rows)
  const [outcomes] = await app.sql(
    `select count(*)::int as n from import_rows where import_id = $1 and outcome = 'done' and entity_id is not null`,
    [id],
  )
  expect(outcomes?.n).toBe(rows)
})

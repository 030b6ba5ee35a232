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
const script = join(import.meta.dirname, '../importing-node.ts')
const rightsTo = (module: string) => ['list', 'add', 'edit', 'delete'].map((operation) => `${module}:${operation}`)

/** A large file that is written row by row, and one that is written by sets. */
const cases = [
  {
    ...{ entity: 'post', rights: rightsTo('sysPosts'), table: 'posts', key: 'code', event: 'post.created' },
    ...{ rows: 2000, titles: ['岗位名称', '编码', '级别'], pauseMs: 300 },
    row: (at: number) => [`岗位 ${at}`, `p${at}`, '基层'],
  },
  {
    ...{ entity: 'user', rights: rightsTo('sysUsers'), table: 'users', key: 'phone', event: 'user.created' },
    ...{ rows: isThorough ? 100_000 : 6000, titles: ['账号', '姓名', '手机号'], pauseMs: 1500 },
    row: (at: number) => [`killed_${at}`, '王芳', `1${7_100_000_000 + at}`],
  },
]

let node: ChildProcess | undefined
afterAll(() => {
  node?.kill('SIGKILL')
})

it.each(cases)(
  `imports each row of $entity once, whose nodes are killed ${kills} times`,
  {
    timeout: 1_800_000,
  },
  async ({ entity, rights, table, key, event, rows, titles, pauseMs, row }) => {
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
    const id = await stage.upload(token, entity, [
      sheetOf(
        titles,
        Array.from({ length: rows }, (_, at) => row(at)),
      ),
    ])
    const params = { id }
    let running = startNode()
    const checked = await app.call(importsContract.checkImport, { params, body: { revision: 1 } }, token)
    await ends(checked.data?.id ?? '', 'done')
    const counts = { total: rows, new: rows, changed: 0, same: 0, refused: 0 }
    const applied = await app.call(importsContract.applyImport, { params, body: { revision: 1, counts } }, token)
    const runId = applied.data?.id ?? ''

    let written = 0
    for (let kill = 0; kill < kills; kill += 1) {
      // Within a batch, after one that was committed.
      for (let run = await runOf(runId); Number(run?.ok) <= written && run?.state !== 'done'; run = await runOf(runId))
        await sleep(10)
      written = Number((await runOf(runId))?.ok)
      await sleep(Math.random() * pauseMs)
      running.node.kill('SIGKILL')
      await running.died
      // As the queue does once its heartbeat is over.
      await app.sql(
        `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
       where name in ('imports.apply', 'imports.applySets') and state = 'active'`,
      )
      running = startNode()
    }
    await ends(runId, 'done')
    running.node.kill('SIGKILL')
    expect(await runOf(runId)).toEqual({ state: 'done', ok: rows })
    const [stored] = await app.sql(
      `select count(*)::int as n, count(distinct ${key})::int as keys from ${table}
     where company_id = $1 and ${key} is not null`,
      [companyId],
    )
    expect(stored).toEqual({ n: rows, keys: rows })
    const [audited] = await app.sql(
      'select count(*)::int as n, count(distinct entity_id)::int as of from audit_log where company_id = $1 and event = $2',
      [companyId, event],
    )
    expect(audited).toEqual({ n: rows, of: rows })
    const [outcomes] = await app.sql(
      `select count(*)::int as n from import_rows where import_id = $1 and outcome = 'done' and entity_id is not null`,
      [id],
    )
    expect(outcomes?.n).toBe(rows)
  },
)

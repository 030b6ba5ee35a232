import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { afterAll, expect, it } from 'vitest'
import { buildSheet } from '../filled-workbook.ts'
import { createImportStage } from '../import-stage.ts'
import { isThorough } from '../thorough.ts'
import { createKillableNode, kills } from './killable-node.ts'

const rightsTo = (module: string) => ['list', 'add', 'edit', 'delete'].map((operation) => `${module}:${operation}`)

/** A large file that is written row by row, and one that is written in batches. */
const cases = [
  {
    entity: 'post',
    rights: rightsTo('sysPosts'),
    table: 'posts',
    key: 'code',
    event: 'post.created',
    rows: 2000,
    titles: ['岗位名称', '编码', '级别'],
    batchMs: 300,
    row: (at: number) => [`岗位 ${at}`, `p${at}`, '基层'],
  },
  {
    entity: 'user',
    rights: rightsTo('sysUsers'),
    table: 'users',
    key: 'phone',
    event: 'user.created',
    rows: isThorough ? 100_000 : 6000,
    titles: ['账号', '姓名', '手机号'],
    batchMs: 1500,
    row: (at: number) => [`killed_${at}`, '王芳', `1${7_100_000_000 + at}`],
  },
]

let node: Awaited<ReturnType<typeof createKillableNode>> | undefined
afterAll(() => node?.kill())

it.each(cases)(
  `imports each row of $entity once, whose nodes are killed ${kills} times`,
  {
    timeout: 1_800_000,
  },
  async ({ entity, rights, table, key, event, rows, titles, batchMs, row }) => {
    const stage = await createImportStage({ process: ['api'] })
    const { app } = stage
    node = await createKillableNode(app)
    const { token, companyId } = await stage.signInNew(rights)
    const sheet = buildSheet(
      titles,
      Array.from({ length: rows }, (_, at) => row(at)),
    )
    const id = await stage.upload(token, entity, [sheet])
    const params = { id }
    node.start()
    const checked = await app.call(importsContract.checkImport, { params, body: { revision: 1 } }, token)
    await node.ends(checked.data?.id ?? '', 'done')
    const counts = { total: rows, new: rows, changed: 0, same: 0, refused: 0 }
    const applied = await app.call(importsContract.applyImport, { params, body: { revision: 1, counts } }, token)
    const runId = applied.data?.id ?? ''

    await node.killOften(runId, ['imports.apply', 'imports.applyBatches'], batchMs)
    await node.ends(runId, 'done')
    await node.kill()
    expect(await node.readRun(runId)).toEqual({ state: 'done', ok: rows })
    const [stored] = await app.sql(
      `select count(*)::int as n, count(distinct ${key})::int as keys from ${table}
     where company_id = $1 and ${key} is not null`,
      [companyId],
    )
    expect(stored).toEqual({ n: rows, keys: rows })
    const [audited] = await app.sql(
      `select count(*)::int as n, count(distinct entity_id)::int as entities from audit_log
     where company_id = $1 and event = $2`,
      [companyId, event],
    )
    expect(audited).toEqual({ n: rows, entities: rows })
    const [outcomes] = await app.sql(
      `select count(*)::int as n from import_rows where import_id = $1 and outcome = 'done' and entity_id is not null`,
      [id],
    )
    expect(outcomes?.n).toBe(rows)
  },
)

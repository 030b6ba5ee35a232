import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, expect, test } from 'vitest'
import { listBackups } from '../../src/backup/backups.ts'
import { openFolderPlace } from '../../src/backup/folder-place.ts'
import type { Manifest } from '../../src/backup/manifest.ts'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { createEmptyDatabase, createInstallation, newFolder } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'
import { buildTenant, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { sendFile } from '../send-file.ts'
import { openTestDatabase } from '../test-database.ts'

const timeout = 120_000
const text = () => Buffer.from(randomBytes(100).toString('hex'))

let source: Awaited<ReturnType<typeof createInstallation>>
let place: string
let user: Awaited<ReturnType<typeof buildUser>>
const sendText = async (app: TestApp) => {
  const bytes = text()
  const { data } = await sendFile(app, await app.signIn(user), bytes, '说明.txt')
  return { id: String(data?.id), bytes }
}
const atrium = (word: string, args: string[], folder = source.folder, env: Record<string, string> = source.env) =>
  runCommand(folder, word, args, env)
const readManifest = async (folder: string, name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'backups', name, 'manifest.json'), 'utf8'))

/** All that a schema consists of, beside what the names of partitions say. */
const describeSchema = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ said: string }>(
      `select pg_get_indexdef(indexrelid) as said from pg_index join pg_class on oid = indrelid
         where relnamespace = 'public'::regnamespace
       union all select concat(conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
         where connamespace = 'public'::regnamespace and conparentid = 0
       union all select concat(pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
       union all select concat(relname, relrowsecurity, relforcerowsecurity, relacl) from pg_class
         where relnamespace = 'public'::regnamespace
       union all select concat(tablename, policyname, roles, cmd, qual) from pg_policies
       order by 1`,
    )
    return rows.map(({ said }) => said)
  })
const countRows = (url: string, tables: Manifest['tables']) =>
  asOwner(url, async (client) => {
    const counts: Record<string, number> = {}
    for (const { schema, name } of tables)
      counts[name] = (await client.query(`select count(*)::int as rows from "${schema}"."${name}"`)).rows[0].rows
    return counts
  })

beforeAll(async () => {
  source = await createInstallation()
  place = await newFolder('place')
  await source.app.signIn()
  const companyId = await buildTenant(source.app, '甲公司')
  user = await buildUser(source.app, { companyId, permissions: ['sysUploads:list', 'sysUploads:upload'] })
})

test('a backup is restored as a copy that serves, and does nothing by itself until it is woken', {
  timeout,
}, async () => {
  const file = await sendText(source.app)
  const made = await atrium('backup', [place])
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/备份 \S+ 已完成：1\d\d 张表 .*，1 个文件/) })
  expect(await atrium('verify', [place])).toMatchObject({ code: 0, output: expect.stringContaining('完好') })

  const url = await createEmptyDatabase()
  const folder = await newFolder('restored')
  const env = { ...source.env, DATABASE_URL: url }
  const restored = await atrium('restore', [place], folder, env)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('静默状态') })
  expect(await describeSchema(url)).toEqual(await describeSchema(source.app.ownerUrl))
  const [backup] = await listBackups(openFolderPlace(place))
  const { tables } = await readManifest(place, backup?.name ?? '')
  const expected = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  // The restore is noted in the operator's log.
  const counts = await countRows(url, tables)
  expect(counts).toEqual({ ...expected, audit_log: (expected.audit_log ?? 0) + 1 })
  expect(expected.users).toBeGreaterThan(1)
  expect(await atrium('audit-verify', [], folder, env)).toMatchObject({ code: 0 })

  const database = await openTestDatabase(url)
  const copy = await createTestApp({
    sharedDatabase: { ...database, fileFolder: join(folder, 'files') },
    wakePollMs: 50,
  })
  const token = await copy.signIn(user)
  const { data } = await copy.call(uploadsContract.get, { params: { id: file.id } }, token)
  const opened = await copy.server.inject({ url: data?.url ?? '' })
  expect(opened.rawPayload).toEqual(file.bytes)

  await copy.sql(`select enqueue_job('kernel.cleanup', gen_random_uuid(), null, null, 0)`)
  const waiting = async () =>
    (await copy.sql(`select from pgboss.job where name = 'kernel.cleanup' and state < 'active'`)).length
  // Ten times as long as a node takes to look.
  await new Promise((done) => setTimeout(done, 500))
  expect(await waiting()).toBe(1)
  const woken = await atrium('wake', [], folder, env)
  expect(woken).toMatchObject({ code: 0, output: expect.stringContaining('已唤醒') })
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
  const events = await copy.sql(`select event from audit_log where event like 'installation.%' order by seq`)
  expect(events.map(({ event }) => event)).toEqual(['installation.restored', 'installation.woken'])
})

import { rename, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from '../db/database.ts'
import { ensureServingLogin } from '../db/serving-login.ts'

const readiness = async ({ server }: TestApp) => {
  const answer = await server.inject({ url: '/readyz' })
  return { status: answer.statusCode, state: answer.json().status }
}
const ready = { status: 200, state: 'ok' }
const notReady = { status: 503, state: 'writes fail' }

describe('a server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })

  it('is ready while everything can be written, and leaves nothing behind', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => readiness(app)))).toEqual(Array(20).fill(ready))
    expect(await app.outbox()).toEqual([])
  })
  it('is not ready while its folder is not writable', async () => {
    const { outboxFolder } = app
    await rename(outboxFolder, `${outboxFolder}.away`)
    await writeFile(outboxFolder, '')
    expect(await readiness(app)).toEqual(notReady)
    await rm(outboxFolder)
    await rename(`${outboxFolder}.away`, outboxFolder)
    expect(await readiness(app)).toEqual(ready)
  })
})

// A temporary file limit stands in for a full disk: both refuse the first block.
describe.each([
  ['read-only', 'default_transaction_read_only', 'on'],
  ['full', 'temp_file_limit', '0'],
])('a server whose database is %s', (_, setting, value) => {
  let app: TestApp
  beforeAll(async () => {
    const stage = await createTestDatabase()
    const database = openDatabase(await ensureServingLogin(stage.ownerUrl), 2)
    afterAll(() => database.close())
    app = await createTestApp({ sharedDatabase: { ...stage, database } })
    const name = new URL(stage.ownerUrl).pathname.slice(1)
    await stage.superuserSql(`alter database ${name} set ${setting} = '${value}'`)
    // The setting counts for new connections.
    await stage.superuserSql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    )
  })

  it('is not ready', async () => {
    expect(await readiness(app)).toEqual(notReady)
  })
})

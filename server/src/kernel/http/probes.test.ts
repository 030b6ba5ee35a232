import { rename, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from '../db/database.ts'
import { ensureServingLogin } from '../db/serving-login.ts'

const ready = async ({ server }: TestApp) => {
  const answer = await server.inject({ url: '/readyz' })
  return { status: answer.statusCode, said: answer.json().status }
}
const yes = { status: 200, said: 'ok' }
const no = { status: 503, said: 'writes fail' }

describe('a server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })

  it('is ready while everything can be written, and leaves nothing behind', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => ready(app)))).toEqual(Array(20).fill(yes))
    expect(await app.outbox()).toEqual([])
  })
  it('is not ready while its folder takes no file', async () => {
    const { outboxFolder } = app
    await rename(outboxFolder, `${outboxFolder}.away`)
    await writeFile(outboxFolder, '')
    expect(await ready(app)).toEqual(no)
    await rm(outboxFolder)
    await rename(`${outboxFolder}.away`, outboxFolder)
    expect(await ready(app)).toEqual(yes)
  })
})

// A limit on temporary files stands for a disk without space: both refuse the first block.
describe.each([
  ['read-only', 'default_transaction_read_only', 'on'],
  ['full', 'temp_file_limit', '0'],
])('a server whose database is %s', (_, setting, value) => {
  let app: TestApp
  beforeAll(async () => {
    const stage = await createTestDatabase()
    const servingUrl = await ensureServingLogin(stage.ownerUrl)
    await stage.superuserSql(`alter database ${new URL(stage.ownerUrl).pathname.slice(1)} set ${setting} = '${value}'`)
    const database = openDatabase(servingUrl, 2, () => undefined)
    afterAll(() => database.close())
    app = await createTestApp({ beside: { ...stage, database } })
  })

  it('is not ready', async () => {
    expect(await ready(app)).toEqual(no)
  })
})

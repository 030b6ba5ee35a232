import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { databaseUrl } from '../../../test/database-url.ts'
import { install } from '../../install.ts'
import { asOwner } from './as-owner.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { ensureServingLogin } from './serving-login.ts'

const folder = join(import.meta.dirname, '../../../migrations')
const name = `test_${randomBytes(6).toString('hex')}`
const serverUrl = inject('serverUrl')
const ownerUrl = databaseUrl(serverUrl, name)
const first = { adminAccount: 'admin', adminPassword: '', captcha: 'risk' }

const run = (address: string, text: string) => asOwner(address, (client) => client.query(text))
// Only a superuser may terminate connections of the serving login.
afterAll(() => run(inject('superuserUrl'), `drop database if exists ${name} with (force)`))

/** A complete start, as another process would run it, up to the first administrator. */
const startOnce = async () => {
  const applied = await migrate(ownerUrl, folder)
  const servingUrl = await ensureServingLogin(ownerUrl)
  const database = openDatabase(servingUrl, 2, () => undefined)
  try {
    return { applied, servingUrl, ...(await install(database, first)) }
  } finally {
    await database.close()
  }
}

it('migrates once and creates one company and one administrator, even if processes start together', async () => {
  await run(serverUrl, `create database ${name}`)
  const starts = await Promise.all(Array.from({ length: 8 }, startOnce))
  const files = (await readdir(folder)).map((file) => file.replace(/\.sql$/, '')).sort()
  expect(starts.flatMap(({ applied }) => applied).sort()).toEqual(files)
  expect(new Set(starts.map(({ servingUrl }) => servingUrl)).size).toBe(1)
  expect(new Set(starts.map(({ platformCompany }) => platformCompany)).size).toBe(1)
  expect(starts.filter(({ oneTimePassword }) => oneTimePassword)).toHaveLength(1)
  expect((await startOnce()).applied).toEqual([])
})

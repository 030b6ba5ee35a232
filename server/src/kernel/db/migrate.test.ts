import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { install } from '../../install.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { ensureServingLogin } from './serving-login.ts'

const folder = join(import.meta.dirname, '../../../migrations')
const name = `test_${randomBytes(6).toString('hex')}`
const serverUrl = inject('serverUrl')
const url = new URL(serverUrl)
url.pathname = `/${name}`
const ownerUrl = url.toString()
const first = { adminAccount: 'admin', adminPassword: '', captcha: 'risk' }

const asServer = async <T>(text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  return (await client.query(text)).rows.concat(await client.end()).filter(Boolean)
}
afterAll(() => asServer(`drop database if exists ${name} with (force)`))

/** A whole start as another process would make it, up to the first administrator. */
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

it('lets processes that start together migrate once, and make one company and one administrator', async () => {
  await asServer(`create database ${name}`)
  const starts = await Promise.all(Array.from({ length: 8 }, startOnce))
  const files = (await readdir(folder)).map((file) => file.replace(/\.sql$/, '')).sort()
  expect(starts.flatMap(({ applied }) => applied).sort()).toEqual(files)
  expect(new Set(starts.map(({ servingUrl }) => servingUrl)).size).toBe(1)
  expect(new Set(starts.map(({ platformCompany }) => platformCompany)).size).toBe(1)
  expect(starts.filter(({ oneTimePassword }) => oneTimePassword)).toHaveLength(1)
  expect((await startOnce()).applied).toEqual([])
})

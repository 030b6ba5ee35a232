import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../src/kernel/db/database.ts'
import { ensureServingLogin } from '../src/kernel/db/serving-login.ts'
import { templateName } from './administrator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What a run leaves behind goes here, and goes with it. */
    folder: string
    serverUrl: string
    /** `host:port` of the pooler before it; empty: none. */
    pooler: string
  }
}

export type TestDatabase = {
  database: Database
  ownerUrl: string
  /** As the owner of the database: for arranging and for looking behind the product's back. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** A database of its own, cloned from the installed template. Closed after the file's tests. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const serverUrl = inject('serverUrl')
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  await admin.end()

  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const ownerUrl = url.toString()
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => undefined)
  const database = openDatabase(await ensureServingLogin(ownerUrl), 8, () => undefined, inject('pooler'))
  afterAll(async () => {
    await database.close()
    await owner.end()
  })
  return { database, ownerUrl, sql: async (text, values) => (await owner.query(text, values)).rows }
}

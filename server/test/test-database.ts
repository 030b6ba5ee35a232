import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { asOwner } from '../src/kernel/db/as-owner.ts'
import { type Database, openDatabase } from '../src/kernel/db/database.ts'
import { ensureServingLogin } from '../src/kernel/db/serving-login.ts'
import { templateName } from './administrator.ts'
import { inDatabase } from './in-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What a run leaves behind goes here, and goes with it. */
    folder: string
    /** The server as the owner of the test databases, who may create databases and roles. */
    serverUrl: string
    /** The same server as its superuser, for what the owner may not do. */
    superuserUrl: string
    /** `host:port` of the pooler before it; empty: none. */
    pooler: string
  }
}

export type TestDatabase = {
  database: Database
  ownerUrl: string
  /** As the owner of the database: for arranging and for looking behind the product's back. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** As the superuser of the server: for what an owner may not do, such as to see or end connections of other roles. */
  superuserSql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

const openPool = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  return pool
}

/** Opens an installed database of the test server. Closed after the file's tests. */
export const openTestDatabase = async (ownerUrl: string): Promise<TestDatabase> => {
  const owner = openPool(ownerUrl)
  const superuser = openPool(inDatabase(inject('superuserUrl'), new URL(ownerUrl).pathname.slice(1)))
  const database = openDatabase(await ensureServingLogin(ownerUrl), 8, () => undefined, inject('pooler'))
  afterAll(async () => {
    await database.close()
    await Promise.all([owner.end(), superuser.end()])
  })
  return {
    database,
    ownerUrl,
    sql: async (text, values) => (await owner.query(text, values)).rows,
    superuserSql: async (text, values) => (await superuser.query(text, values)).rows,
  }
}

/** A database of its own, cloned from the installed template. Closed after the file's tests. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const serverUrl = inject('serverUrl')
  await asOwner(serverUrl, (admin) => admin.query(`create database ${name} template ${templateName}`))
  return openTestDatabase(inDatabase(serverUrl, name))
}

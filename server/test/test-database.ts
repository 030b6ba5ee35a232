import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asOwner } from '../src/kernel/db/as-owner.ts'
import { type Database, openDatabase } from '../src/kernel/db/database.ts'
import { ensureServingLogin } from '../src/kernel/db/serving-login.ts'
import { templateName } from './administrator.ts'
import { afterFile } from './after-file.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of an installation with modules; undefined for the product's own. */
    migrationsFolder?: string
    /** Features that have changed since the last complete run. */
    changedFeatures: string[]
    /** Folder for files of a run, removed at its end. */
    folder: string
    /** Address of the server as the owner of the test databases, who may create databases and roles. */
    serverUrl: string
    /** Address of the server as its superuser. */
    superuserUrl: string
    /** `host:port` of the pooler before the server; empty for none. */
    pooler: string
  }
}

export type TestDatabase = {
  database: Database
  ownerUrl: string
  /** Runs SQL as the owner of the database. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Runs SQL as the superuser, for example to see or end connections of other roles. */
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
  const superuser = openPool(databaseUrl(inject('superuserUrl'), new URL(ownerUrl).pathname.slice(1)))
  const database = openDatabase(await ensureServingLogin(ownerUrl), 5, {}, inject('pooler'))
  afterFile(async () => {
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

/** Clones the installed template. Closed after the file's tests. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const serverUrl = inject('serverUrl')
  await asOwner(serverUrl, (admin) => admin.query(`create database ${name} template ${templateName}`))
  return openTestDatabase(databaseUrl(serverUrl, name))
}

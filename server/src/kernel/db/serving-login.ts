import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { grantJobSchema } from '../jobs/job-schema.ts'
import { asOwner } from './as-owner.ts'

const settings = {
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '3s',
  TimeZone: 'UTC',
  // The default 4 is meant for hard disks: small tables would be scanned again for every row instead of using their
  // index.
  random_page_cost: '1.1',
}

/**
 * Ensures the login the server works with: it owns nothing, inherits nothing, reaches the job queue, and may assume the
 * company or platform role within a transaction. Created by the owner on the first start; its password is stored in a
 * table that only the owner can read.
 * @returns the serving login's address
 */
export const ensureServingLogin = (ownerUrl: string): Promise<string> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select id from schema_migrations_lock for update')
    const { name, password } = await storedLogin(client)
    // Identifiers and passwords cannot be parameters here; both are hexadecimal.
    if (!/^atrium_serve_[0-9a-f]+$/.test(name) || !/^[0-9a-f]+$/.test(password))
      throw new Error('serving_login was edited')
    const { rows } = await client.query('select rolconfig from pg_roles where rolname = $1', [name])
    // A restored dump contains the table but not the role.
    if (rows.length === 0) await createLogin(client, name, password)
    const set: readonly string[] = rows[0]?.rolconfig ?? []
    for (const [setting, value] of Object.entries(settings))
      if (!set.includes(`${setting}=${value}`)) await client.query(`alter role ${name} set ${setting} = '${value}'`)
    await grantJobSchema(client, name)
    await client.query('commit')
    await assertUnprivilegedLogin(client, name)
    const url = new URL(ownerUrl)
    url.username = name
    url.password = password
    return url.toString()
  })

const storedLogin = async (client: pg.Client): Promise<{ name: string; password: string }> => {
  const { rows } = await client.query('select name, password from serving_login')
  if (rows[0]) return rows[0]
  const login = { name: `atrium_serve_${randomBytes(4).toString('hex')}`, password: randomBytes(24).toString('hex') }
  await client.query('insert into serving_login (name, password) values ($1, $2)', [login.name, login.password])
  return login
}

const createLogin = async (client: pg.Client, name: string, password: string) => {
  await client.query(`create role ${name} login noinherit password '${password}'`)
  await client.query(`grant atrium_company, atrium_platform to ${name}`)
}

const assertUnprivilegedLogin = async (client: pg.Client, name: string) => {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)', [
    name,
  ])
  if (rowCount !== 0) throw new Error(`数据库角色 ${name} 能绕过行级安全，拒绝启动：请收回其 SUPERUSER 和 BYPASSRLS`)
}

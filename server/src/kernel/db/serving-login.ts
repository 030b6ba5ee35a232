import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { grantJobSchema } from '../jobs/job-schema.ts'
import { asOwner } from './as-owner.ts'
import { withLogin } from './server-hosts.ts'
import { assertServingRole, settingsOfLogin } from './serving-role.ts'

export type Login = { name: string; password: string }

/**
 * Ensures the login the server works with: it owns nothing, inherits nothing, reaches the job queue, and may assume the
 * company or platform role within a transaction. The owner creates it on the first start, and stores its password in a
 * table that only the owner can read. Takes the owner's address, and the login that the operator has created instead, for
 * a pooler that must know its password.
 * @returns the serving login's address
 * @throws an Error for the operator if the login may do more or less than that
 */
export const ensureServingLogin = (ownerUrl: string, given?: Login): Promise<string> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select id from schema_migrations_lock for update')
    const { name, password } = given ?? (await ensureOwnLogin(client))
    await assertServingRole(client, name)
    await settingsOfLogin(client, name)
    await grantJobSchema(client, name)
    await client.query('commit')
    return withLogin(ownerUrl, name, password)
  })

const ensureOwnLogin = async (client: pg.Client): Promise<Login> => {
  const login = await storedLogin(client)
  const { name, password } = login
  // Identifiers and passwords cannot be parameters here; both are hexadecimal.
  if (!/^atrium_serve_[0-9a-f]+$/.test(name) || !/^[0-9a-f]+$/.test(password))
    throw new Error('serving_login was edited')
  // A restored dump contains the table but not the role.
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await createLogin(client, login)
  return login
}

const storedLogin = async (client: pg.Client): Promise<Login> => {
  const { rows } = await client.query('select name, password from serving_login')
  if (rows[0]) return rows[0]
  const login = { name: `atrium_serve_${randomBytes(4).toString('hex')}`, password: randomBytes(24).toString('hex') }
  await client.query('insert into serving_login (name, password) values ($1, $2)', [login.name, login.password])
  return login
}

const createLogin = async (client: pg.Client, { name, password }: Login) => {
  await client.query(`create role ${name} login noinherit password '${password}'`)
  await client.query(`grant atrium_company, atrium_platform to ${name}`)
}

import type pg from 'pg'
import { asOwner } from '../src/kernel/db/as-owner.ts'

const name = 'atrium_owner'
const password = 'owner of the test databases'
const serverWideRoles = ['atrium_company', 'atrium_platform']
/** Since then CREATEROLE alone does not allow a role to grant roles that another role has created. */
const adminOptionNeeded = 160_000

const exists = async (client: pg.Client, role: string) =>
  (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

/**
 * Creates an owner of databases with no more privileges than README asks for, neither SUPERUSER nor BYPASSRLS, and
 * CREATEDB for the tests.
 *
 * @returns the address of the server for that role
 */
export const createPlainOwner = async (superuserUrl: string): Promise<string> => {
  await asOwner(superuserUrl, async (client) => {
    const verb = (await exists(client, name)) ? 'alter' : 'create'
    await client.query(
      `${verb} role ${name} login createrole createdb nosuperuser nobypassrls noreplication password '${password}'`,
    )
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`)
    if (rows[0].version < adminOptionNeeded) return
    for (const role of serverWideRoles)
      if (await exists(client, role))
        await client.query(`grant ${role} to ${name} with admin true, inherit false, set false`)
  })
  const url = new URL(superuserUrl)
  url.username = name
  url.password = password
  return url.toString()
}

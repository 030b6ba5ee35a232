import type pg from 'pg'
import { asOwner } from '../src/kernel/db/as-owner.ts'

const name = 'atrium_owner'
const password = 'owner of the test databases'
const serverWideRoles = ['atrium_company', 'atrium_platform']
/** From this version on, CREATEROLE alone does not allow granting roles that another role created. */
const adminOptionNeeded = 160_000

const exists = async (client: pg.Client, role: string) =>
  (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

/**
 * Creates a database owner with the privileges README asks for, without SUPERUSER and BYPASSRLS, and CREATEDB for the
 * tests.
 *
 * @returns the server's address for that role
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

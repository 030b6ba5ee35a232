import type pg from 'pg'
import { tell } from '../texts/operator-language.ts'

const settings = {
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '3s',
  TimeZone: 'UTC',
  // The default 4 is meant for hard disks: small tables would be scanned again for every row instead of using their
  // index.
  random_page_cost: '1.1',
}

type Role = {
  mayLogIn: boolean
  bypasses: boolean
  owns: boolean
  /** Whether it may assume both roles of requests. */
  assumes: boolean
  /** Whether it has the rights of one outside any transaction. */
  inherits: boolean
}

/** A role of PostgreSQL as the server's login; undefined if there is none. */
const findRole = async (client: pg.Client, name: string): Promise<Role | undefined> => {
  const { rows } = await client.query<Role>(
    `select rolcanlogin as "mayLogIn", rolsuper or rolbypassrls as bypasses,
       pg_has_role(oid, current_user, 'member') as owns,
       pg_has_role(oid, 'atrium_company', 'member') and pg_has_role(oid, 'atrium_platform', 'member') as assumes,
       pg_has_role(oid, 'atrium_company', 'usage') or pg_has_role(oid, 'atrium_platform', 'usage') as inherits
     from pg_roles where rolname = $1`,
    [name],
  )
  return rows[0]
}

const findFault = (role: Role | undefined, name: string): string | undefined => {
  if (!role) return tell('不存在，请先创建')
  if (!role.mayLogIn) return tell('不能登录，请授予 LOGIN')
  if (role.bypasses) return tell('能绕过行级安全，请收回其 SUPERUSER 和 BYPASSRLS')
  if (role.owns) return tell('拥有数据库所有者的权限，不受行级安全限制，请改用单独的登录')
  if (!role.assumes)
    return tell('未获授予 atrium_company 和 atrium_platform，请执行 GRANT atrium_company, atrium_platform TO {name}', {
      name,
    })
  if (role.inherits)
    return tell(
      '未执行 SET ROLE 就有 atrium_company 或 atrium_platform 的权限，请执行 ALTER ROLE {name} NOINHERIT，PostgreSQL 16 及更新版本再执行 GRANT atrium_company, atrium_platform TO {name} WITH INHERIT FALSE',
      { name },
    )
}

/**
 * Checks that a login may do what the server needs, and nothing more. Takes the owner's connection and the login.
 * @throws an Error for the operator, with the statement that mends it
 */
export const assertServingRole = async (client: pg.Client, name: string): Promise<void> => {
  const fault = findFault(await findRole(client, name), name)
  if (fault !== undefined) throw new Error(tell('数据库登录 {name} {fault}', { name, fault }))
}

/**
 * Gives a login the settings of the server's sessions that it lacks. Takes the owner's connection and the login.
 * @throws an Error for the operator, with the statements, if the owner may not change the login
 */
export const settingsOfLogin = async (client: pg.Client, name: string): Promise<void> => {
  const { rows } = await client.query('select rolconfig from pg_roles where rolname = $1', [name])
  const set: readonly string[] = rows[0]?.rolconfig ?? []
  const lacking = Object.entries(settings).filter(([setting, value]) => !set.includes(`${setting}=${value}`))
  const statements = lacking.map(
    ([setting, value]) => `ALTER ROLE ${client.escapeIdentifier(name)} SET ${setting} = '${value}'`,
  )
  try {
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new Error(
      tell('数据库的所有者不能修改登录 {name}，请由其创建者执行：{statements}', {
        name,
        statements: statements.join('; '),
      }),
    )
  }
}

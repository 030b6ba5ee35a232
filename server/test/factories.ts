import { hashPassword, users } from '../src/features/users/index.ts'
import { newCompanyId, newId } from '../src/kernel/ids.ts'
import type { TestApp } from './harness.ts'

/** What arranging needs: the owner's SQL and the serving database. */
export type Stage = Pick<TestApp, 'sql' | 'database'>

const password = 'Weak#Reader1'
let hash: Promise<string> | undefined
// One hash serves every user of a file: hashing is slow on purpose.
const sharedHash = () => {
  hash ??= hashPassword(password)
  return hash
}

/** A company that no plan limits. */
export const buildCompany = async (app: Stage, name = '华东公司'): Promise<string> => {
  const id = newCompanyId()
  await app.sql('insert into companies (id, name) values ($1, $2)', [id, name])
  return id
}

/** The same as customers come: a tenant with the standard plan, whose ceiling its roles are under. */
export const buildTenant = async (app: Stage, name: string): Promise<string> => {
  const id = await buildCompany(app, name)
  await app.sql(`insert into tenants (company_id, plan_id) select $1, id from plans where code = 'standard'`, [id])
  return id
}

/** A plan as the standard one, but for one element. */
export const buildPlanWithout = async (app: Stage, element: string) => {
  const id = newId()
  const plan = { id, code: `p${id}`, name: `套餐${id}` }
  await app.sql('insert into plans (id, code, name) values ($1, $2, $3)', [id, plan.code, plan.name])
  await app.sql(
    `insert into plan_elements (plan_id, element) select $1, element from plan_elements
     join plans on plans.id = plan_id where plans.code = 'standard' and element <> $2`,
    [id, element],
  )
  await app.sql(
    `insert into plan_menus (plan_id, menu_id) select $1, menu_id from plan_menus
     join plans on plans.id = plan_id where plans.code = 'standard'`,
    [id],
  )
  return plan
}

type Wanted = {
  companyId: string
  account?: string
  phone?: string
  permissions?: string[]
  menus?: string[]
  mustChange?: boolean
}

/** Somebody with one role that holds exactly these permissions and menus (by code). */
export const buildUser = async (app: Stage, wanted: Wanted) => {
  const { companyId, permissions = [], menus = [], mustChange = false } = wanted
  const id = newId()
  const roleId = newId()
  const roleName = `测试角色${roleId.slice(-8)}`
  const account = wanted.account ?? `user${id.slice(-8)}`
  const passwordHash = await sharedHash()
  await app.database.transact({ reach: 'platform' }, (db) =>
    users.reserve(db, {
      companyId,
      id,
      account,
      name: '张伟',
      passwordHash,
      mustChange,
      ...(wanted.phone !== undefined && { phone: wanted.phone }),
    }),
  )
  await app.sql('insert into roles (company_id, id, code, name) values ($1, $2, $3, $4)', [
    companyId,
    roleId,
    `r${roleId}`,
    roleName,
  ])
  await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, id, roleId])
  await app.sql('insert into role_elements (company_id, role_id, element) select $1, $2, unnest($3::text[])', [
    companyId,
    roleId,
    permissions,
  ])
  await app.sql(
    'insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code = any($3)',
    [companyId, roleId, menus],
  )
  return { id, roleId, roleName, companyId, account, password }
}

export const platformCompanyOf = async (app: Stage): Promise<string> =>
  String((await app.sql('select id from companies where platform'))[0]?.id)

/** More assignments of roles than one review asks about: fifty roles, each worn by the same thousand and one people. */
export const buildManyAssignments = async (app: Stage, companyId: string): Promise<void> => {
  await app.sql(
    `with people as (
       insert into users (company_id, id, account, name, password_hash)
       select $1::uuid, gen_random_uuid(), 'many' || n || substr($1::text, 1, 8), '众人', '' from generate_series(1, 1001) n
       returning id),
     given as (
       insert into roles (company_id, id, name, code) select $1::uuid, gen_random_uuid(), '众多' || n, 'many' || n from generate_series(1, 50) n
       returning id)
     insert into user_roles (company_id, user_id, role_id) select $1::uuid, people.id, given.id from people, given`,
    [companyId],
  )
}

import { users } from '../src/features/people/users/index.ts'
import { newCompanyId, newId } from '../src/kernel/ids.ts'
import { cheapHash } from './cheap-hash.ts'
import type { TestApp } from './harness.ts'

/** What factories need: SQL as the owner and the serving database. */
export type FactoryContext = Pick<TestApp, 'sql' | 'database'>

const password = 'Weak#Reader1'
const sharedHash = cheapHash(password)

/** A company without a plan. */
export const buildCompany = async (app: FactoryContext, name = '华东公司'): Promise<string> => {
  const id = newCompanyId()
  await app.sql('insert into companies (id, name) values ($1, $2)', [id, name])
  return id
}

/** A tenant with the standard plan, which is the ceiling of its roles. */
export const buildTenant = async (app: FactoryContext, name: string): Promise<string> => {
  const id = await buildCompany(app, name)
  await app.sql(`insert into tenants (company_id, plan_id) select $1, id from plans where code = 'standard'`, [id])
  return id
}

/** A copy of the standard plan without one element. */
export const buildPlanWithout = async (app: FactoryContext, element: string) => {
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

type RoleOptions = { companyId: string; name?: string; permissions?: readonly string[]; parent?: string | undefined }

/** A role that holds exactly these permissions. */
export const buildRole = async (app: FactoryContext, options: RoleOptions) => {
  const { companyId, permissions = [], parent = null } = options
  const id = newId()
  const name = options.name ?? `测试角色${id.slice(-8)}`
  await app.sql('insert into roles (company_id, id, code, name, parent_id) values ($1, $2, $3, $4, $5)', [
    companyId,
    id,
    `r${id}`,
    name,
    parent,
  ])
  await app.sql('insert into role_elements (company_id, role_id, element) select $1, $2, unnest($3::text[])', [
    companyId,
    id,
    permissions,
  ])
  return { id, name }
}

/** An organisation at the top of a company. */
export const buildOrganization = async (app: FactoryContext, companyId: string, name: string): Promise<string> => {
  const id = newId()
  await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    companyId,
    id,
    name,
    `/${id}/`,
  ])
  return id
}

type UserOptions = {
  companyId: string
  name?: string
  /** The organisation they belong to. */
  org?: string
  /** They lead it. */
  leads?: boolean
  /** How far they see: themselves, their organisation with those below it, or all, which is the default. */
  scope?: 'self' | 'orgSub' | 'all'
  account?: string
  phone?: string
  permissions?: string[]
  menus?: string[]
  mustChange?: boolean
}

/** A user with one role that holds exactly these permissions and menus (by code). */
export const buildUser = async (app: FactoryContext, options: UserOptions) => {
  const { companyId, permissions = [], menus = [], mustChange = false } = options
  const id = newId()
  const account = options.account ?? `user${id.slice(-8)}`
  await app.database.transact({ reach: 'platform' }, (db) =>
    users.addUser(db, {
      companyId,
      id,
      account,
      name: options.name ?? '张伟',
      passwordHash: sharedHash,
      mustChange,
      ...(options.phone !== undefined && { phone: options.phone }),
    }),
  )
  const { id: roleId, name: roleName } = await buildRole(app, { companyId, permissions })
  await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, id, roleId])
  await app.sql(
    'insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code = any($3)',
    [companyId, roleId, menus],
  )
  if (options.scope) await app.sql('update roles set data_scope = $2 where id = $1', [roleId, options.scope])
  if (options.org)
    await app.sql(
      'insert into user_orgs (company_id, user_id, org_id, is_primary, duty) values ($1, $2, $3, true, $4)',
      [companyId, id, options.org, options.leads ? 'leader' : 'member'],
    )
  return { id, roleId, roleName, companyId, account, password }
}

export const readPlatformCompany = async (app: FactoryContext): Promise<string> =>
  String((await app.sql('select id from companies where platform'))[0]?.id)

/** More role assignments than one review covers: fifty roles for each of 1,001 users. */
export const buildManyAssignments = async (app: FactoryContext, companyId: string): Promise<void> => {
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

import { randomUUID } from 'node:crypto'
import { assignCompanyAdmin } from './authorization.ts'
import { buildTenant, buildUser, type FactoryContext } from './factories.ts'
import type { TestApp } from './harness.ts'

/** An enterprise as registration creates it, with its administrator and a member without rights. */
export const foundEnterprise = async (context: FactoryContext, name = `企业${randomUUID()}`) => {
  const companyId = await buildTenant(context, name)
  await context.sql('insert into enterprises (company_id, name) values ($1, $2)', [companyId, name])
  const admin = await buildUser(context, { companyId })
  await context.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  const member = await buildUser(context, { companyId })
  await context.sql('update companies set admin_id = $2 where id = $1', [companyId, admin.id])
  return { companyId, name, admin, member }
}

/** The same, with its administrator signed in. */
export const buildEnterprise = async (app: TestApp, name?: string) => {
  const enterprise = await foundEnterprise(app, name)
  return { ...enterprise, token: await app.signIn(enterprise.admin) }
}
export type BuiltEnterprise = Awaited<ReturnType<typeof buildEnterprise>>

/** A person who registered for themselves. */
export const buildPerson = async (app: FactoryContext) => {
  await app.sql(
    `insert into companies (id, top_id, name, members) select id, id, '注册会员', true from (select gen_random_uuid() as id) as new
     on conflict do nothing`,
  )
  const companyId = String((await app.sql('select id from companies where members'))[0]?.id)
  return buildUser(app, { companyId })
}

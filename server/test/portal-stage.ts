import { randomUUID } from 'node:crypto'
import { assignCompanyAdmin } from '../src/features/access/authorization/index.ts'
import { buildTenant, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'

/** An enterprise as registration creates it, with its administrator, who is signed in, and a member without rights. */
export const buildEnterprise = async (app: TestApp, name = `企业${randomUUID()}`) => {
  const companyId = await buildTenant(app, name)
  await app.sql('insert into enterprises (company_id, name) values ($1, $2)', [companyId, name])
  const admin = await buildUser(app, { companyId })
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  const member = await buildUser(app, { companyId })
  await app.sql('update companies set admin_id = $2 where id = $1', [companyId, admin.id])
  return { companyId, name, admin, member, token: await app.signIn(admin) }
}
export type BuiltEnterprise = Awaited<ReturnType<typeof buildEnterprise>>

/** A person who registered for themselves. */
export const buildPerson = async (app: TestApp) => {
  await app.sql(
    `insert into companies (id, top_id, name, members) select id, id, '注册会员', true from (select gen_random_uuid() as id) as new
     on conflict do nothing`,
  )
  const companyId = String((await app.sql('select id from companies where members'))[0]?.id)
  return buildUser(app, { companyId })
}

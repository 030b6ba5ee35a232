import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'

/** Progress of a company's setup, and the candidate for its administrator. */
export const setUpRepository = {
  findSteps: async (db: Db, companyId: string): Promise<SetUp> => {
    const { rows } = await sql<Record<SetUp[number]['step'], boolean> & { from: string | null }>`
      with admin_role as (
        select id from roles where company_id = ${companyId} and type = 'builtin' and code = 'company-admin'),
      plan as (
        select plan_id from companies join tenants on tenants.company_id = companies.top_id where companies.id = ${companyId})
      select
        exists (select from admin_role) as role,
        exists (
          select from companies
          join users on users.company_id = companies.id and users.id = companies.admin_id and users.deleted_at is null
          join user_roles assignment on assignment.company_id = users.company_id and assignment.user_id = users.id and in_force(assignment)
          join admin_role on admin_role.id = assignment.role_id
          where companies.id = ${companyId}) as administrator,
        exists (select from admin_role)
          and array(select element from plan_elements join plan using (plan_id) order by 1)
            = array(select element from role_elements join admin_role on admin_role.id = role_id where company_id = ${companyId} order by 1)
          and array(select menu_id from plan_menus join plan using (plan_id) order by 1)
            = array(select menu_id from role_menus join admin_role on admin_role.id = role_id where company_id = ${companyId} order by 1)
          as rights,
        own.template_at is not null as template, like_it.name as from
      from companies left join tenants own on own.company_id = companies.id left join companies like_it on like_it.id = own.template_id
      where companies.id = ${companyId}`.execute(db)
    const found = rows[0]
    const from = found?.from ?? null
    const steps = (['role', 'administrator', 'rights'] as const).map((step) => ({ step, done: found?.[step] ?? false }))
    return from === null ? steps : [...steps, { step: 'template', done: found?.template ?? false, from }]
  },

  /** The recorded administrator, or else the first user. */
  findAdministratorCandidate: async (db: Db, companyId: string): Promise<string | undefined> => {
    const { rows } = await sql<{ id: string }>`
      select users.id from users join companies on companies.id = users.company_id
      where users.company_id = ${companyId} and users.deleted_at is null
      order by users.id = companies.admin_id desc nulls last, users.created_at, users.id limit 1`.execute(db)
    return rows[0]?.id
  },
}

import type { CustomValues } from '@atrium/contract/kernel/custom-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'

type Named = { id: string; name: string }
export type StoredPerson = {
  id: string
  name: string
  account: string
  email: string | null
  phone: string | null
  timeZone: string
  /** Chosen by the person, or the default of their company. */
  language: string | null
  updatedAt: number
  company: Named
  organizations: (Named & { code: string; primary: boolean })[]
  /** Custom fields in use. */
  custom: CustomValues | null
}

const referenced = (table: 'users' | 'orgs') => sql`(select jsonb_build_object('id', named.id, 'name', named.name)
  from ${sql.table(table)} named where named.company_id = users.company_id and named.id = (users.custom ->> field.key)::uuid)`
const custom = sql`case when users.custom <> '{}' then (
  select jsonb_strip_nulls(jsonb_object_agg(field.key, case field.kind when 'person' then ${referenced('users')}
    when 'organization' then ${referenced('orgs')} else users.custom -> field.key end))
  from custom_fields field
  where field.entity = 'user' and field.removed_at is null and field.status = 1
    and (field.platform or field.company_id = users.company_id) and users.custom ? field.key) end`

export const oidcClaimsRepository = {
  /** What can be disclosed about a person. Contacts of an account that belongs to another company stay there. */
  async find(db: Db, companyId: string, userId: string): Promise<StoredPerson | undefined> {
    const { rows } = await sql<StoredPerson>`
      select users.id, users.name, users.account, users.email, users.phone, users.time_zone as "timeZone",
        coalesce(principal.language, users.language, tenants.language) as language,
        extract(epoch from users.updated_at)::bigint as "updatedAt",
        json_build_object('id', companies.id, 'name', companies.name) as company,
        coalesce((select json_agg(json_build_object('id', orgs.id, 'name', orgs.name, 'code', orgs.code, 'primary', held.is_primary)
            order by held.is_primary desc, orgs.name collate by_name)
          from user_orgs held join orgs on orgs.company_id = held.company_id and orgs.id = held.org_id
          where held.company_id = users.company_id and held.user_id = users.id), '[]') as organizations,
        ${custom} as custom
      from users join companies on companies.id = users.company_id
        left join tenants on tenants.company_id = companies.top_id
        left join users principal on principal.company_id = users.principal_company_id and principal.id = users.principal_id
      where users.company_id = ${companyId} and users.id = ${userId}`.execute(db)
    return rows[0]
  },
}

import type { ScimSettings, ScimWrite } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { isLiveSecret } from './open-apps.repository.ts'

type Stored = Pick<ScimSettings, 'enabled' | 'org' | 'version'>
const unset: Stored = { enabled: false, org: null, version: 1 }

/** How applications of the acting company provision users. */
export const scimSettingsRepository = {
  async find(db: Db, appId: string): Promise<Stored> {
    const found = await db
      .selectFrom('open_app_scim as settings')
      .leftJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'settings.company_id').onRef('orgs.id', '=', 'settings.org_id'),
      )
      .where('settings.app_id', '=', appId)
      .select(['enabled', 'settings.version'])
      .select(
        sql<
          Stored['org']
        >`case when orgs.id is not null then json_build_object('id', orgs.id, 'name', orgs.name) end`.as('org'),
      )
      .executeTakeFirst()
    return found ?? unset
  },
  roles: (db: Db, appId: string) =>
    db
      .selectFrom('open_app_scim_roles as held')
      .innerJoin('roles', (join) =>
        join.onRef('roles.company_id', '=', 'held.company_id').onRef('roles.id', '=', 'held.role_id'),
      )
      .where('held.app_id', '=', appId)
      .select(['roles.id', 'roles.name'])
      .orderBy(byName('roles.name'))
      .execute(),
  countUsers: async (db: Db, appId: string) =>
    (
      await db
        .selectFrom('open_app_scim_users as link')
        .innerJoin('users', (join) =>
          join.onRef('users.company_id', '=', 'link.company_id').onRef('users.id', '=', 'link.user_id'),
        )
        .where('link.app_id', '=', appId)
        .where('users.deleted_at', 'is', null)
        .select(sql<number>`count(*)`.as('many'))
        .executeTakeFirst()
    )?.many ?? 0,

  async save(db: Db, appId: string, { enabled, orgId, roleIds, version }: ScimWrite, by: Person) {
    const columns = { enabled, org_id: orgId, version: version + 1, updated_by: JSON.stringify(by) }
    await db
      .insertInto('open_app_scim')
      .values({ company_id: sql<string>`acting_company()`, app_id: appId, ...columns })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'app_id']).doUpdateSet({ ...columns, updated_at: sql<string>`now()` }),
      )
      .execute()
    await db
      .deleteFrom('open_app_scim_roles')
      .where('app_id', '=', appId)
      .where(sql<boolean>`role_id <> all(${roleIds}::uuid[])`)
      .execute()
    await sql`insert into open_app_scim_roles (company_id, app_id, role_id)
      select acting_company(), ${appId}, id from unnest(${roleIds}::uuid[]) as id on conflict do nothing`.execute(db)
  },

  /** Whether the application provisions users, or holds a token with which it would. */
  isHeld: async (db: Db, appId: string): Promise<boolean> => {
    const { rows } = await sql<{ held: boolean }>`
      select exists (select from open_app_scim where app_id = ${appId} and enabled)
        or exists (select from open_app_scim_tokens where app_id = ${appId} and ${isLiveSecret}) as held`.execute(db)
    return rows[0]?.held ?? false
  },
}

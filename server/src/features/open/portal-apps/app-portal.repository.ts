import type {
  Audience,
  PortalSettings,
  PortalSettingsWrite,
} from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

type Stored = Omit<PortalSettings, 'targets'> & { targetIds: string[] }
const maxFound = 20
const none: Stored = {
  ...{ audience: 'nobody', targetIds: [], category: '', address: '', openMode: 'blank', sso: false, scopes: [] },
  version: 1,
}
const tables = { orgs: 'orgs', roles: 'roles' } as const
type Targeted = keyof typeof tables

/** How applications of the acting company appear on the portal. */
export const appPortalRepository = {
  async find(db: Db, appId: string): Promise<Stored> {
    const found = await db
      .selectFrom('open_app_portals')
      .where('app_id', '=', appId)
      .select(['audience', 'target_ids as targetIds', 'category', 'address', 'open_mode as openMode', 'sso', 'scopes'])
      .select('version')
      .$castTo<Stored>()
      .executeTakeFirst()
    return found ?? none
  },

  save(db: Db, appId: string, { targetIds, openMode, version, ...settings }: PortalSettingsWrite, by: Person) {
    const columns = {
      ...settings,
      ...{ target_ids: targetIds, open_mode: openMode, version: version + 1, updated_by: JSON.stringify(by) },
    }
    return db
      .insertInto('open_app_portals')
      .values({ company_id: sql<string>`acting_company()`, app_id: appId, ...columns })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'app_id']).doUpdateSet({ ...columns, updated_at: sql<string>`now()` }),
      )
      .execute()
  },

  /** Names of organisations or roles of the company, by id. */
  targets: async (db: Db, audience: Audience, ids: readonly string[]) =>
    audience in tables
      ? db
          .selectFrom(tables[audience as Targeted])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .select(['id', 'name'])
          .orderBy('name')
          .execute()
      : [],
  findTargets: (db: Db, audience: Targeted, keyword: string) =>
    db
      .selectFrom(tables[audience])
      .where('name', 'ilike', likePattern(keyword))
      .select(['id', 'name'])
      .orderBy('name')
      .limit(maxFound)
      .execute(),
}

import type {
  Audience,
  PortalSettings,
  PortalSettingsWrite,
} from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { sql } from 'kysely'
import { byName, nameHolds } from '../../../kernel/db/by-name.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { isVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'

type Stored = Omit<PortalSettings, 'targets' | 'approvers'> & { targetIds: string[] }
const maxFound = 20
const none: Stored = {
  audience: 'nobody',
  targetIds: [],
  category: '',
  address: '',
  openMode: 'blank',
  sso: false,
  scopes: [],
  requestable: false,
  version: 1,
}
const tables = { orgs: 'orgs', roles: 'roles' } as const
type Targeted = keyof typeof tables

const presentUsers = (db: Db) => db.selectFrom('users').where('users.deleted_at', 'is', null)

/** How applications of the acting company appear on the portal. */
export const appPortalRepository = {
  async find(db: Db, appId: string): Promise<Stored> {
    const found = await db
      .selectFrom('open_app_portals')
      .where('app_id', '=', appId)
      .select(['audience', 'target_ids as targetIds', 'category', 'address', 'open_mode as openMode', 'sso', 'scopes'])
      .select(['requestable', 'version'])
      .$castTo<Stored>()
      .executeTakeFirst()
    return found ?? none
  },

  save(
    db: Db,
    appId: string,
    { targetIds, openMode, version, approverIds: _, ...settings }: PortalSettingsWrite,
    by: Person,
  ) {
    const columns = {
      ...settings,
      target_ids: targetIds,
      open_mode: openMode,
      version: version + 1,
      updated_by: JSON.stringify(by),
    }
    return db
      .insertInto('open_app_portals')
      .values({ company_id: sql<string>`acting_company()`, app_id: appId, ...columns })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'app_id']).doUpdateSet({ ...columns, updated_at: sql<string>`now()` }),
      )
      .execute()
  },

  /** Chosen approvers of an application, by name; deleted users excluded. */
  approvers: (db: Db, appId: string): Promise<Person[]> =>
    presentUsers(db)
      .innerJoin('app_approvers as chosen', (join) =>
        join.onRef('chosen.company_id', '=', 'users.company_id').onRef('chosen.user_id', '=', 'users.id'),
      )
      .where('chosen.app_id', '=', appId)
      .select(['users.id', 'users.name'])
      .orderBy(byName('users.name'))
      .orderBy('users.id')
      .execute(),
  /** Those of the given users who can sign in, in the caller's row scope. */
  activeUsers(db: Db, actor: Viewer, ids: readonly string[]): Promise<Person[]> {
    const found = presentUsers(db)
      .where(sql<boolean>`users.id = any(${ids}::uuid[]) and status_of(users) = 1`)
      .select(['users.id', 'users.name'])
    const isVisible = isVisibleUser(actor, 'users.id')
    return (isVisible ? found.where(isVisible) : found).execute()
  },
  async replaceApprovers(db: Db, appId: string, ids: readonly string[]) {
    await db.deleteFrom('app_approvers').where('app_id', '=', appId).execute()
    if (ids.length === 0) return
    await db
      .insertInto('app_approvers')
      .values(ids.map((id) => ({ company_id: sql<string>`acting_company()`, app_id: appId, user_id: id })))
      .execute()
  },

  /** Names of organisations or roles of the company, by id. */
  targets: async (db: Db, audience: Audience, ids: readonly string[]) =>
    audience in tables
      ? db
          .selectFrom(tables[audience as Targeted])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .select(['id', 'name'])
          .orderBy(byName('name'))
          .execute()
      : [],
  findTargets: (db: Db, audience: Targeted, keyword: string) =>
    db
      .selectFrom(tables[audience])
      .where(nameHolds('name', keyword))
      .select(['id', 'name'])
      .orderBy(byName('name'))
      .limit(maxFound)
      .execute(),
}

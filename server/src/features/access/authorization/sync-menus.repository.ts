import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { MenuContent } from './merge-menu.ts'

type StoredMenu = MenuContent & { id: string; code: string; declared: MenuContent | null }
type MenuUpsert = { id: string; code: string; parentId: string | null; content: MenuContent; declared: MenuContent }

export const syncMenusRepository = {
  all: (db: Db) =>
    db
      .selectFrom('menus')
      .leftJoin('menus as parent', 'parent.id', 'menus.parent_id')
      .select([
        'menus.id',
        'menus.code',
        'parent.code as parent',
        'menus.name',
        'menus.kind',
        'menus.sort',
        'menus.metadata',
        'menus.declared',
      ])
      .$castTo<StoredMenu>()
      .execute(),

  upsert: (db: Db, { id, code, parentId, content, declared }: MenuUpsert) => {
    const { name, kind, sort } = content
    const row = { parent_id: parentId, name, kind, sort, metadata: JSON.stringify(content.metadata) }
    const values = { ...row, origin: 'code', declared: JSON.stringify(declared) }
    return db
      .insertInto('menus')
      .values({ id, code, ...values })
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet({ ...values, version: sql`menus.version + 1` })
          .where(
            sql<boolean>`(menus.parent_id, menus.name, menus.kind, menus.sort, menus.metadata, menus.origin, menus.declared)
              is distinct from (excluded.parent_id, excluded.name, excluded.kind, excluded.sort, excluded.metadata, excluded.origin, excluded.declared)`,
          ),
      )
      .execute()
  },

  /** Grants menus to every role and plan that has another one. */
  grantToHolders: async (db: Db, menuId: string, granted: readonly string[]) => {
    await sql`
      insert into role_menus (company_id, role_id, menu_id)
        select company_id, role_id, given from role_menus, unnest(${granted}::uuid[]) as given where menu_id = ${menuId}
        on conflict do nothing`.execute(db)
    await sql`
      insert into plan_menus (plan_id, menu_id)
        select plan_id, given from plan_menus, unnest(${granted}::uuid[]) as given where menu_id = ${menuId}
        on conflict do nothing`.execute(db)
  },

  /** Deletes code menus other than these, from the lowest up; those with others below them become custom menus. */
  retire: async (db: Db, codes: readonly string[]) => {
    const retired = sql<boolean>`origin = 'code' and code <> all(${codes})`
    const isEmpty = sql<boolean>`not exists (select from menus below where below.parent_id = menus.id)`
    while ((await db.deleteFrom('menus').where(retired).where(isEmpty).returning('id').execute()).length > 0);
    await db.updateTable('menus').set({ origin: 'custom', declared: null }).where(retired).execute()
  },
}

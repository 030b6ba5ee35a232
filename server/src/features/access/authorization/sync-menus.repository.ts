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
}

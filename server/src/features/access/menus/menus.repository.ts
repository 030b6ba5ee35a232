import type { MenuMove, MenuRow, NeededElement } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { sql } from 'kysely'
import { crudRepository, type Person, stampColumns } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ForestMenu } from './menu-forest.ts'

const columns = {
  id: 'id',
  code: 'code',
  name: 'name',
  parent: 'parent_id',
  kind: 'kind',
  sort: 'sort',
  status: 'status',
  metadata: 'metadata',
  origin: 'origin',
  ...stampColumns,
} as const

export type StoredMenu = Omit<MenuRow, 'metadata'> & ForestMenu
type Content = Omit<ForestMenu, 'id' | 'code' | 'elems'>

const stored = crudRepository<'menus', typeof columns, Omit<StoredMenu, 'elems'>>({
  table: 'menus',
  columns,
  searchIn: ['name'],
  orderBy: 'sort',
})
const elems = sql<NeededElement[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', elements.id, 'code', elements.code, 'name', elements.name)
    order by elements.code), '[]')
  from menu_elements join elements on elements.code = element where menu_id = menus.id)`
const rows = (db: Db) =>
  db
    .selectFrom('menus')
    .select(Object.entries(columns).map(([wire, column]) => sql.ref(column).as(wire)))
    .select(elems.as('elems'))
    .$castTo<StoredMenu>()
const elements = (db: Db) => db.selectFrom('elements').select(['id', 'code', 'name']).orderBy('code')
const toColumns = ({ parent, metadata, name, kind, sort, status }: Content) => ({
  parent_id: parent,
  metadata: JSON.stringify(metadata),
  name,
  kind,
  sort,
  status,
})

export const menusRepository = {
  /**
   * Serialises menu changes, because paths and ancestors are validated over all menus. Locks the page of the menus
   * until the transaction ends: it cannot be deleted, and grants of it do not wait.
   */
  lockTree: (db: Db) => db.selectFrom('menus').where('code', '=', 'sys.menus').select('id').forNoKeyUpdate().execute(),

  all: (db: Db) => rows(db).execute(),
  /** Addresses of active iframe menus. */
  frameAddresses: async (db: Db): Promise<string[]> => {
    const external = sql<string | null>`metadata->>'external'`
    const rows = await db
      .selectFrom('menus')
      .where('kind', '=', 'iframe')
      .where('status', '=', 1)
      .select(external.as('external'))
      .execute()
    return rows.flatMap(({ external }) => external ?? [])
  },
  find: (db: Db, id: string) => rows(db).where('menus.id', '=', id).executeTakeFirst(),
  /** In one statement, since descendants may be among them. */
  remove: (db: Db, ids: readonly string[]) => db.deleteFrom('menus').where('id', 'in', ids).execute(),

  elementsByCodes: (db: Db, codes: readonly string[]): Promise<NeededElement[]> =>
    elements(db).where('code', 'in', codes).execute(),
  /** Locks elements against deletion until the transaction ends. */
  lockElements: (db: Db, ids: readonly string[]): Promise<NeededElement[]> =>
    elements(db).where('id', 'in', ids).forKeyShare().execute(),
  /** Replaces the elements a menu requires. */
  async setElements(db: Db, id: string, codes: readonly string[]): Promise<void> {
    await db.deleteFrom('menu_elements').where('menu_id', '=', id).execute()
    if (codes.length === 0) return
    await db
      .insertInto('menu_elements')
      .values(codes.map((element) => ({ menu_id: id, element })))
      .execute()
  },

  insert: (db: Db, menu: Content, by: Person) => {
    const id = newId()
    return stored.insert(db, { id, code: `custom.${id}`, ...toColumns(menu) }, by)
  },
  update: (db: Db, id: string, menu: Content, by: Person) => stored.update(db, id, toColumns(menu), by),

  /** Moves menus; only those that change get a new version. */
  move: (db: Db, moves: readonly MenuMove[], by: Person) =>
    sql`update menus set parent_id = moved.parent, sort = moved.sort, version = version + 1,
          updated_at = now(), updated_by = ${JSON.stringify(by)}::jsonb
        from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as moved (id uuid, parent uuid, sort integer)
        where menus.id = moved.id and (menus.parent_id, menus.sort) is distinct from (moved.parent, moved.sort)`.execute(
      db,
    ),
}

import type {
  ApiRow,
  ApiUpdate,
  ApiWrite,
  ElementRow,
  ElementUpdate,
  ElementWrite,
  ModuleRow,
  ModuleUpdate,
  ModuleWrite,
  RegistryChanges,
  RestrictionImpact,
} from '@atrium/contract/features/registry/registry.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { crudRepository, type Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { opensHighRisk } from './registry.repository.ts'

const common = {
  id: 'id',
  name: 'name',
  desc: 'description',
  origin: 'origin',
  state: 'state',
  createTime: 'created_at',
  createBy: 'created_by',
  updateTime: 'updated_at',
  updateBy: 'updated_by',
  version: 'version',
} as const
const moduleColumns = { ...common, code: 'code', app: 'app', sort: 'sort' } as const
const elementColumns = {
  ...common,
  code: 'code',
  module: 'module',
  kind: 'kind',
  risk: 'risk',
  field: 'field',
  sort: 'sort',
} as const
const apiColumns = {
  ...common,
  key: 'key',
  method: 'method',
  path: 'path',
  module: 'module',
  auth: 'auth',
  mode: 'mode',
  observedSince: 'observed_since',
  rate: 'rate',
  mfa: 'mfa',
  audit: 'audit',
} as const

export type StoredModule = Omit<ModuleRow, 'elems'>
export type StoredElement = Omit<ElementRow, 'moduleId' | 'apis' | 'roles' | 'menus'> & { module: string }
export type StoredApi = Omit<ApiRow, 'elems' | 'unbound' | 'stat' | 'declaredAudit'>

const modules = crudRepository<'modules', typeof moduleColumns, StoredModule>({
  table: 'modules',
  columns: moduleColumns,
  searchIn: ['code', 'name'],
  orderBy: 'sort',
})
const elements = crudRepository<'elements', typeof elementColumns, StoredElement>({
  table: 'elements',
  columns: elementColumns,
  searchIn: ['code', 'name'],
  orderBy: 'sort',
})
const apis = crudRepository<'apis', typeof apiColumns, StoredApi>({
  table: 'apis',
  columns: apiColumns,
  searchIn: ['path', 'name'],
  orderBy: 'path',
})

const columnsOf = <Row extends { desc: string }>({ desc, ...row }: Row) => ({ ...row, description: desc })
/** Only what is of the kind restricts anything. */
const elementColumnsOf = ({ field, ...write }: Omit<ElementWrite, 'moduleId' | 'operation'>) => ({
  ...columnsOf(write),
  field: write.kind === 'field' ? JSON.stringify(field) : null,
})
const custom = { origin: 'custom', state: 'active' } as const

type Holders = { companies: number; roles: number; people: number }
type Kind = RegistryChanges['added'][number]['kind']
export type Flagged = { id: string; kind: Kind; code: string; name: string; state: 'new' | 'changed' | 'missing' }
const tables = { module: 'modules', element: 'elements', api: 'apis' } as const
const kinds = Object.keys(tables) as Kind[]

const counted = async (db: Db, of: RawBuilder<unknown>): Promise<Holders> => {
  const { rows } = await sql<Holders>`select companies, roles, people from ${of}`.execute(db)
  return rows[0] ?? { companies: 0, roles: 0, people: 0 }
}

/** What people change of the registry; the catalogue's own side is in `registry.repository.ts`. */
export const registryWritesRepository = {
  modules: {
    hold: modules.hold,
    remove: modules.remove,
    insert: (db: Db, write: ModuleWrite, by: Person) =>
      modules.insert(db, { id: newId(), ...columnsOf(write), ...custom }, by),
    update: (db: Db, id: string, { version: _, ...write }: ModuleUpdate, by: Person) =>
      modules.update(db, id, columnsOf(write), by),
    /** The module of that code, held, so that nobody deletes it while something is put into it. */
    holdCoded: (db: Db, code: string) =>
      db.selectFrom('modules').where('code', '=', code).select(['id', 'code']).forKeyShare().executeTakeFirst(),
    holdNumbered: (db: Db, id: string) =>
      db.selectFrom('modules').where('id', '=', id).select(['id', 'code']).forKeyShare().executeTakeFirst(),
    isInUse: async (db: Db, code: string): Promise<boolean> => {
      const { rows } = await sql<{ used: boolean }>`
        select exists (select from elements where module = ${code})
            or exists (select from apis where module = ${code}) as used`.execute(db)
      return rows[0]?.used === true
    },
  },

  elements: {
    hold: elements.hold,
    remove: elements.remove,
    insert: (db: Db, module: string, { moduleId: _, operation, ...write }: ElementWrite, by: Person) =>
      elements.insert(
        db,
        { id: newId(), code: `${module}:${operation}`, operation, module, ...elementColumnsOf(write), ...custom },
        by,
      ),
    update: (db: Db, id: string, module: string, { version: _, moduleId: __, ...write }: ElementUpdate, by: Person) =>
      elements.update(db, id, { module, ...elementColumnsOf(write) }, by),
    /** The menus that name an element. */
    menusNaming: async (db: Db, code: string): Promise<string[]> => {
      const naming = db
        .selectFrom('menu_elements')
        .innerJoin('menus', 'menus.id', 'menu_id')
        .where('element', '=', code)
      return (await naming.select('menus.name').orderBy('menus.name').execute()).map(({ name }) => name)
    },
  },

  apis: {
    hold: apis.hold,
    remove: apis.remove,
    insert: (db: Db, write: ApiWrite, by: Person) =>
      apis.insert(db, { id: newId(), ...columnsOf(write), ...custom }, by),
    update: (
      db: Db,
      id: string,
      { version: _, deprecated: __, ...write }: ApiUpdate,
      state: StoredApi['state'],
      by: Person,
    ) => apis.update(db, id, { ...columnsOf(write), state }, by),
    setMode: (db: Db, id: string, mode: StoredApi['mode'], by: Person) =>
      apis.update(db, id, { mode, observed_since: mode === 'observe' ? new Date().toISOString() : null }, by),
    /** Whether something opens an API, and whether something that does carries a high risk. */
    openers: (db: Db, id: string) =>
      db
        .selectFrom('apis')
        .where('id', '=', id)
        .select([
          sql<boolean>`exists (select from element_apis where api_id = apis.id)`.as('isBound'),
          opensHighRisk.as('opensHighRisk'),
        ])
        .executeTakeFirstOrThrow(),
    /** The elements that open an API. */
    elementsOf: async (db: Db, id: string): Promise<string[]> => {
      const bound = db.selectFrom('element_apis').where('api_id', '=', id).select('element').orderBy('element')
      return (await bound.execute()).map(({ element }) => element)
    },
  },

  /** The APIs that an element opens, and whether nothing else opens them. */
  openedBy: (db: Db, element: string) =>
    db
      .selectFrom('element_apis')
      .innerJoin('apis', 'apis.id', 'element_apis.api_id')
      .where('element', '=', element)
      .select(['apis.id', 'apis.method', 'apis.path'])
      .select(
        sql<boolean>`not exists (select from element_apis other where other.api_id = apis.id and other.element <> ${element})`.as(
          'alone',
        ),
      )
      .orderBy('apis.path')
      .orderBy('apis.method')
      .execute(),
  /** How many companies, roles and people hold one of these elements. */
  holders: (db: Db, codes: readonly string[]) => counted(db, sql`holders_of(${codes})`),
  /** From how many people an element keeps what it restricts. */
  restrictedBy: async (db: Db, code: string): Promise<RestrictionImpact> => {
    const { rows } = await sql<RestrictionImpact>`select companies, people from restricted_by(${code})`.execute(db)
    return rows[0] ?? { companies: 0, people: 0 }
  },
  /** How many can make one of these calls by this element alone. */
  losers: (db: Db, code: string, apiIds: readonly string[]) => counted(db, sql`losers_of(${code}, ${apiIds})`),

  /** Everything whose declaration nobody has looked at since it changed, held until the transaction ends. */
  async flagged(db: Db): Promise<Flagged[]> {
    const found: Flagged[] = []
    for (const kind of kinds) {
      const code = kind === 'api' ? sql<string>`method || ' ' || path` : sql<string>`code`
      const rows = await db
        .selectFrom(tables[kind])
        .where('state', 'in', ['new', 'changed', 'missing'])
        .select(['id', 'name', 'state', code.as('code')])
        .orderBy(code)
        .forUpdate()
        .$castTo<Omit<Flagged, 'kind'>>()
        .execute()
      found.push(...rows.map((row) => ({ ...row, kind })))
    }
    return found
  },
  /** They are known now. */
  async acknowledge(db: Db, known: readonly Flagged[]): Promise<void> {
    for (const kind of kinds) {
      const ids = known.filter((row) => row.kind === kind).map(({ id }) => id)
      if (ids.length > 0) await db.updateTable(tables[kind]).set({ state: 'active' }).where('id', 'in', ids).execute()
    }
  },
}

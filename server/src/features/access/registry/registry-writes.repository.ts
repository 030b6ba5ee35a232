import type {
  ApiRow,
  ApiUpdate,
  ApiWrite,
  RegistryChanges,
} from '@atrium/contract/features/access/registry/apis.contract.ts'
import type {
  ElementRow,
  ElementUpdate,
  ElementWrite,
  RestrictionImpact,
} from '@atrium/contract/features/access/registry/elements.contract.ts'
import type {
  ModuleRow,
  ModuleUpdate,
  ModuleWrite,
} from '@atrium/contract/features/access/registry/modules.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import { crudRepository, type Person, stampColumns } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { opensHighRisk } from './registry.repository.ts'

const common = {
  id: 'id',
  name: 'name',
  desc: 'description',
  origin: 'origin',
  state: 'state',
  ...stampColumns,
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

const toColumns = <Row extends { desc: string }>({ desc, ...row }: Row) => ({ ...row, description: desc })
/** Only the kind `field` restricts. */
const toElementColumns = ({ field, ...write }: Omit<ElementWrite, 'moduleId' | 'operation'>) => ({
  ...toColumns(write),
  field: write.kind === 'field' ? JSON.stringify(field) : null,
})
const custom = { origin: 'custom', state: 'active' } as const

type Holders = { companies: number; roles: number; people: number }
type Kind = RegistryChanges['added'][number]['kind']
export type Flagged = { id: string; kind: Kind; code: string; name: string; state: 'new' | 'changed' | 'missing' }
const tables = { module: 'modules', element: 'elements', api: 'apis' } as const
const kinds = Object.keys(tables) as Kind[]

const countHolders = async (db: Db, of: RawBuilder<unknown>): Promise<Holders> => {
  const { rows } = await sql<Holders>`select companies, roles, people from ${of}`.execute(db)
  return rows[0] ?? { companies: 0, roles: 0, people: 0 }
}

/** Edits by administrators; `registry.repository.ts` writes the declarations. */
export const registryWritesRepository = {
  modules: {
    findForUpdate: modules.findForUpdate,
    remove: modules.remove,
    insert: (db: Db, write: ModuleWrite, by: Person) => modules.insert(db, { ...toColumns(write), ...custom }, by),
    update: (db: Db, id: string, write: Omit<ModuleUpdate, 'version'>, by: Person) =>
      modules.update(db, id, toColumns(write), by),
    /** Locks the module with this code, so that it cannot be deleted while something is added to it. */
    lockByCode: (db: Db, code: string) =>
      db.selectFrom('modules').where('code', '=', code).select(['id', 'code']).forKeyShare().executeTakeFirst(),
    lockById: (db: Db, id: string) =>
      db.selectFrom('modules').where('id', '=', id).select(['id', 'code']).forKeyShare().executeTakeFirst(),
    isInUse: async (db: Db, code: string): Promise<boolean> => {
      const { rows } = await sql<{ used: boolean }>`
        select exists (select from elements where module = ${code})
            or exists (select from apis where module = ${code}) as used`.execute(db)
      return rows[0]?.used === true
    },
  },

  elements: {
    hold: elements.findForUpdate,
    remove: elements.remove,
    insert: (db: Db, module: string, { moduleId: _, operation, ...write }: ElementWrite, by: Person) =>
      elements.insert(
        db,
        { code: `${module}:${operation}`, operation, module, ...toElementColumns(write), ...custom },
        by,
      ),
    update: (db: Db, id: string, module: string, { version: _, moduleId: __, ...write }: ElementUpdate, by: Person) =>
      elements.update(db, id, { module, ...toElementColumns(write) }, by),
    /** Names of the menus that require an element. */
    menusRequiring: async (db: Db, code: string): Promise<string[]> => {
      const naming = db
        .selectFrom('menu_elements')
        .innerJoin('menus', 'menus.id', 'menu_id')
        .where('element', '=', code)
      return (await naming.select('menus.name').orderBy(byName('menus.name')).execute()).map(({ name }) => name)
    },
  },

  apis: {
    hold: apis.findForUpdate,
    remove: apis.remove,
    insert: (db: Db, write: ApiWrite, by: Person) => apis.insert(db, { ...toColumns(write), ...custom }, by),
    update: (
      db: Db,
      id: string,
      { version: _, deprecated: __, ...write }: ApiUpdate,
      state: StoredApi['state'],
      by: Person,
    ) => apis.update(db, id, { ...toColumns(write), state }, by),
    setMode: (db: Db, id: string, mode: StoredApi['mode'], by: Person) =>
      apis.update(db, id, { mode, observed_since: mode === 'observe' ? new Date().toISOString() : null }, by),
    /** Whether an element opens the API, and whether one of high risk does. */
    openingElements: (db: Db, id: string) =>
      db
        .selectFrom('apis')
        .where('id', '=', id)
        .select([
          sql<boolean>`exists (select from element_apis where api_id = apis.id)`.as('isBound'),
          opensHighRisk.as('opensHighRisk'),
        ])
        .executeTakeFirstOrThrow(),
    /** Codes of the elements that open an API. */
    listElements: async (db: Db, id: string): Promise<string[]> => {
      const bound = db.selectFrom('element_apis').where('api_id', '=', id).select('element').orderBy('element')
      return (await bound.execute()).map(({ element }) => element)
    },
  },

  /** APIs that an element opens, each with whether it is the only one. */
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
  /** Numbers of companies, roles and users that hold one of these elements. */
  holders: (db: Db, codes: readonly string[]) => countHolders(db, sql`holders_of(${codes})`),
  /** Number of users restricted by an element. */
  restrictedBy: async (db: Db, code: string): Promise<RestrictionImpact> => {
    const { rows } = await sql<RestrictionImpact>`select companies, people from restricted_by(${code})`.execute(db)
    return rows[0] ?? { companies: 0, people: 0 }
  },
  /** Number of holders who can make one of these calls only by this element. */
  exclusiveHolders: (db: Db, code: string, apiIds: readonly string[]) =>
    countHolders(db, sql`access_losses(${code}, ${apiIds})`),

  /** Entries whose declaration changed and was not acknowledged, locked until the transaction ends. */
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
  async acknowledge(db: Db, known: readonly Flagged[]): Promise<void> {
    for (const kind of kinds) {
      const ids = known.filter((row) => row.kind === kind).map(({ id }) => id)
      if (ids.length > 0) await db.updateTable(tables[kind]).set({ state: 'active' }).where('id', 'in', ids).execute()
    }
  },
}

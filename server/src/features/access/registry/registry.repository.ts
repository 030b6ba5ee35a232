import type { FieldEffect, FieldRestriction } from '@atrium/contract/kernel/restrictions.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ElementBit, RegistryRow } from './decide.ts'
import type { declaredRegistry } from './declared-registry.ts'

type Declared = ReturnType<typeof declaredRegistry>
type Row<K extends keyof Declared> = Declared[K][number]
type State = 'active' | 'new' | 'changed' | 'missing' | 'deprecated'
type StoredEntry = { key: string; origin: string; state: string; declared: unknown; labels: Record<string, unknown> }

const observed = sql`array(select bit from observed_elements join elements on code = element where api_id = apis.id)`
/** Whether a high-risk element opens the API, or opened it when its observation began. */
export const opensHighRisk = sql<boolean>`exists (
  select from (select element from element_apis where api_id = apis.id
               union select element from observed_elements where api_id = apis.id) as opener
  join elements on code = opener.element where risk = 'high')`

/** Writes and reads the declared entries; edits by administrators are in `registry-writes.repository.ts`. */
export const registryRepository = {
  /** Serialises processes that start at the same time. */
  lock: (db: Db) => db.selectFrom('registry_epoch').select('epoch').forUpdate().executeTakeFirstOrThrow(),

  epoch: async (db: Db) => (await db.selectFrom('registry_epoch').select('epoch').executeTakeFirstOrThrow()).epoch,

  /** All APIs with their bindings. */
  bindings: (db: Db): Promise<RegistryRow[]> =>
    db
      .selectFrom('apis')
      .leftJoin('element_apis', 'element_apis.api_id', 'apis.id')
      .leftJoin('elements', 'elements.code', 'element_apis.element')
      .groupBy('apis.id')
      .select([
        'apis.method',
        'apis.path',
        'apis.auth',
        'apis.name',
        'apis.mfa',
        sql<RegistryRow['audit']>`apis.audit`.as('audit'),
        sql<string[]>`coalesce(array_agg(elements.code) filter (where elements.code is not null), '{}')`.as('elements'),
        sql<number[]>`coalesce(array_agg(elements.bit) filter (where elements.bit is not null), '{}')`.as('bits'),
        sql<number[]>`case when apis.mode = 'observe' and not ${opensHighRisk} then ${observed} else '{}' end`.as(
          'observed',
        ),
        sql<RegistryRow['rate']>`apis.rate`.as('rate'),
      ])
      .execute(),
  bits: (db: Db): Promise<ElementBit[]> =>
    db
      .selectFrom('elements')
      .select(['code', 'bit', sql<FieldRestriction | null>`field`.as('field')])
      .execute(),

  /** All elements by module, the product's own first, with their number of APIs. */
  elements: (db: Db) =>
    db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .orderBy('modules.origin')
      .orderBy('modules.sort')
      .orderBy('modules.code')
      .orderBy('elements.sort')
      .orderBy('elements.code')
      .select(['elements.id', 'elements.code', 'elements.name', 'elements.bit'])
      .select(['modules.id as moduleId', 'modules.code as moduleCode', 'modules.name as moduleName'])
      .select([
        sql<'low' | 'mid' | 'high'>`elements.risk`.as('risk'),
        sql<number>`(select count(*) from element_apis where element = elements.code)`.as('apis'),
        sql<FieldEffect | null>`elements.field ->> 'effect'`.as('effect'),
      ])
      .execute(),

  async storedEntries(db: Db): Promise<Record<keyof Declared, StoredEntry[]>> {
    const labels = (...names: string[]) =>
      sql<
        Record<string, unknown>
      >`json_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(name)]))})`
    const status = ['origin', 'state', 'declared'] as const
    const [modules, elements, apis] = await Promise.all([
      db
        .selectFrom('modules')
        .select(['code as key', labels('name', 'sort').as('labels'), ...status])
        .execute(),
      db
        .selectFrom('elements')
        .select(['code as key', labels('name', 'sort', 'risk', 'module').as('labels'), ...status])
        .execute(),
      db
        .selectFrom('apis')
        .select([sql<string>`method || ' ' || path`.as('key'), labels('name', 'module').as('labels'), ...status])
        .execute(),
    ])
    return { modules, elements, apis }
  },

  addModule: (db: Db, row: Row<'modules'>, state: State) =>
    db
      .insertInto('modules')
      .values({ id: newId(), ...row, origin: 'code', state, declared: JSON.stringify(row) })
      .execute(),
  addElement: (db: Db, row: Row<'elements'>, state: State) =>
    db
      .insertInto('elements')
      .values({ id: newId(), ...row, origin: 'code', state, declared: JSON.stringify(row) })
      .execute(),
  async addApi(db: Db, row: Row<'apis'>, state: State) {
    const { element, rate, ...columns } = row
    const id = newId()
    await db
      .insertInto('apis')
      .values({
        id,
        ...columns,
        ...(rate && { rate: JSON.stringify(rate) }),
        origin: 'code',
        state,
        declared: JSON.stringify(row),
      })
      .execute()
    if (element !== undefined) await db.insertInto('element_apis').values({ element, api_id: id }).execute()
  },

  /** Stores a new declaration with the given labels. */
  redeclareModule: (db: Db, row: Row<'modules'>, labels: Pick<Row<'modules'>, 'name' | 'sort'>, state: State) =>
    db
      .updateTable('modules')
      .set({ app: row.app, ...labels, origin: 'code', state, declared: JSON.stringify(row) })
      .where('code', '=', row.code)
      .execute(),
  redeclareElement: (
    db: Db,
    row: Row<'elements'>,
    labels: Pick<Row<'elements'>, 'name' | 'sort' | 'risk' | 'module'>,
    state: State,
  ) =>
    db
      .updateTable('elements')
      .set({ operation: row.operation, ...labels, origin: 'code', state, declared: JSON.stringify(row) })
      .where('code', '=', row.code)
      .execute(),
  redeclareApi: (db: Db, row: Row<'apis'>, labels: Pick<Row<'apis'>, 'name' | 'module'>, state: State) =>
    db
      .updateTable('apis')
      .set({ key: row.key, auth: row.auth, ...labels, origin: 'code', state, declared: JSON.stringify(row) })
      .where('method', '=', row.method)
      .where('path', '=', row.path)
      .execute(),

  markMissing: async (db: Db, gone: Record<keyof Declared, string[]>) => {
    const missing = { state: 'missing' }
    if (gone.modules.length > 0)
      await db.updateTable('modules').set(missing).where('code', 'in', gone.modules).execute()
    if (gone.elements.length > 0)
      await db.updateTable('elements').set(missing).where('code', 'in', gone.elements).execute()
    if (gone.apis.length > 0)
      await db.updateTable('apis').set(missing).where(sql<string>`method || ' ' || path`, 'in', gone.apis).execute()
  },
}

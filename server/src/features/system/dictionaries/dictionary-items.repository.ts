import type {
  DictionaryItemFields,
  DictionaryLayer,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

/** Where an item belongs: its group, its code, and the company it is of; without one it is the platform's. */
export type ItemKey = { groupId: string; code: string; companyId: string | undefined }

const toColumns = ({ startTime, endTime, desc, tags, ...fields }: DictionaryItemFields) => ({
  ...fields,
  tags: JSON.stringify(tags),
  starts_at: startTime,
  ends_at: endTime,
  description: desc,
})
const toStamps = (by: Person) => ({ created_by: JSON.stringify(by), updated_by: JSON.stringify(by) })
/** Returns an item to use whose code was removed: rows may still hold it. */
const revived = (by: Person) => ({ updated_by: JSON.stringify(by), updated_at: sql<string>`now()`, removed_at: null })

type NewItem = ReturnType<typeof toColumns> &
  ReturnType<typeof toStamps> & { id: string; group_id: string; code: string }
type RevivedItem = ReturnType<typeof toColumns> & ReturnType<typeof revived>
const insertShared = (db: Db, item: NewItem, update: RevivedItem) =>
  db
    .insertInto('dict_items')
    .values(item)
    .onConflict((taken) =>
      taken
        .columns(['group_id', 'code'])
        .doUpdateSet({ ...update, version: sql<number>`dict_items.version + 1` })
        .where('dict_items.removed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
const insertOwn = (db: Db, companyId: string, item: NewItem, update: RevivedItem) =>
  db
    .insertInto('dict_layers')
    .values({ ...item, company_id: companyId })
    .onConflict((taken) =>
      taken
        .columns(['company_id', 'group_id', 'code'])
        .doUpdateSet({ ...update, version: sql<number>`dict_layers.version + 1` })
        .where('dict_layers.removed_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
const ownItems = (companyId: string, id: string) => (eb: ExpressionBuilder<Tables, 'dict_layers'>) =>
  eb.and({ company_id: companyId, id })

export const dictionaryItemsRepository = {
  /** Lets one change of a company's items, or of the platform's, happen at a time until the transaction ends. */
  lockLayer: (db: Db, companyId: string | undefined) =>
    sql`select pg_advisory_xact_lock(hashtextextended('dictionaries', hashtextextended(${companyId ?? ''}, 0)))`.execute(
      db,
    ),
  /** Returns the id; undefined if the code is taken. */
  async insert(db: Db, key: ItemKey, fields: DictionaryItemFields, by: Person): Promise<string | undefined> {
    const { groupId, code, companyId } = key
    const row = { id: newId(), group_id: groupId, code, ...toColumns(fields), ...toStamps(by) }
    const update = { ...toColumns(fields), ...revived(by) }
    const stored =
      companyId === undefined ? await insertShared(db, row, update) : await insertOwn(db, companyId, row, update)
    return stored?.id
  },
  /**
   * Locks an item against changes until the transaction ends. Takes the company if it is its own.
   * @returns whether it exists
   */
  async lock(db: Db, id: string, companyId: string | undefined): Promise<boolean> {
    const found =
      companyId === undefined
        ? await db
            .selectFrom('dict_items')
            .where('id', '=', id)
            .where('removed_at', 'is', null)
            .select('id')
            .forUpdate()
            .executeTakeFirst()
        : await db
            .selectFrom('dict_layers')
            .where(ownItems(companyId, id))
            .where('removed_at', 'is', null)
            .select('id')
            .forUpdate()
            .executeTakeFirst()
    return found !== undefined
  },
  async update(db: Db, id: string, companyId: string | undefined, fields: DictionaryItemFields, by: Person) {
    const columns = { ...toColumns(fields), ...updateStamps(by) }
    if (companyId === undefined) await db.updateTable('dict_items').set(columns).where('id', '=', id).execute()
    else await db.updateTable('dict_layers').set(columns).where(ownItems(companyId, id)).execute()
  },
  /** Removes an item; its label stays for rows that hold its code. */
  async remove(db: Db, id: string, companyId: string | undefined, by: Person) {
    const columns = { removed_at: sql<string>`now()`, ...updateStamps(by) }
    if (companyId === undefined) await db.updateTable('dict_items').set(columns).where('id', '=', id).execute()
    else await db.updateTable('dict_layers').set(columns).where(ownItems(companyId, id)).execute()
  },
  /** The group of an item of the platform. */
  findKey: (db: Db, id: string) =>
    db.selectFrom('dict_items').where('id', '=', id).select(['group_id as groupId', 'code']).executeTakeFirst(),
  /** Whether the platform has the code, removed or not. */
  isPlatformCode: async (db: Db, groupId: string, code: string): Promise<boolean> =>
    (await db
      .selectFrom('dict_items')
      .where('group_id', '=', groupId)
      .where('code', '=', code)
      .select('id')
      .executeTakeFirst()) !== undefined,

  /** Lays values over an item of the platform, replacing those before. */
  async writeLayer(db: Db, companyId: string, key: Omit<ItemKey, 'companyId'>, layer: DictionaryLayer, by: Person) {
    const row = { company_id: companyId, id: newId(), group_id: key.groupId, code: key.code, ...toStamps(by) }
    await db
      .insertInto('dict_layers')
      .values({ ...row, ...layer })
      .onConflict((taken) =>
        taken.columns(['company_id', 'group_id', 'code']).doUpdateSet({
          ...layer,
          ...revived(by),
          version: sql<number>`dict_layers.version + 1`,
        }),
      )
      .execute()
  },
  /**
   * Takes a company's layer over an item away.
   * @returns whether there was one
   */
  async removeLayer(db: Db, companyId: string, { groupId, code }: Omit<ItemKey, 'companyId'>): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('dict_layers')
      .where('company_id', '=', companyId)
      .where('group_id', '=', groupId)
      .where('code', '=', code)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
}

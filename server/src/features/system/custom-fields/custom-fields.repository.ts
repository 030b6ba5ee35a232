import type {
  CustomFieldLimit,
  CustomFieldRow,
  CustomFieldUpdate,
  CustomFieldWrite,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { nameHolds } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'

export type FieldsQuery = InputOf<typeof customFieldsContract.list>['query']
type Key = { companyId: string; id: string }
/** Of the entities whose rows the company sees. */
type Seen = { companyId: string; entities: readonly string[] }
const sorted = { name: 'name', key: 'key', sort: 'sort', createTime: 'created_at' } as const

const presentFields = (db: Db, { companyId, entities }: Seen) =>
  db
    .selectFrom('custom_fields')
    .where('custom_fields.removed_at', 'is', null)
    .where(sql<boolean>`custom_fields.entity = any(${entities}::text[])`)
    .where((eb) => eb.or([eb('custom_fields.platform', '=', true), eb('custom_fields.company_id', '=', companyId)]))
const rolesOf = (companyId: string) => sql<CustomFieldRow['roles']>`(
  select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.name collate by_name), '[]')
  from roles where roles.company_id = ${companyId} and roles.id = any(limits.role_ids))`
const shownFields = (db: Db, seen: Seen) =>
  presentFields(db, seen)
    .leftJoin('custom_field_limits as limits', (join) =>
      join.onRef('limits.field_id', '=', 'custom_fields.id').on('limits.company_id', '=', seen.companyId),
    )
    .select([
      'custom_fields.id',
      'entity',
      'key',
      'name',
      'kind',
      'dictionary',
      'help',
      'pattern',
      'required',
      'is_unique as unique',
      'searchable',
      'listed',
      'sort',
      'status',
      'platform',
      'limits.effect',
      'custom_fields.version',
    ])
    .select([
      'custom_fields.created_at as createTime',
      'custom_fields.created_by as createBy',
      'custom_fields.updated_at as updateTime',
      'custom_fields.updated_by as updateBy',
      rolesOf(seen.companyId).as('roles'),
    ])
    .$castTo<CustomFieldRow>()

const toColumns = ({
  name,
  help,
  pattern,
  required,
  unique,
  searchable,
  listed,
  sort,
  status,
}: Omit<CustomFieldUpdate, 'version'>) => ({
  name,
  help,
  pattern,
  required,
  is_unique: unique,
  searchable,
  listed,
  sort,
  status,
})

export const customFieldsRepository = {
  list(db: Db, seen: Seen, query: FieldsQuery) {
    const { search, 'f.entity': entity, 'f.status': status } = query
    let found = presentFields(db, seen)
    if (entity) found = found.where('entity', '=', entity)
    if (status) found = found.where('status', '=', Number(status))
    if (search) found = found.where((eb) => eb.or([nameHolds('name', search), eb('key', 'ilike', likePattern(search))]))
    const ids = found.select('custom_fields.id')
    const rows = shownFields(db, seen).where('custom_fields.id', 'in', ids)
    const order = parseSort(query.sort || 'entity,sort,createTime', { ...sorted, entity: 'entity' as const })
    return fetchPage(db, query, applyOrder(rows, 'custom_fields', order), found)
  },
  find: (db: Db, { id, ...seen }: Key & Seen): Promise<CustomFieldRow | undefined> =>
    shownFields(db, seen).where('custom_fields.id', '=', id).executeTakeFirst(),
  lock: (db: Db, { companyId, id }: Key) =>
    db
      .selectFrom('custom_fields')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .select('id')
      // Values of rows that are being written refer to the field.
      .forNoKeyUpdate()
      .executeTakeFirst(),
  /** The number of fields of an entity in a company, with those of the platform. */
  count: async (db: Db, companyId: string, entity: string): Promise<number> =>
    (
      await presentFields(db, { companyId, entities: [entity] })
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  /** Undefined if the key is taken. */
  async insert(
    db: Db,
    { companyId, isPlatform }: { companyId: string; isPlatform: boolean },
    { entity, kind, key, dictionary, ...write }: CustomFieldWrite,
    by: Person,
  ): Promise<string | undefined> {
    const person = JSON.stringify(by)
    const added = await db
      .insertInto('custom_fields')
      .values({
        company_id: companyId,
        id: newId(),
        platform: isPlatform,
        entity,
        kind,
        key,
        dictionary,
        ...toColumns(write),
        created_by: person,
        updated_by: person,
      })
      .onConflict((conflict) => conflict.constraint('custom_fields__key').doNothing())
      .returning('id')
      .executeTakeFirst()
    return added?.id
  },
  update: (db: Db, { companyId, id }: Key, { version: _version, ...write }: CustomFieldUpdate, by: Person) =>
    db
      .updateTable('custom_fields')
      .set({ ...toColumns(write), ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  /** Its row stays, so that its key is never given again. */
  remove: (db: Db, { companyId, id }: Key, by: Person) =>
    db
      .updateTable('custom_fields')
      .set({ removed_at: sql`now()`, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  async setLimit(db: Db, { companyId, id }: Key, { effect, roleIds }: CustomFieldLimit) {
    if (effect === null)
      return db
        .deleteFrom('custom_field_limits')
        .where('company_id', '=', companyId)
        .where('field_id', '=', id)
        .execute()
    return db
      .insertInto('custom_field_limits')
      .values({ company_id: companyId, field_id: id, effect, role_ids: roleIds })
      .onConflict((conflict) =>
        conflict.constraint('custom_field_limits__pk').doUpdateSet({ effect, role_ids: roleIds }),
      )
      .execute()
  },
  hasRoles: async (db: Db, companyId: string, ids: readonly string[]): Promise<boolean> => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from roles where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(db)
    return rows[0]?.found === new Set(ids).size
  },
}

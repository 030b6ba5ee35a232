import type {
  BaseParameterRow,
  BaseParametersExport,
  BaseParameterVersion,
  BaseParameterWrite,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { maskedSecret } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { crudRepository, type Person, stampColumns } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'

const columns = {
  id: 'id',
  code: 'code',
  name: 'name',
  kind: 'kind',
  options: 'options',
  value: 'value',
  tags: 'tags',
  desc: 'description',
  builtin: 'builtin',
  ...stampColumns,
} as const

const stored = crudRepository<'base_parameters', typeof columns, BaseParameterRow>({
  table: 'base_parameters',
  columns,
  searchIn: ['code', 'name', 'desc'],
  orderBy: '-createTime',
})

/** Secrets leave the database only through `Settings`; all other readers see the mask. */
export const masked = <Row extends { kind: string; value: unknown }>(row: Row): Row =>
  row.kind === 'secret' && row.value !== null ? { ...row, value: maskedSecret } : row

const toColumns = ({ code, name, kind, options, tags, desc }: BaseParameterWrite) => ({
  code,
  name,
  kind,
  options,
  tags: JSON.stringify(tags),
  description: desc,
})
/** Columns of a version, apart from the description. */
const versionedColumns = ['code', 'name', 'kind', 'options', 'value', 'tags'] as const
const jsonb = (value: unknown) => (value === null ? null : JSON.stringify(value))

export const baseParametersRepository = {
  async list(db: Db, query: ListQuery) {
    const page = await stored.list(db, query)
    return { ...page, data: page.data.map(masked) }
  },
  count: (db: Db, query: BaseParametersExport, limit: number) => stored.count(db, query, limit),
  async batch(db: Db, query: BaseParametersExport, after: string | undefined, size: number) {
    return (await stored.batch(db, query, after, size)).map(masked)
  },
  async find(db: Db, id: string) {
    const row = await stored.find(db, id)
    return row && masked(row)
  },
  hold: stored.findForUpdate,
  having: stored.having,
  remove: stored.remove,

  insert: (db: Db, write: BaseParameterWrite, by: Person) =>
    stored.insert(db, { ...toColumns(write), value: jsonb(write.value) }, by),
  update: (db: Db, id: string, write: BaseParameterWrite, by: Person) =>
    stored.update(db, id, { ...toColumns(write), value: jsonb(write.value) }, by),
  setValue: (db: Db, id: string, value: BaseParameterWrite['value'], by: Person) =>
    stored.update(db, id, { value: jsonb(value) }, by),

  /** Stores the current row as a version. */
  keepVersion: (db: Db, id: string) =>
    db
      .insertInto('base_parameter_versions')
      .columns(['company_id', 'parameter_id', 'version', ...versionedColumns, 'description', 'created_by'])
      .expression((eb) =>
        eb
          .selectFrom('base_parameters')
          .where('id', '=', id)
          .select(['company_id', 'id', 'version', ...versionedColumns, 'description', 'updated_by']),
      )
      .execute(),

  async versions(db: Db, id: string, query: ListQuery) {
    const versions = db.selectFrom('base_parameter_versions').where('parameter_id', '=', id)
    const rows = versions
      .select(['parameter_id as id', 'version', ...versionedColumns, 'description as desc'])
      .select([
        'created_at as createTime',
        'created_by as createBy',
        'created_at as updateTime',
        'created_by as updateBy',
      ])
      .orderBy('version', 'desc')
      .$castTo<BaseParameterVersion>()
    const { data, ...total } = await fetchPage(db, query, rows, versions)
    return { data: data.map(masked), ...total }
  },
  findVersion: (db: Db, id: string, version: number) =>
    db
      .selectFrom('base_parameter_versions')
      .where('parameter_id', '=', id)
      .where('version', '=', version)
      .select(['code', 'name', 'kind', 'options', 'value', 'tags', 'description as desc'])
      .$castTo<BaseParameterWrite>()
      .executeTakeFirst(),

  /** Values of the platform's built-in parameters, secrets sealed. */
  builtinValues: (db: Db) =>
    db
      .selectFrom('base_parameters')
      .innerJoin('companies', 'companies.id', 'base_parameters.company_id')
      .where('companies.platform', '=', true)
      .where('base_parameters.builtin', '=', true)
      .select(['base_parameters.code', 'base_parameters.value'])
      .execute(),

  /** Adds a built-in parameter if missing; changed values stay. */
  async ensureBuiltin(db: Db, companyId: string, write: BaseParameterWrite, by: Person) {
    const inserted = await db
      .insertInto('base_parameters')
      .values({
        company_id: companyId,
        id: newId(),
        ...toColumns(write),
        value: jsonb(write.value),
        builtin: true,
        created_by: JSON.stringify(by),
        updated_by: JSON.stringify(by),
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'code']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await baseParametersRepository.keepVersion(db, inserted.id)
  },
}

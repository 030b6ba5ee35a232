import type {
  ExcelColumn,
  ExcelCreate,
  ExcelRow,
  ExcelUpdate,
} from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { builtinId, type Template } from './template.ts'

type Stored = Omit<
  ExcelRow,
  'entityTitle' | 'keyTitles' | 'columns' | 'builtin' | 'stored' | 'importable' | 'mostRows'
> & {
  columns: ExcelColumn[]
}
type Fields = Pick<ExcelCreate, 'code' | 'name' | 'mode' | 'keys' | 'status'>

const columnsJson = sql<ExcelColumn[]>`coalesce((
  select json_agg(json_build_object('field', field, 'title', title, 'required', required, 'unique', is_unique,
    'minLength', min_length, 'maxLength', max_length, 'min', least, 'max', most, 'pattern', pattern,
    'default', default_text, 'example', example, 'note', note, 'width', width) order by sort)
  from excel_columns where company_id = excels.company_id and excel_id = excels.id), '[]')`
const select = (db: Db) =>
  db
    .selectFrom('excels')
    .select(['id', 'code', 'name', 'entity', 'mode', 'keys', 'status', 'version'])
    .select([
      'created_at as createTime',
      'created_by as createBy',
      'updated_at as updateTime',
      'updated_by as updateBy',
    ])
    .select(columnsJson.as('columns'))
    .$castTo<Stored>()
const toTemplate = ({ columns, ...row }: Stored): Template => ({
  row: { ...row, builtin: row.id === builtinId(row.entity), stored: true },
  columns,
})

/** Templates of a company that were changed or added. */
export const excelsRepository = {
  list: async (db: Db): Promise<Template[]> => (await select(db).orderBy('code').execute()).map(toTemplate),
  /** Names the company, as runs with platform reach ask too. */
  async find(db: Db, companyId: string, id: string): Promise<Template | undefined> {
    const row = await select(db).where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst()
    return row && toTemplate(row)
  },
  /** Locks the template until the transaction ends. */
  async hold(db: Db, id: string): Promise<Template | undefined> {
    const row = db.selectFrom('excels').where('id', '=', id)
    const held = await row.select('company_id').forUpdate().executeTakeFirst()
    return held && excelsRepository.find(db, held.company_id, id)
  },
  count: async (db: Db): Promise<number> =>
    (await db.selectFrom('excels').select(sql<number>`count(*)::int`.as('total')).executeTakeFirst())?.total ?? 0,

  insert: (
    db: Db,
    companyId: string,
    id: string,
    { entity, code, name, mode, keys, status }: Fields & { entity: string },
    by: Person,
  ) =>
    db
      .insertInto('excels')
      .values({
        company_id: companyId,
        id,
        entity,
        code,
        name,
        mode,
        keys,
        status,
        created_by: JSON.stringify(by),
        updated_by: JSON.stringify(by),
      })
      .execute(),
  update: (db: Db, id: string, { version: _version, ...fields }: ExcelUpdate, by: Person) =>
    db
      .updateTable('excels')
      .set({ ...fields, ...updateStamps(by) })
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, id: string) => db.deleteFrom('excels').where('id', '=', id).execute(),

  /** Replaces the columns, and gives the template its next version. */
  async writeColumns(db: Db, companyId: string, id: string, columns: readonly ExcelColumn[], by: Person) {
    await db.deleteFrom('excel_columns').where('excel_id', '=', id).execute()
    await db
      .insertInto('excel_columns')
      .values(
        columns.map(({ unique, minLength, maxLength, min, max, default: text, ...column }, sort) => ({
          company_id: companyId,
          excel_id: id,
          sort,
          ...column,
          is_unique: unique,
          min_length: minLength,
          max_length: maxLength,
          least: min,
          most: max,
          default_text: text,
        })),
      )
      .execute()
    await db.updateTable('excels').set(updateStamps(by)).where('id', '=', id).execute()
  },
}

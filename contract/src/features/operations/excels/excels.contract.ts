import * as z from 'zod/mini'
import { binary } from '../../../kernel/binary.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalText, shortCode, text } from '../../../kernel/fields.ts'
import { idParams, listQuery, nothing, rowBase } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { sheetFieldKinds } from '../../../kernel/sheet.ts'
import { t } from '../../../kernel/texts.ts'

/** Whether rows of a filled workbook are added, changed, or either. */
export const excelModes = ['upsert', 'insert', 'update'] as const
export type ExcelMode = (typeof excelModes)[number]
/** Most columns of a template, and most templates of a company beside the built-in ones. */
export const maxExcelColumns = 100
export const maxExcels = 200

/** Noun of the entity whose rows a workbook holds. */
const entity = z.string('请选择数据').check(z.regex(/^[A-Za-z]{1,40}$/, '请选择数据'))
const field = z.string('请选择字段').check(z.regex(/^([A-Za-z]{1,40}|custom\.[A-Za-z0-9_]{1,32})$/, '请选择字段'))
const excelFields = {
  code: shortCode,
  name: text(50, '请输入模板名称'),
  mode: z._default(z.enum(excelModes, '请选择导入方式'), 'upsert'),
  /** Fields that find a row again; one of the entity's sets. */
  keys: z._default(z.array(field).check(z.maxLength(5)), []),
  status: z._default(z.literal([0, 1], '请选择启用或停用'), 1),
}
export const excelCreate = z.object({ ...excelFields, entity })
export type ExcelCreate = z.output<typeof excelCreate>
/** `version`: 0 for a built-in template that was never changed. */
export const excelUpdate = z.object({ ...excelFields, version: z.int().check(z.gte(0)) })
export type ExcelUpdate = z.output<typeof excelUpdate>

export const excelRow = z.object({
  ...rowBase,
  code: z.string(),
  name: z.string(),
  entity: z.string(),
  /** What users call the rows of the entity. */
  entityTitle: productText(),
  mode: z.enum(excelModes),
  keys: z.array(z.string()),
  /** Titles of the keys' fields. */
  keyTitles: z.array(productText()),
  /** Number of columns that the caller may see. */
  columns: z.int(),
  status: z.literal([0, 1]),
  /** Made from the entity's fields; deleting a changed one restores it. */
  builtin: z.boolean(),
  /** A built-in template that was changed, or one that was added. */
  stored: z.boolean(),
  /** Its filled workbooks can be imported; otherwise its rows are entered by hand. */
  importable: z.boolean(),
  /** Most rows of a file. */
  mostRows: z.int(),
})
export type ExcelRow = z.output<typeof excelRow>

const bound = z._default(z.nullable(z.number('请输入数字').check(z.gte(-1e12), z.lte(1e12))), null)
const length = z._default(
  z.nullable(z.int('请输入整数').check(z.gte(0, '请输入 0 到 4000'), z.lte(4000, '请输入 0 到 4000'))),
  null,
)
export const excelColumn = z.object({
  field,
  title: text(50, '请输入列标题'),
  required: z._default(z.boolean(), false),
  /** No value twice in the sheet. */
  unique: z._default(z.boolean(), false),
  /** Of texts, in characters. */
  minLength: length,
  maxLength: length,
  /** Of numbers. */
  min: bound,
  max: bound,
  /** What a whole text matches: a regular expression in RE2 syntax; empty for any. */
  pattern: optionalText(100),
  /** What an empty cell stands for. */
  default: optionalText(200),
  example: optionalText(200),
  note: optionalText(200),
  width: z._default(z.int('请输入整数').check(z.gte(4, '请输入 4 到 80'), z.lte(80, '请输入 4 到 80')), 16),
})
export type ExcelColumn = z.output<typeof excelColumn>
/** A field of the entity that the caller may see, with what a column of it is at least. */
export const excelField = z.object({
  field: z.string(),
  title: productText(),
  kind: z.enum(sheetFieldKinds),
  /** Needed to add a row. */
  required: z.boolean(),
  /** First entries of its drop-down; empty without one. */
  options: z.array(z.string()),
  column: excelColumn,
})
export type ExcelField = z.output<typeof excelField>
export const excelMeta = z.object({
  id: z.string(),
  version: z.int(),
  columns: z.array(excelColumn),
  fields: z.array(excelField),
})
export type ExcelMeta = z.output<typeof excelMeta>
export const excelMetaWrite = z.object({
  columns: z
    .array(excelColumn)
    .check(
      z.minLength(1, '至少需要一列'),
      z.maxLength(maxExcelColumns, { error: () => t('最多 {maxExcelColumns} 列', { maxExcelColumns }) }),
    ),
  version: z.int().check(z.gte(0)),
})
export type ExcelMetaWrite = z.output<typeof excelMetaWrite>

const path = '/api/sys/excels'
export const excelsContract = defineContract('sysExcels', {
  ...crudEndpoints({
    noun: 'excel',
    path,
    query: listQuery({ sortable: [], filters: { entity, status: z.enum(['0', '1']) } }),
    row: excelRow,
    create: excelCreate,
    update: excelUpdate,
  }),
  entities: {
    method: 'GET',
    path: `${path}/entities/v1`,
    summary: 'List the entities whose rows the caller may import, with the sets of fields that find a row',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(
      z.object({
        entity: z.string(),
        title: productText(),
        keys: z.array(z.array(z.object({ field: z.string(), title: productText() }))),
      }),
    ),
  },
  meta: {
    method: 'GET',
    path: `${path}/:id/meta/v1`,
    summary: 'Read the columns of a template, and the fields that it may have',
    access: permitted('meta'),
    reach: 'manual',
    params: idParams,
    reply: excelMeta,
  },
  updateMeta: {
    method: 'PUT',
    path: `${path}/:id/meta/v1`,
    summary: 'Replace the columns of a template; workbooks of its former version are told apart',
    access: permitted('meta'),
    reach: 'company',
    audit: { event: 'excel.columnsChanged' },
    params: idParams,
    body: excelMetaWrite,
    reply: nothing,
  },
  file: {
    method: 'GET',
    path: `${path}/:id/file/v1`,
    summary: 'Download the empty workbook of a template, with drop-downs, notes and input checks',
    access: permitted('run'),
    reach: 'manual',
    wire: 'binary',
    namesUsers: 'none',
    params: idParams,
    reply: binary,
  },
})

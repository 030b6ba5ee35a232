import { createHash } from 'node:crypto'
import type { ExcelColumn, ExcelMode, ExcelRow } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type { Sheet } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { ImportableField } from './importable-fields.ts'

/** A template as it applies: a stored one, or one made from its entity. */
export type Template = {
  row: Omit<ExcelRow, 'entityTitle' | 'keyTitles' | 'columns' | 'importable' | 'mostRows'>
  /** As stored; empty for those of the entity's fields. */
  columns: readonly ExcelColumn[]
}
const nobody = { id: '', name: '' }
const namespace = 'atrium built-in template of '

/** Id of an entity's built-in template, the same in every company: a UUID of the digest of its name. */
export const builtinId = (entity: string): string => {
  const hex = createHash('sha256').update(`${namespace}${entity}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const nameOfBuiltin = '{title}导入'
const builtinName = (title: string) => nameOfBuiltin.replace('{title}', title)
/** The name of a template in the language of the call: one that no company has changed is named after its entity. */
export const shownName = (name: string, { title }: Pick<Sheet, 'title'>): string =>
  name === builtinName(title) ? t(nameOfBuiltin, { title: t(title) }) : name

/** The template that an entity has without any that was stored. Its version is 0. */
export const builtinTemplate = ({ entity, title, keys = [] }: Sheet): Template => ({
  row: {
    id: builtinId(entity),
    code: entity,
    name: builtinName(title),
    entity,
    mode: 'upsert' satisfies ExcelMode,
    keys: [...(keys[0] ?? [])],
    status: 1,
    builtin: true,
    stored: false,
    version: 0,
    createTime: '',
    createBy: nobody,
    updateTime: '',
    updateBy: nobody,
  },
  columns: [],
})

/** Columns of a template that the caller may see. */
export const visibleColumns = ({ columns }: Template, fields: readonly ImportableField[]): ExcelColumn[] =>
  columns.length === 0
    ? fields.map(({ column }) => column)
    : columns.filter(({ field }) => fields.some((each) => each.field === field))

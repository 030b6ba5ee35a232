import { createHash } from 'node:crypto'
import type { ExcelColumn } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { pickFormat } from '../../../kernel/sheets/sheet-columns.ts'
import type { SheetOptions } from '../../../kernel/sheets/sheet-options.ts'
import type { Column, Sheet } from '../../../kernel/workbooks/workbook.ts'
import { listRequirements, toCheck } from './column-rules.ts'
import { modeSentence } from './excel-words.ts'
import type { ImportableField } from './importable-fields.ts'
import type { Template } from './template.ts'

/** Sheet that says to programs which template a workbook is of. */
export const metaSheet = '__meta'

export type TemplateParts = {
  template: Template
  /** What users call the rows. */
  title: string
  companyId: string
  columns: readonly ExcelColumn[]
  fields: readonly ImportableField[]
  options: ReadonlyMap<string, SheetOptions>
}

/** Tells workbooks of one company from those of another, and no id. */
export const companyMark = (companyId: string) =>
  createHash('sha256').update(`atrium ${companyId}`).digest('hex').slice(0, 16)

const dataColumn = (
  { columns, fields, options }: TemplateParts,
  column: ExcelColumn,
  places: ReadonlyMap<string, number>,
): Column => {
  const field = fields.find((each) => each.field === column.field)
  if (!field) return { title: column.title }
  const offered = options.get(column.field)
  const shown =
    offered instanceof Map && !columns.some((each) => each.field === field.reference?.within) ? undefined : offered
  const note = [
    clausesText(listRequirements(column, field, shown)),
    column.note,
    column.example && t('示例：{example}', { example: column.example }),
  ].filter((line) => line !== '')
  const check = toCheck(column, field, shown, places)
  return {
    title: column.title,
    width: column.width,
    format: pickFormat(field.kind),
    required: column.required,
    ...(note.length > 0 && { note: note.join('\n') }),
    ...(check && { check }),
  }
}

const helpSheet = ({ template, title, columns, fields, options }: TemplateParts): Sheet => ({
  name: t('说明'),
  columns: [
    { title: t('列'), width: 20 },
    { title: t('要求'), width: 48, format: 'text' },
    { title: t('说明'), width: 48, format: 'text' },
    { title: t('示例'), width: 28, format: 'text' },
  ],
  rows: [
    [
      ...columns.map((column) => {
        const field = fields.find((each) => each.field === column.field)
        const required = field ? listRequirements(column, field, options.get(column.field)) : []
        return [column.title, clausesText(required), column.note, column.example]
      }),
      [t('导入方式'), modeSentence(template.row, fields, title)],
    ],
  ],
})

/** The sheets of an empty workbook: one to fill in, one that explains its columns, and the hidden mark. */
export const templateSheets = (parts: TemplateParts): Sheet[] => {
  const { template, title, companyId, columns } = parts
  const places = new Map(columns.map(({ field }, at) => [field, at]))
  return [
    { name: t(title), columns: columns.map((column) => dataColumn(parts, column, places)), rows: [] },
    helpSheet(parts),
    {
      name: metaSheet,
      hidden: true,
      untitled: true,
      columns: [],
      rows: [
        [
          ['template', template.row.id],
          ['version', String(template.row.version)],
          ['entity', template.row.entity],
          ['company', companyMark(companyId)],
          ['fields', ...columns.map(({ field }) => field)],
        ],
      ],
    },
  ]
}

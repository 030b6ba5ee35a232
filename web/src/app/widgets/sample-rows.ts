import type { TableColumn } from '../../ui/table-column.ts'
import { t } from '../../ui/texts.ts'

export type SampleRow = { id: string; name: string; code: string; time: string }

const padded = (number: number, digits: number) => String(number).padStart(digits, '0')

export const sampleRows: readonly SampleRow[] = Array.from({ length: 47 }, (_, at) => ({
  id: String(at + 1),
  name: t('示例 {at}', { at: padded(at + 1, 2) }),
  code: `code-${padded(47 - at, 2)}`,
  time: `2026-01-${padded((at % 28) + 1, 2)} 08:00:00`,
}))

const column = (key: keyof SampleRow, title: string, width: number): TableColumn<SampleRow> => ({
  key,
  title,
  width,
  grows: key === 'name',
  sortable: true,
  alignRight: false,
  render: (row) => row[key],
})
export const sampleColumns: readonly TableColumn<SampleRow>[] = [
  column('name', t('名称'), 160),
  column('code', t('编码'), 140),
  column('time', t('创建时间'), 200),
]

/** The rows in the order of a column: `name`, `-name` or empty. */
export const sortedRows = (sort: string): readonly SampleRow[] => {
  const field = sampleColumns.find(({ key }) => key === sort.replace('-', ''))?.key as keyof SampleRow | undefined
  if (!field) return sampleRows
  const rows = sampleRows.toSorted((one, other) => one[field].localeCompare(other[field]))
  return sort.startsWith('-') ? rows.toReversed() : rows
}

import type { ExcelRow } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { ImportableField } from './importable-fields.ts'

/** Titles of the fields that find a row, as far as the caller may see them. */
export const keyTitles = ({ keys }: Pick<ExcelRow, 'keys'>, fields: readonly ImportableField[]): string[] =>
  keys.flatMap((key) => fields.find(({ field }) => field === key)?.title ?? [])

/** What importing a filled workbook does. Takes what users call the rows. */
export const modeSentence = (
  row: Pick<ExcelRow, 'mode' | 'keys'>,
  fields: readonly ImportableField[],
  name: string,
): string => {
  const title = t(name)
  if (row.mode === 'insert') return t('每一行新增一条{title}', { title })
  const found = t('按{row}查找{title}', { row: listText(keyTitles(row, fields).map((key) => t(key))), title })
  return row.mode === 'update'
    ? t('{found}并修改，找不到的不导入', { found })
    : t('{found}，找到则修改，没有则新增', { found })
}

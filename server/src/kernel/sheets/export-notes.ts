import { labelledText, notedText, statementsText } from '@atrium/contract/kernel/list-text.ts'
import type { Sheet as SheetDeclaration } from '@atrium/contract/kernel/sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Actor, DetachedScope } from '../scope.ts'
import { wallClock } from '../wall-clock.ts'
import type { Cell, Sheet } from '../workbooks/workbook.ts'

/** Words for the filters of lists. */
export type FilterWords = {
  label(name: string): string
  /** Display text of a code; undefined for other values. */
  text(name: string, value: string | number): string | undefined
}

type About = {
  sheet: SheetDeclaration
  /** By name, without search and empty values. */
  filter: Readonly<Record<string, unknown>>
  names: Readonly<Record<string, string | undefined>>
  ticked: number | undefined
  /** Number of rows, known when they are written. */
  written: () => number
  at: Date
}

const toText = (value: unknown) => (typeof value === 'boolean' ? (value ? t('是') : t('否')) : String(value))

const filterText = ({ sheet, filter, names, ticked }: About, words: FilterWords): string => {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '') return []
    const field = sheet.fields[name]
    const code = typeof value === 'string' || typeof value === 'number' ? value : undefined
    const word = code === undefined ? undefined : (field?.choices?.[code] ?? words.text(name, code))
    return labelledText(t(field?.title ?? words.label(name)), t(names[name] ?? word ?? toText(value)))
  })
  if (ticked !== undefined) parts.push(t('勾选 {ticked} 条', { ticked }))
  return parts.length === 0 ? t('无') : statementsText(parts)
}

/** The sheet behind an export that says who exported what, when, and under which filter. */
export const exportNotes = ({ actor, origin }: DetachedScope<Actor>, about: About, words: FilterWords): Sheet => ({
  name: t('导出说明'),
  columns: [
    { title: t('项目'), width: 14 },
    { title: t('内容'), width: 60, format: 'text' },
  ],
  // Asked for when the rows in front are written.
  rows: (function* (): Generator<Cell[][]> {
    yield [
      [t('导出内容'), t(about.sheet.title)],
      [t('公司'), actor.companyName],
      [t('导出人'), notedText(actor.name, actor.account)],
      ...(actor.acting ? [[t('所属公司'), actor.acting.homeCompanyName]] : []),
      [t('导出时间'), wallClock(origin.timeZone, about.at)],
      [t('时区'), origin.timeZone],
      [t('筛选条件'), filterText(about, words)],
      [t('条数'), String(about.written())],
    ]
  })(),
})

import type { ExcelColumn } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type { MappedColumn, SheetHead } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsErrors } from '@atrium/contract/features/operations/imports/imports.errors.ts'
import { clausesText, labelledText, listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../../kernel/scope.ts'
import { inEveryLanguage } from '../../../../kernel/texts/every-language.ts'
import { companyMark } from '../../excels/index.ts'
import type { TemplateMark } from '../reading/open-import.ts'

type Titled = Pick<ExcelColumn, 'field' | 'title'>
const plain = (title: string) => title.replace(/[\s*＊:：()（）]/g, '').toLowerCase()

const plainTitles = ({ title }: Titled) => inEveryLanguage(title).map(plain)
/** Whether a column has this title, in any language. */
const isTitle = (column: Titled, title: string) => plainTitles(column).includes(plain(title))

/** A title that begins like another one, or else one that holds it, if only one does: 手机 and 手机号. */
const similarTo = (title: string, columns: readonly Titled[]) => {
  const wanted = plain(title)
  if (wanted.length < 2) return undefined
  const near = (isNear: (other: string) => boolean) => columns.filter((each) => plainTitles(each).some(isNear))
  const likewise = near((other) => other.startsWith(wanted) || wanted.startsWith(other))
  const found = likewise.length > 0 ? likewise : near((other) => other.includes(wanted) || wanted.includes(other))
  return found.length === 1 ? found[0] : undefined
}

/**
 * Proposes which column is which field: by title, by its place in the template that the file was made from, or by a
 * similar title. Takes the titles of the sheet, the columns of the template, and the fields' own titles.
 */
export const matchColumns = (
  { columns }: Pick<SheetHead, 'columns'>,
  template: readonly Titled[],
  fields: readonly Titled[],
  mark: TemplateMark | undefined,
): MappedColumn[] => {
  const taken = new Map<number, Pick<MappedColumn, 'field' | 'match'>>()
  const isFree = (field: string) => ![...taken.values()].some((each) => each.field === field)
  const rounds: [MappedColumn['match'], (title: string, at: number) => Titled | undefined][] = [
    ['title', (title) => template.find((each) => isTitle(each, title))],
    ['title', (title) => fields.find((each) => isTitle(each, title))],
    ['template', (_, at) => template.find(({ field }) => field === mark?.fields[at])],
    [
      'similar',
      (title) =>
        similarTo(
          title,
          template.filter(({ field }) => isFree(field)),
        ),
    ],
  ]
  for (const [match, find] of rounds)
    for (const [at, { title }] of columns.entries()) {
      const field = taken.has(at) || title === '' ? undefined : find(title, at)?.field
      if (field !== undefined && isFree(field)) taken.set(at, { field, match })
    }
  return columns.flatMap(({ title }, column) =>
    title === '' ? [] : [{ column, ...(taken.get(column) ?? { field: '', match: 'none' as const }) }],
  )
}

const list = (titles: readonly string[]) => listText(titles.map((title) => `“${title}”`))

/**
 * Refuses a workbook that was made from another template, and says what differs. Takes the columns of the template, and
 * all fields of its entity.
 * @throws `foreignTemplate`, `otherTemplate`, `olderTemplate`
 */
export const assertTemplate = (
  mark: TemplateMark,
  template: { id: string; version: number; name: string },
  companyId: string,
  { columns, known }: { columns: readonly Titled[]; known: readonly Titled[] },
): void => {
  if (mark.company !== companyMark(companyId)) throw new AppError(importsErrors.foreignTemplate)
  if (mark.template !== template.id) throw new AppError(importsErrors.otherTemplate)
  if (mark.version === template.version) return
  const added = columns.filter(({ field }) => !mark.fields.includes(field)).map(({ title }) => title)
  const isGone = ({ field }: Titled) => mark.fields.includes(field) && !columns.some((each) => each.field === field)
  const gone = known.filter(isGone).map(({ title }) => title)
  const differences = [
    added.length > 0 ? t('新增列{added}', { added: list(added.map((title) => t(title))) }) : '',
    gone.length > 0 ? t('已去掉列{gone}', { gone: list(gone.map((title) => t(title))) }) : '',
  ].filter((text) => text !== '')
  const { code, msg } = importsErrors.olderTemplate
  const what = differences.length > 0 ? clausesText(differences) : t('列的要求已修改')
  throw new AppError({ code, msg: notedText(t(msg), what) })
}

/** Throws `noMatchingColumn` with the titles that the template has. */
export const assertSomeMatch = (mapping: readonly MappedColumn[], template: readonly Titled[]): void => {
  if (mapping.some(({ field }) => field !== '')) return
  const { code, msg } = importsErrors.noMatchingColumn
  throw new AppError({ code, msg: labelledText(t(msg), listText(template.map(({ title }) => t(title)))) })
}

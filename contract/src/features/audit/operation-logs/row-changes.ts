import { fieldValue } from '../../../code-words.ts'
import { fieldLabel } from '../../../field-words.ts'
import { clausesText, labelledText, listText, notedText } from '../../../kernel/list-text.ts'
import { t } from '../../../kernel/texts.ts'

/** Stands for a secret in replies and in the audit log. */
const mask = '******'
/** Bookkeeping fields of every row, which are not reported. */
const unreportedFields: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createTime',
  'createBy',
  'updateTime',
  'updateBy',
  'companyId',
])

type Choices = Readonly<Record<string, string>>
/** `choices`: the words of codes that the field's feature declares. */
export type FieldChange = { field: string; label: string; from?: unknown; to?: unknown; choices?: Choices }
/** What a feature calls its field; undefined where the common words apply. */
type FieldWords = (field: string) => { readonly title: string; readonly choices?: Choices } | undefined

type Fields = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const toFields = (value: unknown): Fields => (isRow(value) ? value : {})
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) || (isEmpty(one) && isEmpty(other))

type Sides = { from?: unknown; to?: unknown }
const isList = (value: unknown): value is (string | Fields)[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || isRow(each))
/** Items that only one of two lists has. */
const withoutCommon = (from: unknown, to: unknown): Sides => {
  if (!isList(from) || !isList(to)) return { from, to }
  const isNotIn = (others: typeof from) => {
    const known = new Set(others.map((each) => JSON.stringify(each)))
    return (each: (typeof from)[number]) => !known.has(JSON.stringify(each))
  }
  const [removed, added] = [from.filter(isNotIn(to)), to.filter(isNotIn(from))]
  // The same items reordered: the order is the change.
  if (removed.length + added.length === 0) return { from, to }
  return { ...(removed.length > 0 && { from: removed }), ...(added.length > 0 && { to: added }) }
}

const labelled = (field: string, fieldWords: FieldWords) => {
  // The server puts the names of custom fields, which companies give.
  const common = field.startsWith('custom.') ? fieldLabel('custom') : fieldLabel(field)
  const { title = common, choices } = fieldWords(field) ?? {}
  return { label: title, ...(choices && { choices }) }
}
/**
 * Fields that differ between a row before and after, with labels. Fields of one side only are reported with that side;
 * of lists, each side has the items the other lacks. If the event replaced a secret, the masked value counts as
 * changed.
 */
export const changesBetween = (
  before: unknown,
  after: unknown,
  replacesSecret: boolean,
  fieldWords: FieldWords = () => undefined,
): FieldChange[] => {
  const [old, now] = [toFields(before), toFields(after)]
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])].filter(
    (field) => !unreportedFields.has(field),
  )
  // An update may note fewer fields afterwards; fields left out did not change.
  const isReported = (field: string) => !isRow(before) || !isRow(after) || field in now
  return fields.flatMap((field) => {
    const [from, to] = [old[field], now[field]]
    const isSecret = replacesSecret && to === mask
    return isReported(field) && (isSecret || !isSame(from, to))
      ? { field, ...labelled(field, fieldWords), ...withoutCommon(from, to) }
      : []
  })
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** What texts of values are made with: a formatter of times, and the display names of events. */
export type ValueWords = { timeText(iso: string): string; eventName(event: string): string }
/** Text of a row within a value: its name and its other fields without ids. */
const rowText = ({ name, ...rest }: Fields, words: ValueWords): string => {
  const shown = Object.entries(rest).filter(([field, value]) => !/(^i|I)d$/.test(field) && !isEmpty(value))
  const details = clausesText(
    shown.map(([field, value]) => labelledText(t(fieldLabel(field)), valueText(field, value, words))),
  )
  if (typeof name !== 'string') return details
  return details === '' ? name : notedText(name, details)
}

const isCode = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
/** Display text of an item of a list: a code of its field, or an event that a webhook is notified of. */
const itemText = (field: string, item: unknown, { eventName }: ValueWords): unknown => {
  if (field === 'event' && typeof item === 'string') return t(eventName(item))
  return isCode(item) ? t(fieldValue(field, item) ?? String(item)) : item
}

/** Display text of an audited value of a field. */
export const valueText = (field: string, value: unknown, words: ValueWords, choices: Choices = {}): string => {
  if (isEmpty(value)) return t('空')
  if (typeof value === 'string' && moment.test(value)) return words.timeText(value)
  if (value === mask) return t('已修改')
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  const word = isCode(value) ? (choices[value] ?? fieldValue(field, value)) : undefined
  if (word !== undefined) return t(word)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return listText(value.map((each) => String(itemText(field, each, words))))
  if (isList(value)) return listText(value.map((each) => (isRow(each) ? rowText(each, words) : each)))
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

import { fieldLabel, fieldValue } from './field-words.ts'

/** What stands on the wire, and in the audit log, where a secret is. */
const mask = '******'
/** Every row has them and every change touches them: they say nothing. */
const silent: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createTime',
  'createBy',
  'updateTime',
  'updateBy',
  'companyId',
])

export type FieldChange = { field: string; label: string; from?: unknown; to?: unknown }

type Fields = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isRow(value) ? value : {})
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
const same = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) || (isEmpty(one) && isEmpty(other))

type Sides = { from?: unknown; to?: unknown }
const isList = (value: unknown): value is (string | Fields)[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || isRow(each))
/** Of two lists of words or rows what only one of them has: of a hundred rights, the one that is new. */
const withoutCommon = (from: unknown, to: unknown): Sides => {
  if (!isList(from) || !isList(to)) return { from, to }
  const beside = (others: typeof from) => {
    const known = new Set(others.map((each) => JSON.stringify(each)))
    return (each: (typeof from)[number]) => !known.has(JSON.stringify(each))
  }
  const [gone, added] = [from.filter(beside(to)), to.filter(beside(from))]
  // The same words in another order: the order is what was changed.
  if (gone.length + added.length === 0) return { from, to }
  return { ...(gone.length > 0 && { from: gone }), ...(added.length > 0 && { to: added }) }
}

/**
 * What differs between a row before and after, field by field, with each field's label. A field only one side tells of
 * is told of with that side; of an event that replaces a secret, the masked value counts as changed.
 * Of lists each side tells what the other does not have. In: what the audit row noted, and whether the event replaced a secret.
 */
export const changesBetween = (before: unknown, after: unknown, replacesSecret: boolean): FieldChange[] => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])].filter((field) => !silent.has(field))
  // A note of an update may tell of fewer fields afterwards: what is not told any more was not changed.
  const told = (field: string) => !isRow(before) || !isRow(after) || field in now
  return fields.flatMap((field) => {
    const [from, to] = [old[field], now[field]]
    const isSecret = replacesSecret && to === mask
    return told(field) && (isSecret || !same(from, to))
      ? { field, label: fieldLabel(field), ...withoutCommon(from, to) }
      : []
  })
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
type Clock = (iso: string) => string
/** A row within a value: what it is called, and what is told of it besides; ids say nothing to people. */
const rowText = ({ name, ...rest }: Fields, clock: Clock): string => {
  const told = Object.entries(rest).filter(([field, value]) => !/(^i|I)d$/.test(field) && !isEmpty(value))
  const besides = told.map(([field, value]) => `${fieldLabel(field)}：${valueText(field, value, clock)}`).join('，')
  if (typeof name !== 'string') return besides
  return besides === '' ? name : `${name}（${besides}）`
}

/** A value of an audited row in words. In: the field it stands in, the value, and how moments are told. */
export const valueText = (field: string, value: unknown, clock: Clock): string => {
  if (isEmpty(value)) return '空'
  if (typeof value === 'string' && moment.test(value)) return clock(value)
  if (value === mask) return '已修改'
  if (typeof value === 'boolean') return value ? '是' : '否'
  const word = typeof value === 'string' || typeof value === 'number' ? fieldValue(field, value) : undefined
  if (word !== undefined) return word
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join('、')
  if (isList(value)) return value.map((each) => (isRow(each) ? rowText(each, clock) : each)).join('、')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

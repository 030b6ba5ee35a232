import { t } from '@atrium/contract/kernel/texts.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Filter, parse } from 'scim2-parse-filter'
import { isId } from '../../../kernel/ids.ts'
import { badRequest } from './scim-refusal.ts'
import { toFlag } from './scim-values.ts'

type Condition = RawBuilder<boolean>
/** An attribute that can be filtered and sorted by. Text is compared without regard to case, unless it is `exact`. */
export type FilterColumn = {
  kind: 'text' | 'exact' | 'number' | 'boolean' | 'moment'
  value: RawBuilder<unknown>
  /** A quicker way to find what equals a text. */
  equals?: (text: string) => Condition
}
/** By the path of the attribute in lower case, without its schema. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>
export const never: Condition = sql<boolean>`false`
export const idColumn: FilterColumn = {
  kind: 'exact',
  value: sql`found.id::text`,
  equals: (id) => (isId(id) ? sql<boolean>`found.id = ${id}::uuid` : never),
}
type Comparison = Extract<Filter, { compValue: unknown }>

const maxLength = 1000
const invalid = (detail: string) => badRequest('invalidFilter', detail)
const schemaPrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i
/** The path of an attribute as the columns name it. */
export const attributeName = (path: string) => path.replace(schemaPrefix, '').toLowerCase()

const operators = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const
type Order = keyof typeof operators
const isOrder = (op: string): op is Order => op in operators

const columnAt = (columns: FilterColumns, path: string): FilterColumn => {
  const name = attributeName(path)
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw invalid(t('不支持按“{path}”筛选', { path }))
  return column
}

const compareText = (column: FilterColumn, op: string, text: string): Condition => {
  if (op === 'eq' && column.equals) return column.equals(text)
  const [left, right] =
    column.kind === 'exact' ? [column.value, sql`${text}::text`] : [sql`lower(${column.value})`, sql`lower(${text})`]
  if (op === 'eq') return sql<boolean>`${left} = ${right}`
  if (op === 'ne') return sql<boolean>`${left} is distinct from ${right}`
  if (op === 'co') return sql<boolean>`strpos(${left}, ${right}) > 0`
  if (op === 'sw') return sql<boolean>`starts_with(${left}, ${right})`
  if (op === 'ew') return sql<boolean>`right(${left}, length(${right})) = ${right}`
  return sql<boolean>`${left} collate "C" ${sql.raw(operators[op as Order])} ${right} collate "C"`
}
const years = /^[12]\d{3}-\d\d/
const compareMoment = ({ value }: FilterColumn, op: string, text: string): Condition => {
  const time = new Date(text)
  if (!years.test(text) || Number.isNaN(time.getTime())) throw invalid(t('“{text}”不是时间', { text }))
  const [left, right] = [sql`date_trunc('milliseconds', ${value})`, sql`${time.toISOString()}::timestamptz`]
  if (op === 'eq') return sql<boolean>`${left} = ${right}`
  if (op === 'ne') return sql<boolean>`${left} is distinct from ${right}`
  if (!isOrder(op)) throw invalid(t('时间仅支持 eq、ne、gt、ge、lt 和 le'))
  return sql<boolean>`${left} ${sql.raw(operators[op])} ${right}`
}
const compareNumber = ({ value, equals }: FilterColumn, op: string, wanted: unknown): Condition => {
  const number = typeof wanted === 'string' && wanted.trim() !== '' ? Number(wanted) : wanted
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw invalid(t('“{text}”不是数字', { text: String(wanted) }))
  if (op === 'eq' && equals) return equals(String(number))
  const right = sql`${number}::double precision`
  if (op === 'eq') return sql<boolean>`${value} = ${right}`
  if (op === 'ne') return sql<boolean>`${value} is distinct from ${right}`
  if (!isOrder(op)) throw invalid(t('数字仅支持 eq、ne、gt、ge、lt 和 le'))
  return sql<boolean>`${value} ${sql.raw(operators[op])} ${right}`
}
const compareBoolean = ({ value }: FilterColumn, op: string, wanted: unknown): Condition => {
  const flag = toFlag(wanted)
  if (flag === undefined || (op !== 'eq' && op !== 'ne')) throw invalid(t('布尔值仅支持 eq 和 ne'))
  return sql<boolean>`${value} is ${op === 'ne' ? sql`distinct` : sql`not distinct`} from ${flag}`
}
const compare = (column: FilterColumn, { op, compValue }: Comparison): Condition => {
  if (compValue === null) {
    if (op !== 'eq' && op !== 'ne') throw invalid(t('null 仅支持 eq 和 ne'))
    return op === 'eq' ? sql<boolean>`${column.value} is null` : sql<boolean>`${column.value} is not null`
  }
  if (column.kind === 'boolean') return compareBoolean(column, op, compValue)
  if (column.kind === 'number') return compareNumber(column, op, compValue)
  if (typeof compValue !== 'string') throw invalid(t('请以引号给出文本'))
  return (column.kind === 'moment' ? compareMoment : compareText)(column, op, compValue)
}
const isPresent = ({ kind, value }: FilterColumn): Condition =>
  kind === 'text' || kind === 'exact' ? sql<boolean>`${value} <> ''` : sql<boolean>`${value} is not null`

const toCondition = (filter: Filter, columns: FilterColumns, above: string): Condition => {
  if (filter.op === 'and' || filter.op === 'or') {
    const all = (filter as Extract<Filter, { filters: unknown }>).filters.map((each) =>
      toCondition(each, columns, above),
    )
    return sql<boolean>`(${sql.join(all, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  if (filter.op === 'not')
    return sql<boolean>`not ${toCondition((filter as Extract<Filter, { op: 'not' }>).filter, columns, above)}`
  if (filter.op === '[]') {
    const { attrPath, valFilter } = filter as Extract<Filter, { op: '[]' }>
    return toCondition(valFilter, columns, `${above}${attrPath}.`)
  }
  const { attrPath } = filter as Comparison
  const column = columnAt(columns, `${above}${attrPath}`)
  const found = filter.op === 'pr' ? isPresent(column) : compare(column, filter as Comparison)
  return sql<boolean>`coalesce(${found}, false)`
}

/**
 * The condition that a filter means (RFC 7644, section 3.4.2.2).
 * @throws `invalidFilter`
 */
export const filterCondition = (text: string, columns: FilterColumns): Condition => {
  if (text.length > maxLength) throw invalid(t('筛选条件最多 {maxLength} 个字符', { maxLength }))
  if (text.includes('\0') || !text.isWellFormed()) throw invalid(t('筛选条件含有无效字符'))
  let parsed: Filter
  try {
    parsed = parse(text)
  } catch {
    throw invalid(t('筛选条件的语法有误'))
  }
  return toCondition(parsed, columns, '')
}

import { type RawBuilder, sql } from 'kysely'
import type { Actor, RowCondition, RowRule, RowScope } from '../../../kernel/scope.ts'

/** How row scopes apply to a kind of row: its owner, and the fields that rules may use. */
export type ScopedRows = {
  /** Its name in rules: `users`. */
  resource: string
  /** Column with the owner's user id. */
  owner: string
  /** Columns by the field names of rules; none if no rules concern this kind of row. */
  fields?: Readonly<Record<string, string>>
  /** Column with the values of custom fields, which rules name `custom.<key>`. */
  custom?: string
}
/** The fields of an actor that determine visibility. */
export type Viewer = Pick<Actor, 'companyId' | 'userId' | 'account' | 'rows'>
type Condition = RawBuilder<boolean>

const yes: Condition = sql<boolean>`true`
const no: Condition = sql<boolean>`false`
const joinConditions = (all: readonly Condition[], word: 'and' | 'or'): Condition =>
  sql<boolean>`(${sql.join([...all], word === 'and' ? sql` and ` : sql` or `)})`

const operators = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const toOperand = ({ value, var: variable }: RowCondition, actor: Viewer): unknown => {
  if (variable === 'me.id') return actor.userId
  if (variable === 'me.account') return actor.account
  if (variable === 'now') return new Date().toISOString()
  return value
}

type RuleColumns = Pick<ScopedRows, 'fields' | 'custom'>
const customPrefix = 'custom.'
/** A custom value: a number where it is compared with one, and its text otherwise. */
const toCustom = (custom: string, { field, value }: RowCondition): RawBuilder<unknown> => {
  const key = field.slice(customPrefix.length)
  const text = sql`(${sql.ref(custom)} ->> ${key}::text)`
  return typeof [value].flat()[0] === 'number'
    ? sql`(case when jsonb_typeof(${sql.ref(custom)} -> ${key}::text) = 'number' then ${text}::double precision end)`
    : text
}
const toColumn = (condition: RowCondition, { fields = {}, custom }: RuleColumns): RawBuilder<unknown> | undefined => {
  const { field } = condition
  if (custom !== undefined && field.startsWith(customPrefix)) return toCustom(custom, condition)
  const column = Object.hasOwn(fields, field) ? fields[field] : undefined
  return column === undefined ? undefined : sql.ref(column)
}

const toCondition = (condition: RowCondition, actor: Viewer, columns: RuleColumns): Condition => {
  const left = toColumn(condition, columns)
  // A rule about an unknown field matches nothing.
  if (left === undefined) return no
  const value = toOperand(condition, actor)
  const { op } = condition
  if (op === 'in') return sql<boolean>`${left} = any(${value})`
  if (op === 'contains') return sql<boolean>`strpos(lower(${left}), lower(${value})) > 0`
  if (op === 'startsWith') return sql<boolean>`starts_with(lower(${left}), lower(${value}))`
  return sql<boolean>`coalesce(${left} ${sql.raw(operators[op])} ${value}, false)`
}

const toRules = (rules: readonly RowRule[], actor: Viewer, columns: RuleColumns): Condition[] =>
  rules.map(({ match, conditions }) =>
    joinConditions(
      conditions.map((condition) => toCondition(condition, actor, columns)),
      match,
    ),
  )

/** Whether a column holds the id of one of the scope's organisations. */
const isInOrgs = (
  { groupIds: orgIds, groupPaths: orgPaths }: RowScope,
  column: string,
  { companyId }: Viewer,
): Condition =>
  orgIds.length === 0 && orgPaths.length === 0
    ? no
    : sql<boolean>`${sql.ref(column)} in (
      select unnest(${orgIds}::uuid[])
      union all
      select orgs.id from unnest(${orgPaths}::text[]) as above (path)
        join orgs on orgs.company_id = ${companyId} and is_within(orgs.path, above.path))`

const within = (scope: RowScope, owner: string, actor: Viewer): Condition => {
  if (scope.wide) return yes
  const isMember = isInOrgs(scope, 'user_orgs.org_id', actor)
  if (isMember === no) return no
  return sql<boolean>`${sql.ref(owner)} in (
    select user_orgs.user_id from user_orgs where user_orgs.company_id = ${actor.companyId} and ${isMember})`
}

/**
 * SQL condition for the rows an actor can see, so that pages and totals agree: their own, and for each role those
 * within its data scope that match all its rules. Undefined if the actor sees every row of the company.
 */
export const visibleTo = (actor: Viewer, { resource, owner, ...columns }: ScopedRows): Condition | undefined => {
  if (actor.rows === 'all') return undefined
  const scopes = actor.rows.map((scope) => {
    const rules = toRules(
      scope.rules.filter((rule) => rule.resource === resource),
      actor,
      columns,
    )
    return {
      isUnrestricted: scope.wide && rules.length === 0,
      condition: joinConditions([within(scope, owner, actor), ...rules], 'and'),
    }
  })
  if (scopes.some(({ isUnrestricted }) => isUnrestricted)) return undefined
  return joinConditions(
    [sql<boolean>`${sql.ref(owner)} = ${actor.userId}`, ...scopes.map(({ condition }) => condition)],
    'or',
  )
}

/**
 * Whether a column holds the id of an organisation in the caller's row scope, for rows about organisations rather than
 * users. Undefined for unrestricted callers.
 */
export const isVisibleOrganization = (actor: Viewer, column: string): Condition | undefined => {
  if (actor.rows === 'all' || actor.rows.some(({ wide }) => wide)) return undefined
  return joinConditions([no, ...actor.rows.map((scope) => isInOrgs(scope, column, actor))], 'or')
}

/** Whether an actor may see rows of others than themselves. */
export const seesOthers = ({ rows }: Viewer): boolean =>
  rows === 'all' || rows.some(({ wide, groupIds, groupPaths }) => wide || groupIds.length > 0 || groupPaths.length > 0)

/** Marks the row scope as used by a handler whose `scoped` answer names no users this time. */
export const skipRowScope = ({ rows }: Viewer): void => void rows

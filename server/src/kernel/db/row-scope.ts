import { type RawBuilder, sql } from 'kysely'
import type { Actor, RowCondition, RowRule, RowScope } from '../scope.ts'

/** What a kind of row offers to data scopes: whose row it is, and what rules may ask of it. */
export type Scoped = {
  /** The name rules know it by: `users`. */
  resource: string
  /** The column with the id of the person whose row it is. */
  owner: string
  /** The columns behind the names that rules use; none where rules are about another kind of row. */
  fields?: Readonly<Record<string, string>>
}
/** Whoever asks, as far as what he sees depends on it. */
export type Seer = Pick<Actor, 'companyId' | 'userId' | 'account' | 'rows'>
type Condition = RawBuilder<boolean>

const yes: Condition = sql<boolean>`true`
const no: Condition = sql<boolean>`false`
const joined = (all: readonly Condition[], word: 'and' | 'or'): Condition =>
  sql<boolean>`(${sql.join([...all], word === 'and' ? sql` and ` : sql` or `)})`

const signs = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const comparedWith = ({ value, var: variable }: RowCondition, actor: Seer): unknown => {
  if (variable === 'me.id') return actor.userId
  if (variable === 'me.account') return actor.account
  if (variable === 'now') return new Date().toISOString()
  return value
}

const conditionOf = (condition: RowCondition, actor: Seer, fields: Readonly<Record<string, string>>): Condition => {
  const column = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
  // A rule about something that is gone shows nothing rather than everything.
  if (column === undefined) return no
  const [left, value] = [sql.ref(column), comparedWith(condition, actor)]
  const { op } = condition
  if (op === 'in') return sql<boolean>`${left} = any(${value})`
  if (op === 'contains') return sql<boolean>`strpos(lower(${left}), lower(${value})) > 0`
  if (op === 'startsWith') return sql<boolean>`starts_with(lower(${left}), lower(${value}))`
  return sql<boolean>`coalesce(${left} ${sql.raw(signs[op])} ${value}, false)`
}

const rulesOf = (rules: readonly RowRule[], actor: Seer, fields: Readonly<Record<string, string>>): Condition[] =>
  rules.map(({ match, conditions }) =>
    joined(
      conditions.map((condition) => conditionOf(condition, actor, fields)),
      match,
    ),
  )

/** Whether a column holds the id of one of the organisations of a scope. */
const isOfOrgs = ({ orgIds, orgPaths }: RowScope, column: string, { companyId }: Seer): Condition =>
  orgIds.length === 0 && orgPaths.length === 0
    ? no
    : sql<boolean>`${sql.ref(column)} in (
      select unnest(${orgIds}::uuid[])
      union all
      select orgs.id from unnest(${orgPaths}::text[]) as above (path)
        join orgs on orgs.company_id = ${companyId} and stands_in(orgs.path, above.path))`

const within = (scope: RowScope, owner: string, actor: Seer): Condition => {
  if (scope.wide) return yes
  const isMember = isOfOrgs(scope, 'user_orgs.org_id', actor)
  if (isMember === no) return no
  return sql<boolean>`${sql.ref(owner)} in (
    select user_orgs.user_id from user_orgs where user_orgs.company_id = ${actor.companyId} and ${isMember})`
}

/**
 * Which rows somebody sees (wire §5), as a condition to be put beside whatever else a query asks, so that pages and
 * totals are right: his own; and of each of his roles those within its data scope that match all of its rules.
 * In: who asks, and what kind of row it is. Out: undefined when he sees every row of his company.
 */
export const seenBy = (actor: Seer, { resource, owner, fields = {} }: Scoped): Condition | undefined => {
  if (actor.rows === 'all') return undefined
  const ways = actor.rows.map((scope) => {
    const rules = rulesOf(
      scope.rules.filter((rule) => rule.resource === resource),
      actor,
      fields,
    )
    return {
      isOpen: scope.wide && rules.length === 0,
      condition: joined([within(scope, owner, actor), ...rules], 'and'),
    }
  })
  if (ways.some(({ isOpen }) => isOpen)) return undefined
  return joined([sql<boolean>`${sql.ref(owner)} = ${actor.userId}`, ...ways.map(({ condition }) => condition)], 'or')
}

/**
 * Whether a column holds the id of an organisation in the caller's row scope, for rows about an organisation rather than a
 * user. Undefined for callers who see everybody's rows.
 */
export const organizationSeenBy = (actor: Seer, column: string): Condition | undefined => {
  if (actor.rows === 'all' || actor.rows.some(({ wide }) => wide)) return undefined
  return joined([no, ...actor.rows.map((scope) => isOfOrgs(scope, column, actor))], 'or')
}

/** Says that an answer declared `scoped` names no users this time, where its rows are of another kind. */
export const namesNobody = ({ rows }: Seer): void => void rows

import {
  type DataRule,
  type RuleKind as Kind,
  type RuleCondition,
  type RuleField,
  type RuleResource,
  type ruleOps,
  ruleResources,
  type ruleVars,
} from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { isChinese, t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'

type Op = (typeof ruleOps)[number]
type Var = (typeof ruleVars)[number]

const opNames: Record<Op, string> = {
  eq: t('等于'),
  ne: t('不等于'),
  gt: t('大于'),
  gte: t('大于等于'),
  lt: t('小于'),
  lte: t('小于等于'),
  contains: t('包含'),
  startsWith: t('开头是'),
  in: t('是其中之一'),
}
const timeOpNames: Partial<Record<Op, string>> = { gt: t('晚于'), gte: t('不早于'), lt: t('早于'), lte: t('不晚于') }
const opsOf: Record<Kind, readonly Op[]> = {
  text: ['eq', 'ne', 'contains', 'startsWith', 'in'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'],
  time: ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'],
  day: ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'],
}
const varNames: Record<Var, string> = { 'me.id': t('本人编号'), 'me.account': t('本人账号'), now: t('当前时间') }
const varsOf: Record<Kind, readonly Var[]> = { text: ['me.account', 'me.id'], number: [], time: ['now'], day: ['now'] }

/** What rules may compare, with the names of fields. */
export type RuleFields = Readonly<Record<string, RuleField>>
const isTime = (kind: Kind) => kind === 'time' || kind === 'day'

export const resourceOptions = Object.entries(ruleResources).map(([value, { label }]) => ({
  value: value as RuleResource,
  label: t(label),
}))
export const fieldOptions = (fields: RuleFields) =>
  Object.entries(fields).map(([value, { label }]) => ({ value, label }))
export const findKind = (fields: RuleFields, field: string): Kind => fields[field]?.kind ?? 'text'
export const opOptions = (kind: Kind) =>
  opsOf[kind].map((value) => ({ value, label: (isTime(kind) ? timeOpNames[value] : undefined) ?? opNames[value] }))
export const varOptions = (kind: Kind) => varsOf[kind].map((value) => ({ value, label: varNames[value] }))

const blankValue = (kind: Kind, op: Op) =>
  op === 'in' ? { value: [] } : kind === 'number' ? { value: 0 } : { value: '' }

/** A condition on a field, without a value yet. */
export const blankCondition = (fields: RuleFields, field: string): RuleCondition => {
  const kind = findKind(fields, field)
  const op = opsOf[kind][0] ?? 'eq'
  return { field, op, ...blankValue(kind, op) }
}

/** The condition with another operator; switching between list and single value clears the value. */
export const changeOperator = (fields: RuleFields, condition: RuleCondition, op: Op): RuleCondition => {
  const isList = (each: Op) => each === 'in'
  if (isList(op) === isList(condition.op)) return { ...condition, op }
  return { field: condition.field, op, ...blankValue(findKind(fields, condition.field), op) }
}

/** The initial rule. */
export const blankRule = (fields: RuleFields): DataRule => ({
  resource: 'users',
  match: 'and',
  conditions: [blankCondition(fields, 'account')],
})

const valueText = (kind: Kind, { value, var: variable }: RuleCondition): string => {
  if (variable !== undefined) return varNames[variable]
  const values = [value ?? ''].flat()
  return listText(values.map((each) => (kind === 'time' ? formatMoment(String(each)) : `“${each}”`)))
}
const conditionText = (fields: RuleFields, condition: RuleCondition): string => {
  const { field, op } = condition
  const kind = findKind(fields, field)
  const comparison = (isTime(kind) ? timeOpNames[op] : undefined) ?? opNames[op]
  return [fields[field]?.label ?? field, comparison, valueText(kind, condition)].join(isChinese ? '' : ' ')
}
/** A rule as text: 用户：账号包含“x”，并且性别等于“1”. */
export const ruleText = ({ resource, match, conditions }: DataRule, fields: RuleFields): string =>
  labelledText(
    t(ruleResources[resource].label),
    conditions.map((condition) => conditionText(fields, condition)).join(match === 'and' ? t('，并且') : t('，或者')),
  )

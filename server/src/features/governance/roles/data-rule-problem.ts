import {
  type DataRule,
  type RuleKind as Kind,
  type RuleCondition,
  type RuleField,
  ruleResources,
} from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { t } from '@atrium/contract/kernel/texts.ts'

const comparisonOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const
const opsOf: Readonly<Record<Kind, readonly RuleCondition['op'][]>> = {
  text: ['eq', 'ne', 'contains', 'startsWith', 'in'],
  number: [...comparisonOps, 'in'],
  time: comparisonOps,
  day: comparisonOps,
}
const varsOf: Readonly<Record<Kind, readonly RuleCondition['var'][]>> = {
  text: ['me.id', 'me.account'],
  number: [],
  time: ['now'],
  day: ['now'],
}
const isValueOf: Readonly<Record<Kind, (value: string | number) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  day: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
}

const conditionProblem = (
  kind: Kind,
  label: string,
  { op, value, var: variable }: RuleCondition,
): string | undefined => {
  if (!opsOf[kind].includes(op)) return t('“{label}”不支持这种比较方式', { label })
  if (variable !== undefined)
    return varsOf[kind].includes(variable) && op !== 'in' ? undefined : t('“{label}”不能与该变量比较', { label })
  if (Array.isArray(value) !== (op === 'in')) return t('请填写“{label}”要比较的值', { label })
  return [value ?? ''].flat().every(isValueOf[kind]) ? undefined : t('“{label}”的值不正确', { label })
}

export type RuleFields = Readonly<Record<string, RuleField>>
/** Why a rule cannot be applied, with the field; undefined if it is valid. Takes custom fields that it may compare. */
export const findRuleProblem = (
  { resource, conditions }: DataRule,
  custom: RuleFields,
): { field: string; msg: string } | undefined => {
  const fields: RuleFields = { ...custom, ...ruleResources[resource].fields }
  for (const [at, condition] of conditions.entries()) {
    const field = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
    const msg = field ? conditionProblem(field.kind, field.label, condition) : t('请选择字段')
    if (msg !== undefined) return { field: `conditions.${at}`, msg }
  }
  return undefined
}

import * as z from 'zod/mini'
import type { CustomKind } from '../../../kernel/custom-fields.ts'
import { text } from '../../../kernel/fields.ts'
import { isCustomSort } from '../../../kernel/listing.ts'
import { t } from '../../../kernel/texts.ts'

/** Row scopes, widest first. */
export const dataScopes = ['all', 'company', 'orgSub', 'org', 'custom', 'self'] as const
export type DataScope = (typeof dataScopes)[number]

/** What data rules may cover: a resource and its fields. */
export const ruleResources = {
  users: {
    label: '用户',
    fields: {
      account: { label: '账号', kind: 'text' },
      name: { label: '姓名', kind: 'text' },
      sex: { label: '性别', kind: 'number' },
      createTime: { label: '创建时间', kind: 'time' },
      expireTime: { label: '到期时间', kind: 'time' },
    },
  },
} as const satisfies Record<string, { label: string; fields: Record<string, RuleField> }>
export type RuleKind = 'text' | 'number' | 'time' | 'day'
export type RuleField = { label: string; kind: RuleKind }
/** Resources whose custom fields rules may compare, as `custom.<key>`, with the entity that has them. */
export const customOfRules = { users: 'user' } as const satisfies Partial<Record<keyof typeof ruleResources, string>>
const ruleKinds: Partial<Record<CustomKind, RuleKind>> = { number: 'number', money: 'number', date: 'day' }
/** How rules compare a custom field. */
export const ruleKindOf = (kind: CustomKind): RuleKind => ruleKinds[kind] ?? 'text'
export type RuleResource = keyof typeof ruleResources
const resources = Object.keys(ruleResources) as RuleResource[]

export const ruleOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith', 'in'] as const
/** Values resolved at call time: the caller and the current date. */
export const ruleVars = ['me.id', 'me.account', 'now'] as const

export const maxConditions = 20
export const maxRules = 20
const maxValues = 100

const scalar = z.union([text(200, '请填写比较值'), z.number()])
const condition = z
  .object({
    field: text(64, '请选择字段'),
    op: z.enum(ruleOps, '请选择比较方式'),
    value: z.optional(
      z.union([
        scalar,
        z.array(scalar).check(z.maxLength(maxValues, { error: () => t('最多 {maxValues} 个值', { maxValues }) })),
      ]),
    ),
    var: z.optional(z.enum(ruleVars)),
  })
  .check(z.refine((each) => (each.value === undefined) !== (each.var === undefined), '请填写比较值'))
export type RuleCondition = z.output<typeof condition>
const conditions = z
  .array(condition)
  .check(
    z.minLength(1, '请至少填写一个条件'),
    z.maxLength(maxConditions, { error: () => t('最多 {maxConditions} 个条件', { maxConditions }) }),
  )

/** Rows that match all conditions, or any of them. */
export const dataRule = z
  .object({
    resource: z.enum(resources, '请选择数据'),
    match: z.enum(['and', 'or']),
    conditions,
  })
  .check(
    z.refine(
      ({ resource, conditions: rows }) =>
        rows.every(
          ({ field }) =>
            Object.hasOwn(ruleResources[resource].fields, field) ||
            (Object.hasOwn(customOfRules, resource) && isCustomSort(field)),
        ),
      { error: '请选择字段', path: ['conditions'] },
    ),
  )
export type DataRule = z.output<typeof dataRule>
export const dataRules = z
  .array(dataRule)
  .check(z.maxLength(maxRules, { error: () => t('最多 {maxRules} 条规则', { maxRules }) }))

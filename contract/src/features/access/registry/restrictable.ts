import { labelledText } from '../../../kernel/list-text.ts'
import type { FieldEffect, FieldRestriction } from '../../../kernel/restrictions.ts'
import { t } from '../../../kernel/texts.ts'
import { userFields } from './user-fields.ts'

/** Fields that elements of kind `field` can restrict, by resource. */
const restrictable = { users: { label: '用户', fields: userFields } } as const
export const effectNames = { hide: '隐藏', mask: '脱敏', readonly: '只读' } as const satisfies Record<
  FieldEffect,
  string
>

type Resource = { label: string; fields: Readonly<Record<string, string>> }
const resources: Readonly<Record<string, Resource>> = restrictable
/** Display name of a field with its resource: 用户的手机号. */
const fieldTitle = (resource: string, name: string): string =>
  t('{label}的{name}', {
    label: t(resources[resource]?.label ?? resource),
    name: t(resources[resource]?.fields[name] ?? name),
  })

export const restrictableResources = Object.keys(restrictable) as (keyof typeof restrictable)[]
/** Whether elements can restrict this field. */
export const isRestrictable = (resource: string, name: string): boolean =>
  Object.hasOwn(resources[resource]?.fields ?? {}, name)
/** Display text of a restriction: 用户的手机号：脱敏. */
export const restrictionText = ({ resource, name, effect }: FieldRestriction): string =>
  labelledText(fieldTitle(resource, name), t(effectNames[effect]))
export const restrictableFields = Object.entries(resources).flatMap(([resource, { fields }]) =>
  Object.keys(fields).map((name) => ({ resource, name, title: fieldTitle(resource, name) })),
)

import type { FieldEffect, FieldRestriction } from '../../kernel/restrictions.ts'
import { userFields } from '../users/user-fields.ts'

/** What elements of kind `field` may restrict, by the names of resources and of their fields. */
const restrictable = { users: { label: '用户', fields: userFields } } as const
export const effectNames = { hide: '隐藏', mask: '脱敏', readonly: '只读' } as const satisfies Record<
  FieldEffect,
  string
>

type Resource = { label: string; fields: Readonly<Record<string, string>> }
const resources: Readonly<Record<string, Resource>> = restrictable
/** What a field is called, with its resource: 用户的手机号. */
const fieldTitle = (resource: string, name: string): string =>
  `${resources[resource]?.label ?? resource}的${resources[resource]?.fields[name] ?? name}`

export const restrictableResources = Object.keys(restrictable) as (keyof typeof restrictable)[]
/** Whether there is such a field. */
export const isRestrictable = (resource: string, name: string): boolean =>
  Object.hasOwn(resources[resource]?.fields ?? {}, name)
/** What is restricted, in words: 用户的手机号：脱敏. */
export const restrictionText = ({ resource, name, effect }: FieldRestriction): string =>
  `${fieldTitle(resource, name)}：${effectNames[effect]}`
/** Every field that can be restricted. */
export const restrictableFields = Object.entries(resources).flatMap(([resource, { fields }]) =>
  Object.keys(fields).map((name) => ({ resource, name, title: fieldTitle(resource, name) })),
)

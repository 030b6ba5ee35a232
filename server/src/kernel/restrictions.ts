import type { FieldEffect, FieldRestriction, Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { fieldEffects } from '@atrium/contract/kernel/restrictions.ts'

/** Masks a value as the caller's restrictions require. */
export type MaskValue = (value: unknown, kept: Restrictions) => unknown
/** Masks by the names the contract declares. */
export type FieldMasks = Readonly<Record<string, MaskValue>>
export type Mask = (text: string) => string

/** The strictest of several restrictions per field; undefined if there are none. */
export const strictestRestrictions = (found: readonly FieldRestriction[]): Restrictions | undefined => {
  if (found.length === 0) return undefined
  const rank = ({ effect }: FieldRestriction) => fieldEffects.indexOf(effect)
  const laxFirst = [...found].sort((one, other) => rank(other) - rank(one))
  return Object.fromEntries(laxFirst.map(({ resource, name, effect }) => [`${resource}.${name}`, effect]))
}

/** Restrictions of elements with those of custom fields, which have names of their own; undefined if there are none. */
export const withLimits = (
  restricted: Restrictions | undefined,
  limits: readonly FieldRestriction[],
): Restrictions | undefined => (limits.length === 0 ? restricted : { ...restricted, ...strictestRestrictions(limits) })

/** Applies a field restriction's effect to a text. */
export const applyMask = (text: string, effect: FieldEffect | undefined, mask: Mask): string => {
  if (effect === 'hide') return ''
  return effect === 'mask' ? mask(text) : text
}

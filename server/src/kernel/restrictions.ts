import type { FieldEffect, FieldRestriction, Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { fieldEffects } from '@atrium/contract/kernel/restrictions.ts'

/** Tells a value as far as it is not kept back. */
export type Tell = (value: unknown, kept: Restrictions) => unknown
/** How what the contract declares is told, by the words it is declared with. */
export type Tellers = Readonly<Record<string, Tell>>
export type Mask = (text: string) => string

/** Of several restrictions of the same field the strictest; undefined where there are none. */
export const strictest = (found: readonly FieldRestriction[]): Restrictions | undefined => {
  if (found.length === 0) return undefined
  const rank = ({ effect }: FieldRestriction) => fieldEffects.indexOf(effect)
  const laxFirst = [...found].sort((one, other) => rank(other) - rank(one))
  return Object.fromEntries(laxFirst.map(({ resource, name, effect }) => [`${resource}.${name}`, effect]))
}

/** A text as it is told. In: what is done with it, and how it is masked. */
export const toldAs = (text: string, effect: FieldEffect | undefined, mask: Mask): string => {
  if (effect === 'hide') return ''
  return effect === 'mask' ? mask(text) : text
}

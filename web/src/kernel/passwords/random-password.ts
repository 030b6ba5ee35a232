import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'

/** What is easily taken for something else when read aloud or copied by hand (0 O, 1 l I) is left out. */
const groups = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%^&*?-_=+'] as const
const wished = 16
const numbers = 2 ** 32

/** A whole number from 0 up to, not including, `below`; none is likelier than another. */
const randomBelow = (below: number): number => {
  const fair = numbers - (numbers % below)
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= fair)
  return (drawn[0] ?? 0) % below
}

const pickFrom = (group: string): string => group.charAt(randomBelow(group.length))

/** Fisher and Yates' shuffle. */
const shuffled = (characters: readonly string[]): string[] => {
  const left = [...characters]
  return characters.map(() => left.splice(randomBelow(left.length), 1)[0] ?? '')
}

/**
 * A random password that any policy of this shape takes: it begins with a letter and cycles through the groups of
 * characters (spec §9), so that every group is in it, in an order nobody can foresee. At least 16 characters where the
 * policy allows as many.
 */
export const randomPassword = ({ min, max }: Pick<PasswordShape, 'min' | 'max'>): string => {
  const length = Math.min(max, Math.max(min, wished))
  const [first = '', ...rest] = Array.from({ length }, (_, at) => pickFrom(groups[at % groups.length] ?? ''))
  return first + shuffled(rest).join('')
}

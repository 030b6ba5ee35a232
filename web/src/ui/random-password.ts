import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'

/** Leaves out characters that are easily confused when read or copied (0 O, 1 l I). */
const groups = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%^&*?-_=+'] as const
const defaultLength = 16
const randomRange = 2 ** 32

/** Uniform random integer from 0 to `below`, exclusive. */
const randomBelow = (below: number): number => {
  const limit = randomRange - (randomRange % below)
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= limit)
  return (drawn[0] ?? 0) % below
}

const pickFrom = (group: string): string => group.charAt(randomBelow(group.length))

/** Fisher–Yates shuffle. */
const shuffled = (characters: readonly string[]): string[] => {
  const left = [...characters]
  return characters.map(() => left.splice(randomBelow(left.length), 1)[0] ?? '')
}

/**
 * Generates a random password for any policy with these lengths: begins with a letter and contains every character
 * group, in random order. At least 16 characters if the policy allows.
 */
export const randomPassword = ({ min, max }: Pick<PasswordShape, 'min' | 'max'>): string => {
  const length = Math.min(max, Math.max(min, defaultLength))
  const [first = '', ...rest] = Array.from({ length }, (_, at) => pickFrom(groups[at % groups.length] ?? ''))
  return first + shuffled(rest).join('')
}

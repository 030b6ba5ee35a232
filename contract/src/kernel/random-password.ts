import type { PasswordShape } from './password-rules.ts'

/** Leaves out characters that are easily confused when read or copied (0 O, 1 l I). */
const groups = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%^&*?-_=+'] as const
const defaultLength = 16

/** Fisher–Yates shuffle. */
const shuffle = (characters: readonly string[], randomBelow: (below: number) => number): string[] => {
  const left = [...characters]
  return characters.map(() => left.splice(randomBelow(left.length), 1)[0] ?? '')
}

/**
 * Generates a random password for any policy with these lengths: begins with a letter and contains every character
 * group, in random order. At least 16 characters if the policy allows.
 * @param randomBelow - a uniform random integer from 0 to `below`, exclusive, from a source fit for secrets
 */
export const generatePassword = (
  { min, max }: Pick<PasswordShape, 'min' | 'max'>,
  randomBelow: (below: number) => number,
): string => {
  const length = Math.min(max, Math.max(min, defaultLength))
  const [first = '', ...rest] = Array.from({ length }, (_, at) => {
    const group = groups[at % groups.length] ?? ''
    return group.charAt(randomBelow(group.length))
  })
  return first + shuffle(rest, randomBelow).join('')
}

import type { PasswordShape } from '@atrium/contract/kernel/password-rules.ts'
import { generatePassword } from '@atrium/contract/kernel/random-password.ts'

const randomRange = 2 ** 32

/** Uniform random integer from 0 to `below`, exclusive. */
const randomBelow = (below: number): number => {
  const limit = randomRange - (randomRange % below)
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= limit)
  return (drawn[0] ?? 0) % below
}

/** A random password for any policy with these lengths. */
export const randomPassword = (shape: Pick<PasswordShape, 'min' | 'max'>): string =>
  generatePassword(shape, randomBelow)

import { randomInt } from 'node:crypto'
import { generatePassword } from '@atrium/contract/kernel/random-password.ts'

/** A random password of this length. */
export const randomPassword = (length: number): string =>
  generatePassword({ min: length, max: length }, (below) => randomInt(below))

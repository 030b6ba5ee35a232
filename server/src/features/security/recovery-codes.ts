import { randomInt } from 'node:crypto'

/** Without i, l, o, 0 and 1: the codes are printed and typed again. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const howMany = 10
const groups = 3
const perGroup = 4

const group = () => Array.from({ length: perGroup }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Ten codes like `abcd-efgh-jkmn`, 59 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () => Array.from({ length: groups }, group).join('-'))

/** A code as it counts, however it was typed: case, hyphens and spaces do not matter. */
export const plainRecoveryCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

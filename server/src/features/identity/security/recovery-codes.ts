import { randomInt } from 'node:crypto'

/** Without i, l, o, 0 and 1: codes are printed and retyped. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeCount = 10
const groups = 3
const perGroup = 4

const randomGroup = () => Array.from({ length: perGroup }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Ten codes like `abcd-efgh-jkmn`, 59 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => Array.from({ length: groups }, randomGroup).join('-'))

/** A typed code in stored form: case, hyphens and spaces do not matter. */
export const normalizeRecoveryCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')

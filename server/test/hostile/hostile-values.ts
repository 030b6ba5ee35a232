import { randomInt } from 'node:crypto'
import { isThorough } from '../thorough.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { representativeStrings, representativeValues } from './representatives.ts'

/** Seed of the generated values: another one in each thorough run, unless one is given to repeat a run. */
export const seed = Number(process.env.HOSTILE_SEED ?? randomInt(2 ** 31))
/** Values tried for each parameter in the thorough run. */
const perParameter = Number(process.env.HOSTILE_PER_PARAMETER ?? 1000)

const allOfThem = async () => {
  const { anyJson, anyText, awkward, filledUp } = await import('./generated-values.ts')
  return {
    strings: filledUp([...representativeStrings, ...naughtyStrings], anyText, perParameter, seed),
    values: filledUp([...representativeValues, ...naughtyStrings, ...awkward], anyJson, perParameter, seed),
  }
}
// Loading the generators takes a second, which only the thorough run pays.
const chosen = isThorough ? await allOfThem() : { strings: representativeStrings, values: representativeValues }

/** Strings to send: one of each class, or every curated one and generated ones. */
export const hostileStrings: readonly string[] = chosen.strings
/** For a field of a JSON body: the same strings, and values of every other type. */
export const hostileJson: readonly unknown[] = chosen.values

import { randomInt } from 'node:crypto'
import { isThorough } from '../thorough.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { representativeStrings, representativeValues } from './representatives.ts'

/** Seed of the generated values: random per run unless set to repeat one. */
export const seed = Number(process.env.HOSTILE_SEED ?? randomInt(2 ** 31))
/** Values per parameter in the thorough run. */
const valuesPerParameter = Number(process.env.HOSTILE_PER_PARAMETER ?? 1000)

const loadAllValues = async () => {
  const { anyJson, anyText, edgeCases: awkward, fillWithGenerated: filledUp } = await import('./generated-values.ts')
  return {
    strings: filledUp([...representativeStrings, ...naughtyStrings], anyText, valuesPerParameter, seed),
    values: filledUp([...representativeValues, ...naughtyStrings, ...awkward], anyJson, valuesPerParameter, seed),
  }
}
// Loading the generators takes a second; the quick run skips it.
const values = isThorough ? await loadAllValues() : { strings: representativeStrings, values: representativeValues }

/** One string of each class, or all curated and generated strings. */
export const hostileStrings: readonly string[] = values.strings
/** Values of a JSON field: the same strings, and values of every other type. */
export const hostileJson: readonly unknown[] = values.values

import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { isThorough } from '../thorough.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { representativeStrings, representativeValues } from './representatives.ts'

/** Seed of the generated values: another one in each thorough run, unless one is given to repeat a run. */
export const seed = Number(process.env.HOSTILE_SEED ?? randomInt(2 ** 31))
/** Values tried for each parameter in the thorough run. */
const perParameter = Number(process.env.HOSTILE_PER_PARAMETER ?? 1000)

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  // Half surrogates too: an array of single UTF-16 units is the one way to get them.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.constantFrom(...naughtyStrings), fc.constantFrom(...naughtyStrings))
    .map(([a, b]) => (a + b).slice(0, 9000)),
)

const deep = (depth: number, open: (inner: unknown) => unknown) => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = open(value)
  return value
}
const awkward: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.1,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  [0],
  ['a', 'b'],
  { length: 1e9 },
  { toString: 1 },
  JSON.parse('{"then":"x"}'),
  { toJSON: 1 },
  { id: { $ne: null } },
  { $gt: '' },
  { constructor: { prototype: { x: 1 } } },
  deep(19, (inner) => [inner]),
  deep(21, (inner) => ({ a: inner })),
  deep(3000, (inner) => [inner]),
  Array.from({ length: 5000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n])),
]
const anyJson = fc.oneof(
  anyText,
  fc.constantFrom(...awkward),
  fc.integer(),
  fc.double(),
  fc.array(anyText, { maxLength: 60 }),
  fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 20 }),
  fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }),
)

const filledUp = <T>(fixed: readonly T[], generated: fc.Arbitrary<T>): T[] => [
  ...fixed,
  ...fc.sample(generated, { numRuns: Math.max(0, perParameter - fixed.length), seed }),
]

/** Strings to send: one of each class, or every curated one and generated ones. */
export const hostileStrings: readonly string[] = isThorough
  ? filledUp([...representativeStrings, ...naughtyStrings], anyText)
  : representativeStrings

/** For a field of a JSON body: the same strings, and values of every other type. */
export const hostileJson: readonly unknown[] = isThorough
  ? filledUp([...representativeValues, ...naughtyStrings, ...awkward], anyJson)
  : representativeValues

const tab = 0x09
/** What reaches a server as a header: the UTF-8 bytes, without those that Node's own parser refuses. */
export const asHeader = (text: string): string =>
  Buffer.from(Buffer.from(text, 'utf8').filter((byte) => byte === tab || (byte >= 0x20 && byte !== 0x7f)))
    .toString('latin1')
    .slice(0, 8000)

/** Percent-encoded bytes of the text; half surrogates go as the three bytes that no decoder should accept. */
export const asUrlPart = (text: string): string => {
  let encoded = ''
  for (const character of text) {
    const unit = character.charCodeAt(0)
    const half = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff
    encoded += half
      ? `%ED%${(0x80 | ((unit >> 6) & 0x3f)).toString(16)}%${(0x80 | (unit & 0x3f)).toString(16)}`
      : encodeURIComponent(character)
  }
  return encoded
}

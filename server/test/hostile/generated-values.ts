import fc from 'fast-check'
import { naughtyStrings } from './naughty-strings.ts'

/** Any text, half surrogates and mixtures of the curated strings included. */
export const anyText = fc.oneof(
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
/** Values that have broken programs before. */
export const edgeCases: readonly unknown[] = [
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
/** Any value of a JSON body. */
export const anyJson = fc.oneof(
  anyText,
  fc.constantFrom(...edgeCases),
  fc.integer(),
  fc.double(),
  fc.array(anyText, { maxLength: 60 }),
  fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 20 }),
  fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }),
)

/** The fixed values, then generated ones until there are `count`. */
export const fillWithGenerated = <T>(
  fixed: readonly T[],
  generated: fc.Arbitrary<T>,
  count: number,
  seed: number,
): T[] => [...fixed, ...fc.sample(generated, { numRuns: Math.max(0, count - fixed.length), seed })]

const maxWidth = 120

/** Capitals stand before small letters, letter by letter, as Biome sorts names. */
const toSortKey = (name: string): string =>
  name
    .replace(/^type /, '')
    .replace(/./g, (letter) => `${letter.toLowerCase()}${letter === letter.toLowerCase() ? 1 : 0}`)

/** The import of names from a part of the kit, a name a line. */
export const importOf = (names: readonly string[], from: string): string => {
  const sorted = [...new Set(names)].sort((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1))
  return `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '@atrium/kit/${from}'`
}

/** An array between two texts, on one line if it fits: `const written = ['name', 'price'] as const`. */
export const arrayText = (before: string, items: readonly string[], after: string): string => {
  const line = `${before}[${items.join(', ')}]${after}`
  const [indent] = before.match(/^ */) ?? ['']
  return line.length <= maxWidth
    ? line
    : `${before}[\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}]${after}`
}
/** The same as a property: `  sortable: ['name', 'price'],`. */
export const arrayLine = (indent: string, name: string, items: readonly string[]): string =>
  `${arrayText(`${indent}${name}: `, items, ',')}\n`

/** A number with its digits in threes: `100_049`. */
export const numberText = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, '_')

export const quoted = (names: readonly string[]): string[] => names.map((name) => `'${name}'`)

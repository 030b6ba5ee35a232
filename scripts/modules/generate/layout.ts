const maxWidth = 120

/** Capitals stand before small letters, letter by letter, as Biome sorts names. */
const toSortKey = (name: string): string =>
  name
    .replace(/^type /, '')
    .replace(/./g, (letter) => `${letter.toLowerCase()}${letter === letter.toLowerCase() ? 1 : 0}`)

/** The import of names from a part of the kit, on one line if it fits. */
export const importOf = (names: readonly string[], from: string): string => {
  const sorted = [...new Set(names)].sort((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1))
  const line = `import { ${sorted.join(', ')} } from '@atrium/kit/${from}'`
  if (line.length <= maxWidth) return line
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

/** A property whose value is an element under a condition, on three lines unless one holds it. */
export const elementLine = (indent: string, name: string, value: string): string => {
  const line = `${indent}${name}: ${value},`
  if (line.length <= maxWidth || !value.includes(' && <')) return `${line}\n`
  const [condition = '', element = ''] = value.split(/ && (?=<)/)
  return `${indent}${name}: ${condition} && (\n${indent}  ${element}\n${indent}),\n`
}

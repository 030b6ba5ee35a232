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

/** An array behind its name, on one line if it fits: `  audited: ['name', 'price'],`. */
export const arrayLine = (indent: string, name: string, items: readonly string[]): string => {
  const line = `${indent}${name}: [${items.join(', ')}],\n`
  return line.length <= maxWidth + 1
    ? line
    : `${indent}${name}: [\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}],\n`
}

/** A number with its digits in threes: `100_049`. */
export const numberText = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, '_')

export const quoted = (names: readonly string[]): string[] => names.map((name) => `'${name}'`)

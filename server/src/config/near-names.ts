import { readdirSync } from 'node:fs'
import { tell } from '../kernel/texts/operator-language.ts'
import { isOfService } from './service-variables.ts'
import { fileVariable } from './settings.ts'
import { secretNames, variableNames } from './variables.ts'

const singular = (word: string) => (word.endsWith('IES') ? `${word.slice(0, -3)}Y` : word.replace(/(?<=[^S]{2})S$/, ''))
/** A name without what is easily written otherwise: case, separators, a plural. */
const toPlain = (name: string) => {
  const words = name.toUpperCase().split(/[^A-Z0-9]+/)
  return (words.length > 1 ? words.map(singular) : words).join('')
}

/** Insertions, deletions, replacements and swaps of neighbours that make one text another. */
const distance = (one: string, other: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (last[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      const isSwap = row > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const swapped = isSwap ? (beforeLast[at - 2] ?? 0) + 1 : replaced
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = next
  }
  return last[other.length] ?? 0
}

/** Short names are near to many words (PORT to PATH, HOST to HOME): the longer a name, the more slips it may have. */
const slipsIn = (length: number) => (length < 7 ? -1 : length < 12 ? 1 : 2)

const files = secretNames.map(fileVariable)
const known = [...variableNames, ...files].map((name) => ({ name, plain: toPlain(name) }))
const knownNames = new Set<string>(known.map(({ name }) => name))

/** The variable that was meant by a name that is none; undefined: it belongs to something else. */
const findMeant = (name: string): string | undefined => {
  const own = name.replace(/^ATRIUM_/, '')
  if (own !== name && knownNames.has(own)) return own
  const plain = toPlain(name)
  const near = known
    .map((each) => ({ ...each, slips: distance(plain, each.plain) }))
    .filter((each) => each.slips <= slipsIn(Math.max(plain.length, each.plain.length)))
  return near.sort((one, other) => one.slips - other.slips)[0]?.name
}

const listCredentials = (folder: string | undefined): string[] => {
  if (!folder) return []
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Faults of names that are near to a variable's and are none, one message each: what they say would be lost in silence. */
export const nearNameFaults = (env: NodeJS.ProcessEnv): string[] => {
  const given = Object.keys(env).filter((name) => env[name] && !knownNames.has(name) && !isOfService(env, name))
  const secrets = new Set<string>(secretNames)
  const credentials = listCredentials(env.CREDENTIALS_DIRECTORY).filter((name) => !secrets.has(name))
  const compare = (name: string, say: (names: { name: string; meant: string }) => string) => {
    const meant = findMeant(name)
    return meant === undefined ? [] : [say({ name, meant })]
  }
  const unreadable = variableNames
    .filter((name) => !secrets.has(name) && name.includes('_') && env[fileVariable(name)])
    .map((name) => tell('{file} 不起作用：{name} 不是机密，请直接设置', { file: fileVariable(name), name }))
  return [
    ...given.flatMap((name) => compare(name, (names) => tell('没有环境变量 {name}，是否想写 {meant}？', names))),
    ...unreadable,
    ...credentials.flatMap((name) => compare(name, (names) => tell('没有凭据 {name}，是否想写 {meant}？', names))),
  ]
}

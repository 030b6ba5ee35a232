import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

type Token = ReturnType<typeof compileMessageOrThrow>[number]

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const anything = '(?:.+?)'
/** Values side by side are one: many of them would take for ever. */
const toSource = (tokens: readonly Token[]): string =>
  tokens
    .map(tokenSource)
    .join('')
    .replace(/(?:\(\?:\.\+\?\))+/g, anything)
const tokenSource = (token: Token): string => {
  if (typeof token === 'string') return token === '#' ? anything : escaped(token)
  const [, , cases] = token
  if (typeof cases !== 'object' || cases === null) return anything
  const sentences = Object.values(cases).filter(Array.isArray) as Token[][]
  return sentences.length === 0 ? anything : `(?:${sentences.map(toSource).join('|')})`
}
const ownLetters = (pattern: string) => pattern.replaceAll(anything, '').match(/\p{L}/gu)?.length ?? 0

/** Texts are the same for a long time, and a search reads all of them. */
const maxPatterns = 50_000
const patterns = new Map<string, RegExp | undefined>()
const makePattern = (text: string): RegExp | undefined => {
  try {
    const source = toSource(compileMessageOrThrow(text))
    // One of values alone would match everything.
    return ownLetters(source) < 2 ? undefined : new RegExp(`^${source}$`, 'isu')
  } catch {
    return undefined
  }
}
/** What a text with values looks like on the screen; undefined for one that has none, or is none. */
const patternOf = (text: string): RegExp | undefined => {
  if (!text.includes('{')) return undefined
  if (patterns.has(text)) return patterns.get(text)
  if (patterns.size >= maxPatterns) patterns.clear()
  const pattern = makePattern(text)
  patterns.set(text, pattern)
  return pattern
}

/**
 * How well one of the texts fits what is searched for: 3 if it is the whole text, 2 if it is it with values in it, as on
 * the screen, 1 if it contains it, 0 otherwise. Only sentences of the product have values: the braces of names are text.
 */
export const rankTexts = (texts: readonly string[], search: string, haveValues: boolean): 0 | 1 | 2 | 3 => {
  const letters = search.toLowerCase()
  const lower = texts.map((text) => text.toLowerCase())
  if (lower.includes(letters)) return 3
  if (haveValues && texts.some((text) => patternOf(text)?.test(search))) return 2
  return lower.some((text) => text.includes(letters)) ? 1 : 0
}

import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

type Compiled = ReturnType<typeof compileMessageOrThrow>[number]

/** Names of the values in a compiled message, also in the cases of a plural. */
const valuesIn = (token: Compiled): string[] => {
  if (typeof token === 'string') return []
  const [name, , cases] = token
  const inner = typeof cases === 'object' && cases !== null ? Object.values(cases).filter(Array.isArray).flat() : []
  return [name, ...(inner as Compiled[]).flatMap(valuesIn)]
}
const choices = ['plural', 'selectordinal', 'select']
/** What would not be said: the values of sentences are words, or numbers that are written already. */
const problemIn = (token: Compiled): string | undefined => {
  if (typeof token === 'string') return undefined
  const [name, format, cases] = token
  if (format === undefined) return undefined
  if (!choices.includes(String(format)) || typeof cases !== 'object' || cases === null)
    return t('不支持 {format} 格式，请直接写 {value}', { format: String(format), value: `{${name}}` })
  if (!('other' in cases)) return t('{format} 缺少 other', { format: String(format) })
  const inner = Object.values(cases).filter(Array.isArray).flat() as Compiled[]
  if (('offset' in cases && cases.offset !== undefined) || inner.includes('#'))
    return t('请写 {value}，不要用 # 或 offset', { value: `{${name}}` })
  return firstProblem(inner)
}
const firstProblem = (tokens: readonly Compiled[]): string | undefined =>
  tokens.map(problemIn).find((problem) => problem !== undefined)
const compile = (text: string): Compiled[] | undefined => {
  try {
    return compileMessageOrThrow(text)
  } catch {
    return undefined
  }
}

/** Names of the values in a sentence of the code, where braces around other words are text. */
export const valuesOfSource = (source: string): string[] => [
  ...new Set([...source.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
]
/** Names of the values in a translation. */
export const valuesOf = (text: string): string[] => [...new Set((compile(text) ?? []).flatMap(valuesIn))]

const inBraces = (names: readonly string[]) => listText(names.map((name) => `{${name}}`))

/** What is wrong with a translation of a sentence of the product, in the language of the call; undefined if nothing is. */
export const problemWithText = (source: string, text: string): string | undefined => {
  const compiled = compile(text)
  if (!compiled) return t('语法有误，请检查花括号是否成对')
  const problem = firstProblem(compiled)
  if (problem !== undefined) return problem
  const expected = valuesOfSource(source)
  const found = [...new Set(compiled.flatMap(valuesIn))]
  const unknown = found.filter((name) => !expected.includes(name))
  if (unknown.length > 0) return t('原文中没有 {names}', { names: inBraces(unknown) })
  const missing = expected.filter((name) => !found.includes(name))
  return missing.length > 0 ? t('缺少 {names}', { names: inBraces(missing) }) : undefined
}

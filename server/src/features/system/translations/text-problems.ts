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
const compile = (text: string): Compiled[] | undefined => {
  try {
    return compileMessageOrThrow(text)
  } catch {
    return undefined
  }
}

/** Names of the values in a text of the product. */
export const valuesOf = (text: string): string[] => [...new Set((compile(text) ?? []).flatMap(valuesIn))]

const inBraces = (names: readonly string[]) => listText(names.map((name) => `{${name}}`))

/** What is wrong with a translation of a sentence of the product, in the language of the call; undefined if nothing is. */
export const problemWithText = (source: string, text: string): string | undefined => {
  const compiled = compile(text)
  if (!compiled) return t('语法有误，请检查花括号是否成对')
  const expected = valuesOf(source)
  const found = [...new Set(compiled.flatMap(valuesIn))]
  const unknown = found.filter((name) => !expected.includes(name))
  if (unknown.length > 0) return t('原文中没有 {names}', { names: inBraces(unknown) })
  const missing = expected.filter((name) => !found.includes(name))
  return missing.length > 0 ? t('缺少 {names}', { names: inBraces(missing) }) : undefined
}

import { compileMessage } from '@lingui/message-utils/compileMessage'
import { words } from '../words.mjs'

const namesIn = (source: string) => new Set([...source.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
type Token = string | [name: string, kind?: string, cases?: Record<string, Token[] | string | undefined>]

/** Names of the values that a compiled message puts in. */
const namesOf = (tokens: readonly Token[] | string): string[] =>
  typeof tokens === 'string'
    ? []
    : tokens.flatMap((token) =>
        typeof token === 'string'
          ? []
          : [token[0], ...Object.values(token[2] ?? {}).flatMap((each) => namesOf(each ?? []))],
      )

/** What is wrong with a translation; undefined for a good one, and for one that is still to be made. */
export const checkTranslation = (source: string, text: string): string | undefined => {
  if (text === '') return undefined
  const [wanted, found] = [namesIn(source), new Set(namesOf(compileMessage(text) as Token[]))]
  const [lost] = [...wanted].filter((name) => !found.has(String(name)))
  const [unknown] = [...found].filter((name) => !wanted.has(name))
  if (lost) return words(`缺少 {${lost}}`, `lacks {${lost}}`)
  return unknown ? words(`原文没有 {${unknown}}`, `{${unknown}} is not in the source`) : undefined
}

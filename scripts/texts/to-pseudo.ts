import { compileMessage } from '@lingui/message-utils/compileMessage'

type Token = string | [name: string, kind?: string, cases?: Record<string, Token[] | string | undefined>]

const plain = 'aceinouyACEINOUY'
const accented = 'áçéíñóúýÁÇÉÍÑÓÚÝ'
const withAccents = (text: string) =>
  text.replace(/[aceinouy]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)

/** A text without its plurals, as the language has them for many. */
const flatten = (tokens: readonly Token[] | string | undefined): string => {
  if (tokens === undefined) return ''
  if (typeof tokens === 'string') return withAccents(tokens)
  return tokens
    .map((token) => {
      if (typeof token === 'string') return withAccents(token)
      const [name, kind, cases] = token
      return kind === undefined ? `{${name}}` : flatten(cases?.other)
    })
    .join('')
}

/**
 * A text of the language `xx`, by which tests see what is not translated and what has no room: English with accents,
 * longer by a third, in brackets.
 */
export const toPseudo = (english: string): string => {
  const text = flatten(compileMessage(english) as Token[] | string)
  return `⟦${text}${'~'.repeat(Math.ceil(text.length / 3))}⟧`
}

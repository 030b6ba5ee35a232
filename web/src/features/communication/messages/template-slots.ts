import { templateVariables } from '@atrium/contract/features/communication/messages/template-variables.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

const slot = /\{([^{}]*)\}/g

/** Meaning of a variable; empty if unknown. */
export const findMeaning = (name: string): string =>
  Object.hasOwn(templateVariables, name) ? t(templateVariables[name]?.meaning ?? '') : ''

/** Validation error for variables this message does not have. */
export const findUnknownVariables = (text: string, names: readonly string[]): string | undefined => {
  const unknown = [...text.matchAll(slot)].map(([, name = '']) => name).filter((name) => !names.includes(name))
  return unknown.length === 0
    ? undefined
    : t('不支持的变量：{value}', { value: listText([...new Set(unknown)].map((name) => `{${name}}`)) })
}

/** Samples of the variables that a message has. */
export type Samples = Readonly<Record<string, string>>
type Piece = { text: string; kind: 'plain' | 'filled' | 'unknown' }

/** Splits a wording into pieces with sample values filled in. */
export const filledPieces = (text: string, samples: Samples): Piece[] =>
  text
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{([^{}]*)\}$/.exec(part)?.[1]
      if (name === undefined) return { text: part, kind: 'plain' }
      if (!Object.hasOwn(samples, name)) return { text: part, kind: 'unknown' }
      return { text: samples[name] ?? part, kind: 'filled' }
    })

/** A wording with sample values, as it arrives. */
export const filledText = (text: string, samples: Samples): string =>
  filledPieces(text, samples)
    .map((piece) => piece.text)
    .join('')

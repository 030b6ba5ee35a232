import { scriptPayloads } from '@atrium/server/test/hostile/script-payloads.ts'
import { textPayloads } from '@atrium/server/test/hostile/text-payloads.ts'

/** A hostile text with the mark by which it is known on a screen. */
export type Marked = { n: number; payload: string; mark: string }

const sign = '※'
const digits = 2
/** Finds what `Marked.mark` names. */
const marks = new RegExp(`${sign}([0-9a-z]{${digits}})`, 'g')
/** What a list's search finds all marked texts by. */
export const anyMark = sign

/** Each with a mark of three letters. */
export const markedPayloads: readonly Marked[] = [...new Set([...scriptPayloads, ...textPayloads])].map(
  (payload, n) => ({ n, payload, mark: sign + n.toString(36).padStart(digits, '0') }),
)

/** The numbers of the payloads whose marks are in a text. */
export const marksIn = (text: string): number[] => [...text.matchAll(marks)].map(([, n = '']) => Number.parseInt(n, 36))

/** A payload that ends with its mark, cut to a number of characters; tags are behind a mark too where there is room. */
export const fit = ({ payload, mark }: Marked, max: number): string => {
  const room = max - mark.length
  if (payload.startsWith('<') && payload.length + mark.length <= room) return mark + payload + mark
  return Array.from(payload).slice(0, room).join('') + mark
}

import { diffLines } from 'diff'
import { t } from './texts.ts'

export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'gap'; text: string }

const context = 3

const splitLines = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')

const folded = (lines: readonly DiffLine[], isFirst: boolean, isLast: boolean): DiffLine[] => {
  const head = isFirst ? 0 : context
  const tail = isLast ? 0 : context
  // Folding a single line would save nothing.
  if (lines.length <= head + tail + 1) return [...lines]
  return [
    ...lines.slice(0, head),
    { kind: 'gap', text: t('{count} 行未变', { count: lines.length - head - tail }) },
    ...lines.slice(lines.length - tail),
  ]
}

/** Without a final line break, an unchanged last line would count as changed when a line follows it. */
const ended = (text: string) => (text === '' ? '' : `${text}\n`)

/** Compares two texts by lines; long unchanged sections are folded. */
export const diffedLines = (before: string, after: string): DiffLine[] => {
  const parts = diffLines(ended(before), ended(after))
  return parts.flatMap(({ value, added, removed }, at) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    const lines = splitLines(value).map((text): DiffLine => ({ kind, text }))
    return kind === 'same' ? folded(lines, at === 0, at === parts.length - 1) : lines
  })
}

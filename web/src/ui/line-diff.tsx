import { diffedLines } from './diff-lines.ts'
import './line-diff.css'

/** Line-by-line changes of two texts: removed lines before added ones, marked by sign and word as well as colour. */
export const LineDiff = ({ before, after }: { before: string; after: string }) => (
  <div className="line-diff">
    {diffedLines(before, after).map(({ kind, text }, at) => {
      const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their position, and the list is never edited
        <Line key={at} className={`line-diff-${kind}`}>
          {text}
        </Line>
      )
    })}
  </div>
)

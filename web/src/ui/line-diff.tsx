import { diffedLines } from './diff-lines.ts'
import './line-diff.css'

/** What changed between two texts: removed lines, then added ones, told by sign and word as well as by colour. */
export const LineDiff = ({ before, after }: { before: string; after: string }) => (
  <div className="line-diff">
    {diffedLines(before, after).map(({ kind, text }, at) => {
      const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place, and the list is never edited
        <Line key={at} className={`line-diff-${kind}`}>
          {text}
        </Line>
      )
    })}
  </div>
)

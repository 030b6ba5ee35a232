import { contentKeys } from './content-keys.ts'
import { diffedLines } from './diff-lines.ts'
import './line-diff.css'

/** Line-by-line changes of two texts: removed lines before added ones, marked by sign and word as well as colour. */
export const LineDiff = ({ before, after }: { before: string; after: string }) => {
  const lines = diffedLines(before, after)
  const keys = contentKeys(lines)
  return (
    <div className="line-diff">
      {lines.map(({ kind, text }, at) => {
        const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
        return (
          <Line key={keys[at]} className={`line-diff-${kind}`}>
            {text}
          </Line>
        )
      })}
    </div>
  )
}

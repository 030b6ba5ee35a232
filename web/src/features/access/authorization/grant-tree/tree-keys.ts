/** A row of the tree: open, closed, or undefined for a leaf; and the key of the branch it stands in. */
type Row = { open: boolean | undefined; parent: string | undefined }
/** What a key does: moves to a row, opens or closes the current branch, or ticks. */
export type TreeStep = { go: string | undefined } | { open: boolean } | 'tick' | 'tickBelow'

const pageLines = 10

/**
 * Effect of a key (ARIA tree pattern). Elements stand side by side, so left and right walk along a line before they
 * leave it. Takes keys line by line, the current row's key, and what it is.
 * @returns undefined for other keys
 */
export const treeStep = (
  lines: readonly (readonly string[])[],
  current: string,
  { open, parent }: Row,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): TreeStep | undefined => {
  const line = lines.findIndex((keys) => keys.includes(current))
  const column = lines[line]?.indexOf(current) ?? 0
  const at = (index: number, place = column) => {
    const keys = lines[Math.min(Math.max(0, index), lines.length - 1)] ?? []
    return { go: keys[Math.min(place, keys.length - 1)] }
  }
  switch (key) {
    case 'ArrowDown':
      return at(line + 1)
    case 'ArrowUp':
      return at(line - 1)
    case 'PageDown':
      return at(line + pageLines)
    case 'PageUp':
      return at(line - pageLines)
    case 'Home':
      return at(0, 0)
    case 'End':
      return at(lines.length - 1, Number.POSITIVE_INFINITY)
    case 'ArrowRight':
      if (open === undefined) return { go: lines[line]?.[column + 1] }
      return open ? at(line + 1, 0) : { open: true }
    case 'ArrowLeft':
      if (open) return { open: false }
      return { go: column > 0 ? lines[line]?.[column - 1] : parent }
    case ' ':
      return shiftKey ? 'tickBelow' : 'tick'
    case 'Enter':
      return 'tick'
    default:
      return undefined
  }
}

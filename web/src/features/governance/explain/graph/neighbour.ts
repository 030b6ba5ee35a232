import type { RightsBox } from './layout-rights.ts'

/** Where an arrow key leads: up and down within a column, left and right along the lines; Home to the user. */
export const findNeighbour = (boxes: readonly RightsBox[], from: RightsBox, key: string): string | undefined => {
  const column = boxes.filter(({ kind }) => kind === from.kind)
  const at = column.indexOf(from)
  switch (key) {
    case 'ArrowUp':
      return column[at - 1]?.key
    case 'ArrowDown':
      return column[at + 1]?.key
    case 'ArrowLeft':
      return from.before[0] ?? boxes[0]?.key
    case 'ArrowRight':
      return from.after[0]
    default:
      return boxes[0]?.key
  }
}

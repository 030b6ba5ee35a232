import type { ChartBox } from './layout-chart.ts'

type Row = { id: string; leaf: boolean }

/** Where an arrow key leads: up to the parent, down to the first child, left and right to the siblings. */
export const findNeighbour = <R extends Row>(
  boxes: readonly ChartBox<R>[],
  from: ChartBox<R>,
  key: string,
): ChartBox<R> | undefined => {
  const siblings = boxes.filter(({ parent }) => parent === from.parent)
  const at = siblings.indexOf(from)
  switch (key) {
    case 'ArrowUp':
      return from.parent
    case 'ArrowDown':
      return boxes.find(({ parent }) => parent === from)
    case 'ArrowLeft':
      return siblings[at - 1]
    case 'ArrowRight':
      return siblings[at + 1]
    case 'Home':
      return boxes[0]
    default:
      return undefined
  }
}

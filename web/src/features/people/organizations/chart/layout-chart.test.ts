import { expect, it } from 'vitest'
import { overlaps } from '../../../../ui/drawing/rect.ts'
import { type ChartNode, layoutChart } from './layout-chart.ts'

const node = (row: string, ...children: ChartNode<string>[]): ChartNode<string> => ({ row, children })
/** Trees of all shapes, the same in each run. */
const makeTrees = (count: number): ChartNode<string>[][] => {
  let state = 1
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const makeTree = (depth: number): ChartNode<string> =>
    node('', ...Array.from({ length: depth === 0 ? 0 : below(7) }, () => makeTree(depth - 1 - below(depth))))
  return Array.from({ length: count }, () => Array.from({ length: 1 + below(3) }, () => makeTree(4)))
}
const countNodes = (nodes: readonly ChartNode<string>[]): number =>
  nodes.reduce((total, { children }) => total + 1 + countNodes(children), 0)

it('draws every node once, inside the chart, below its parent, and none over another', () => {
  for (const roots of makeTrees(200)) {
    const { boxes, lines, width, height } = layoutChart(roots)
    expect(boxes).toHaveLength(countNodes(roots))
    expect(lines).toHaveLength(boxes.filter(({ parent }) => parent).length)
    for (const [at, box] of boxes.entries()) {
      const isInside = box.x >= 0 && box.x + box.width <= width + 0.001 && box.y + box.height <= height
      const isBelow = box.parent === undefined || box.y > box.parent.y
      expect({ isInside, isBelow, covered: boxes.slice(at + 1).filter((other) => overlaps(box, other)) }).toEqual({
        isInside: true,
        isBelow: true,
        covered: [],
      })
    }
  }
})
it('stands a few last boxes side by side, and more below each other', () => {
  const heights = (...names: string[]) => {
    const { boxes } = layoutChart([node('root', ...names.map((name) => node(name)))])
    return new Set(boxes.slice(1).map(({ y }) => y)).size
  }
  expect([heights('a', 'b', 'c'), heights('a', 'b', 'c', 'd')]).toEqual([1, 4])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overlaps } from '../../../../ui/drawing/rect.ts'
import { type ChartNode, layoutChart } from './layout-chart.ts'

const node = (row: string, ...children: ChartNode<string>[]): ChartNode<string> => ({ row, children })
const { tree } = fc.letrec<{ tree: ChartNode<string> }>((tie) => ({
  tree: fc.record({
    row: fc.string(),
    children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 6 })),
  }),
}))
const countNodes = (nodes: readonly ChartNode<string>[]): number =>
  nodes.reduce((total, { children }) => total + 1 + countNodes(children), 0)

it('draws every node once, inside the chart, below its parent, and none over another', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 3 }), (roots) => {
      const { boxes, lines, width, height } = layoutChart(roots)
      expect(boxes).toHaveLength(countNodes(roots))
      expect(lines).toHaveLength(boxes.filter(({ parent }) => parent).length)
      for (const [at, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width + 0.001)
        expect(box.y + box.height).toBeLessThanOrEqual(height)
        if (box.parent) expect(box.y).toBeGreaterThan(box.parent.y)
        expect(boxes.slice(at + 1).filter((other) => overlaps(box, other))).toEqual([])
      }
    }),
    { numRuns: 200 },
  )
})
it('stands a few last boxes side by side, and more below each other', () => {
  const heights = (...names: string[]) => {
    const { boxes } = layoutChart([node('root', ...names.map((name) => node(name)))])
    return new Set(boxes.slice(1).map(({ y }) => y)).size
  }
  expect([heights('a', 'b', 'c'), heights('a', 'b', 'c', 'd')]).toEqual([1, 4])
})

import type { Rect, Size } from '../../../../ui/drawing/rect.ts'

/** A node with the children that are shown. */
export type ChartNode<Row> = { readonly row: Row; readonly children: readonly ChartNode<Row>[] }
export type ChartBox<Row> = Rect & {
  readonly row: Row
  readonly level: number
  readonly parent: ChartBox<Row> | undefined
}
/** A line from a box to one below it, as an SVG path. */
export type Chart<Row> = Size & { readonly boxes: readonly ChartBox<Row>[]; readonly lines: readonly string[] }

export const boxSize: Size = { width: 208, height: 84 }
const gaps = { beside: 24, below: 56, stacked: 16, indent: 28 }
/** So many last boxes stand side by side; more stand below each other. */
const mostBeside = 3

const isStack = <Row>({ children }: ChartNode<Row>) =>
  children.length > mostBeside && children.every((child) => child.children.length === 0)

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Line from the lower edge of a box to the upper edge of one below. */
const toElbow = (from: Rect, to: Rect): string => {
  const [startX, startY, endX, endY] = [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y]
  const middle = (startY + endY) / 2
  return `M${startX} ${startY}V${middle}H${endX}V${endY}`
}
/** Line from the lower edge of a box to the left edge of one of the boxes that are stacked below it. */
const toSide = (from: Rect, to: Rect): string =>
  `M${from.x + gaps.indent / 2} ${from.y + from.height}V${to.y + to.height / 2}H${to.x}`

/**
 * Places the boxes of trees: each stands above the middle of those below it, and no two overlap. Takes the roots, which
 * stand side by side.
 */
export const layoutChart = <Row>(roots: readonly ChartNode<Row>[]): Chart<Row> => {
  const boxes: ChartBox<Row>[] = []
  const lines: string[] = []
  const widths = new Map<ChartNode<Row>, number>()
  const widthOfAll = (nodes: readonly ChartNode<Row>[]): number =>
    sum(nodes.map(widthBelow)) + gaps.beside * Math.max(0, nodes.length - 1)
  const widthBelow = (node: ChartNode<Row>): number => {
    const known = widths.get(node)
    if (known !== undefined) return known
    const below = isStack(node) ? boxSize.width + gaps.indent : widthOfAll(node.children)
    const width = Math.max(boxSize.width, below)
    widths.set(node, width)
    return width
  }
  let lowest = 0
  const add = (row: Row, x: number, y: number, parent: ChartBox<Row> | undefined): ChartBox<Row> => {
    const box = { ...boxSize, row, x, y, level: (parent?.level ?? 0) + 1, parent }
    boxes.push(box)
    lowest = Math.max(lowest, y + boxSize.height)
    return box
  }
  const placeStack = (node: ChartNode<Row>, box: ChartBox<Row>) => {
    for (const [at, { row }] of node.children.entries()) {
      const y = box.y + boxSize.height + gaps.stacked + at * (boxSize.height + gaps.stacked)
      lines.push(toSide(box, add(row, box.x + gaps.indent, y, box)))
    }
  }
  const place = (node: ChartNode<Row>, left: number, top: number, parent: ChartBox<Row> | undefined) => {
    const stacked = isStack(node)
    const x = stacked ? left : left + (widthBelow(node) - boxSize.width) / 2
    const box = add(node.row, x, top, parent)
    if (parent) lines.push(toElbow(parent, box))
    if (stacked) return placeStack(node, box)
    const start = left + (widthBelow(node) - widthOfAll(node.children)) / 2
    placeAll(node.children, start, top + boxSize.height + gaps.below, box)
  }
  const placeAll = (nodes: readonly ChartNode<Row>[], left: number, top: number, parent: ChartBox<Row> | undefined) => {
    let at = left
    for (const node of nodes) {
      place(node, at, top, parent)
      at += widthBelow(node) + gaps.beside
    }
  }
  placeAll(roots, 0, 0, undefined)
  return { boxes, lines, width: widthOfAll(roots), height: lowest }
}

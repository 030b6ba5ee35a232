import { t } from '../../../../ui/texts.ts'
import './chart.css'
import type { OrganizationRow } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useMemo, useRef } from 'react'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { Drawing, type DrawingHandle } from '../../../../ui/drawing/drawing.tsx'
import type { Rect } from '../../../../ui/drawing/rect.ts'
import { saveDrawing } from '../../../../ui/drawing/save-drawing.ts'
import type { SaveAs } from '../../../../ui/drawing/save-menu.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lastPlaceIn, useMove } from '../use-move.tsx'
import { ChartBox, idOfBox, isToggle } from './chart-box.tsx'
import { findNeighbour } from './chart-keys.ts'
import { ChartTools } from './chart-tools.tsx'
import { type ChartBox as ChartBoxOf, type ChartNode, layoutChart } from './layout-chart.ts'
import { type HeldBox as HeldBoxOf, useBoxDrag } from './use-box-drag.ts'
import { useCurrentBox } from './use-current-box.ts'
import { useOpened } from './use-opened.ts'

type RowsByParent = ReadonlyMap<string, readonly OrganizationRow[]>

const title = t('组织图')
/** More boxes than these are too small to read. */
const mostWithTexts = 400
const toNodes = (rows: RowsByParent, parent: string): ChartNode<OrganizationRow>[] =>
  (rows.get(parent) ?? []).map((row) => ({ row, children: toNodes(rows, row.id) }))

const HeldBox = ({ held: { box, by } }: { held: HeldBoxOf<OrganizationRow> }) => (
  <rect
    className="chart-held chart-box-frame"
    x={box.x + by.x}
    y={box.y + by.y}
    width={box.width}
    height={box.height}
    rx={8}
  />
)

const toFrame = ({ x, y, width, height }: Rect) => `M${x} ${y}h${width}v${height}h${-width}z`

type BoxesProps = {
  boxes: readonly ChartBoxOf<OrganizationRow>[]
  /** However many they are. */
  hasTexts: boolean
  open: ReadonlySet<string>
  selected: string | undefined
  current: string | undefined
  target: string | undefined
  isGrip: boolean
}

const Boxes = ({ boxes, hasTexts, open, selected, current, target, isGrip }: BoxesProps) => {
  const isBare = !hasTexts && boxes.length > mostWithTexts
  return (
    <>
      {/* Thousands of frames are painted faster as one shape. */}
      {isBare && <path className="chart-frames" d={boxes.map(toFrame).join('')} />}
      {boxes.map((box) => (
        <ChartBox
          key={box.row.id}
          box={box}
          isOpen={open.has(box.row.id)}
          isSelected={box.row.id === selected}
          isCurrent={box.row.id === current}
          isTarget={box.row.id === target}
          isGrip={isGrip}
          isBare={isBare && box.row.id !== current}
        />
      ))}
    </>
  )
}

type OrganizationChartProps = {
  selected: string | undefined
  onSelect: (id: string) => void
  /** Stands first among the tools. */
  children: ReactNode
}

/** The company's organisations as a chart, loaded as they are opened. Boxes are carried onto their new parent. */
export const OrganizationChart = ({ selected, onSelect, children }: OrganizationChartProps) => {
  const { open, below, read, more, toggle, reveal } = useOpened()
  const [card, move] = useMove()
  const drawing = useRef<DrawingHandle>(null)
  const chart = useMemo(() => layoutChart(toNodes(below, '')), [below])
  const { boxes, lines } = chart
  const path = useMemo(() => lines.join(''), [lines])
  // The levels arrive one by one: with the last of them, the whole is brought into sight.
  const isWhole = [...open].every((id) => below.has(id))
  const { stage, current, choose, seek } = useCurrentBox(boxes, drawing)
  const drag = useBoxDrag<OrganizationRow>({
    boxes,
    toPoint: (event) => drawing.current?.toPoint(event) ?? { x: 0, y: 0 },
    onDrop: move && (async (dragged, target) => move(dragged.id, await lastPlaceIn(target.id))),
  })

  const findBox = (target: EventTarget) => {
    const id = idOfBox(target)
    return boxes.find(({ row }) => row.id === id)
  }
  const click = ({ target }: MouseEvent) => {
    const box = findBox(target)
    if (!box) return
    if (isToggle(target)) return void toggle(box.row)
    if (drag.wasCarried()) return
    choose(box.row.id)
    onSelect(box.row.id)
  }
  const hold = (event: PointerEvent<Element>) => {
    const box = isToggle(event.target) ? undefined : findBox(event.target)
    if (box) drag.hold(box, event)
  }
  const press = (event: KeyboardEvent) => {
    const box = findBox(event.target)
    if (!box) return
    const { row } = box
    if (event.key === 'Escape') return drag.cancel()
    if (event.key === 'Enter') onSelect(row.id)
    else if (event.key === ' ' || (event.key === 'ArrowDown' && !row.leaf && !open.has(row.id))) void toggle(row)
    else {
      const neighbour = findNeighbour(boxes, box, event.key)
      if (neighbour) seek(neighbour.row.id)
    }
    if (['Enter', ' ', 'Home'].includes(event.key) || event.key.startsWith('Arrow')) event.preventDefault()
  }
  const save = (as: SaveAs) => drawing.current?.whole((svg) => saveDrawing(as, title, svg, chart))
  const find = async (id: string) => {
    await reveal(id)
    onSelect(id)
    seek(id)
  }

  const { held } = drag
  return (
    <section className="organization-chart" aria-label={title}>
      <ChartTools drawing={() => drawing.current} onFind={(id) => void find(id)} onSave={save}>
        {children}
        {more && <span className="organization-note">{t('同级组织过多，仅列出一部分')}</span>}
      </ChartTools>
      <ReadState read={read}>
        {() =>
          boxes.length === 0 ? (
            <Empty title={t('暂无组织')} />
          ) : (
            <div ref={stage}>
              <Drawing key={isWhole ? 'whole' : 'part'} ref={drawing} size={chart}>
                {(isNear, isForFile) => (
                  <>
                    <path className="chart-line" d={path} />
                    <g
                      role="tree"
                      aria-label={t('组织')}
                      onClick={click}
                      onKeyDown={press}
                      onPointerDown={hold}
                      onPointerMove={drag.carry}
                      onPointerUp={drag.drop}
                    >
                      <Boxes
                        boxes={boxes.filter((box) => box.row.id === current || isNear(box))}
                        hasTexts={isForFile}
                        open={open}
                        selected={selected}
                        current={current}
                        target={held?.over?.row.id}
                        isGrip={move !== undefined}
                      />
                    </g>
                    {held && <HeldBox held={held} />}
                  </>
                )}
              </Drawing>
            </div>
          )
        }
      </ReadState>
      {card}
    </section>
  )
}

import './drawing.css'
import { select } from 'd3-selection'
import { type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import {
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { overlaps, type Rect, type Size } from './rect.ts'

export type DrawingHandle = {
  /** Shows all of it, at its own size at most. */
  fit(): void
  zoomBy(factor: number): void
  /** Brings a part to the middle, unless it is seen already. */
  show(part: Rect): void
  /** Calls with the drawing while all of it is drawn, in sight or not. */
  whole(work: (drawing: SVGSVGElement) => void): void
  /** The point of the drawing below a point of the window. */
  toPoint(at: { clientX: number; clientY: number }): { x: number; y: number }
}

type DrawingProps = {
  ref: Ref<DrawingHandle>
  size: Size
  /**
   * What is drawn, in SVG. Takes whether a part is near what is seen: others may be left out; and whether all of it is
   * drawn for `whole`. An element with `data-grip` is dragged by itself; elsewhere the drawing moves.
   */
  children: (isNear: (part: Rect) => boolean, isWhole: boolean) => ReactNode
}

const margin = 24
const nothing: Rect = { x: 0, y: 0, width: 0, height: 0 }
const everything: Rect = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 }
/** What is drawn beyond what is seen, so that short ways need no drawing. */
const widen = ({ x, y, width, height }: Rect): Rect => ({
  x: x - width / 4,
  y: y - height / 4,
  width: 1.5 * width,
  height: 1.5 * height,
})
const mostWidening = 3
const scales: [number, number] = [0.05, 2]
const startsMoving = ({ type, button, target }: MouseEvent) =>
  type === 'wheel' ||
  (button === 0 && !(type === 'mousedown' && (target as Element).closest('[data-grip]'))) ||
  type.startsWith('touch')

const seenPart = ({ clientWidth, clientHeight }: Element, { x, y, k }: ZoomTransform): Rect => ({
  x: -x / k,
  y: -y / k,
  width: clientWidth / k,
  height: clientHeight / k,
})
const contains = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** A drawing that is moved with the pointer and enlarged with the wheel or two fingers. It begins with all in sight, where that can be read. */
export const Drawing = ({ ref, size, children }: DrawingProps) => {
  const paper = useRef<SVGSVGElement>(null)
  const content = useRef<SVGGElement>(null)
  const [behavior] = useState(() => zoom<SVGSVGElement, unknown>().scaleExtent(scales).filter(startsMoving))
  const [area, setArea] = useState<Rect>(nothing)
  const report = useEffectEvent((transform: ZoomTransform) => {
    if (!paper.current) return
    const seen = seenPart(paper.current, transform)
    if (contains(area, seen) && area.width <= mostWidening * seen.width) return
    if (area === nothing) setArea(widen(seen))
    // Thousands of parts take longer to draw than a pointer may wait; what is moved shows at once.
    else startTransition(() => setArea(widen(seen)))
  })
  const use = (change: (element: SVGSVGElement) => void) => paper.current && change(paper.current)
  const fit = (least = scales[0]) =>
    use((element) => {
      const { clientWidth, clientHeight } = element
      const scale = Math.min(1, clientWidth / (size.width + 2 * margin), clientHeight / (size.height + 2 * margin))
      const readable = Math.max(least, scale)
      const left = scale < least ? margin : (clientWidth - size.width * readable) / 2
      const across = zoomIdentity.translate(left, margin).scale(readable)
      behavior.transform(select(element), across)
    })
  useImperativeHandle(ref, () => ({
    fit: () => void fit(),
    zoomBy: (factor) => void use((element) => behavior.scaleBy(select(element), factor)),
    show: (part) =>
      void use((element) => {
        if (contains(seenPart(element, zoomTransform(element)), part)) return
        behavior.translateTo(select(element), part.x + part.width / 2, part.y + part.height / 2)
      }),
    whole: (work) =>
      void use((element) => {
        flushSync(() => setArea(everything))
        work(element)
        setArea(area)
      }),
    toPoint({ clientX, clientY }) {
      const at = new DOMPoint(clientX, clientY)
      const matrix = content.current?.getScreenCTM()?.inverse()
      const { x, y } = matrix ? at.matrixTransform(matrix) : at
      return { x, y }
    },
  }))

  useLayoutEffect(() => {
    const element = paper.current
    if (!element) return
    const selection = select(element)
    selection.call(
      behavior.on('zoom', ({ transform }: { transform: ZoomTransform }) => {
        content.current?.setAttribute('transform', transform.toString())
        report(transform)
      }),
    )
    let width = element.clientWidth
    // What was in the middle stays there.
    const observer = new ResizeObserver(() => {
      const { k } = zoomTransform(element)
      behavior.translateBy(selection, (element.clientWidth - width) / 2 / k, 0)
      width = element.clientWidth
      report(zoomTransform(element))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      selection.on('.zoom', null)
    }
  }, [behavior])
  useEffect(() => {
    const reach = Math.max(size.width, size.height)
    behavior.translateExtent([
      [-reach, -reach],
      [size.width + reach, size.height + reach],
    ])
  }, [behavior, size.width, size.height])
  const isEmpty = size.width === 0
  // On a phone, all of it would be too small to read.
  const fitFirst = useEffectEvent(() => fit((paper.current?.clientWidth ?? 0) < 640 ? 0.6 : scales[0]))
  useLayoutEffect(() => {
    if (!isEmpty) fitFirst()
  }, [isEmpty])

  return (
    <svg ref={paper} className="drawing" role="presentation">
      <g ref={content}>{children((part) => overlaps(part, area), area === everything)}</g>
    </svg>
  )
}

import { numberText } from '../../ui/number-text.ts'
import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { readColors } from '../../ui/token-colors.ts'
import { useScheme } from './use-scheme.ts'

type Colors = Record<'accent' | 'column' | 'line' | 'quiet' | 'former' | 'failed' | 'surface', string>
const tokens = {
  accent: '--accent',
  line: '--line',
  quiet: '--text-quiet',
  former: '--line-strong',
  failed: '--danger',
  surface: '--surface',
} as const
const columnShare = 40

export type ChartProps = {
  kind: 'line' | 'columns'
  labels: readonly string[]
  values: readonly number[]
  /** The same in the period before. */
  former?: readonly number[]
  /** Those of a line's values that failed. */
  failed?: readonly number[]
  /** Drawn across a line. */
  limit?: number
  height: number
}

const font = () => `12px ${getComputedStyle(document.body).fontFamily}`
/** Room for the longest number, in pixels. */
const measureWidth = (texts: readonly string[]) => Math.max(48, ...texts.map((text) => 12 + 7 * text.length))

const buildAxes = ({ kind, labels }: ChartProps, { line, quiet }: Colors): UPlot.Axis[] => [
  {
    stroke: quiet,
    font: font(),
    grid: { show: false },
    ticks: { show: false },
    // Below the lowest number of the other axis, which stands beside the first label.
    size: 30,
    gap: 10,
    splits: () => labels.flatMap((_, at) => (at % Math.ceil(labels.length / 4) === 0 ? at : [])),
    values: (_, splits) => splits.map((at) => labels[at] ?? ''),
  },
  {
    show: kind === 'line',
    stroke: quiet,
    font: font(),
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    size: (_, texts) => measureWidth(texts ?? []),
    gap: 8,
    space: 32,
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
    values: (_, splits) => splits.map((split) => numberText(split)),
  },
]
const buildSeries = ({ kind, values }: ChartProps, { accent, column, former, failed }: Colors): UPlot.Series[] => {
  if (kind === 'line')
    return [
      {},
      { stroke: former, width: 1, dash: [3, 3], points: { show: false } },
      { stroke: failed, width: 1.25, points: { show: false } },
      { stroke: failed, width: 1, dash: [6, 4], points: { show: false } },
      { stroke: accent, width: 1.75, points: { show: false } },
    ]
  const fills = values.map((_, at) => (at === values.length - 1 ? accent : column))
  const paths = UPlot.paths.bars?.({
    size: [0.7, 40],
    radius: 0.1,
    disp: { fill: { unit: 3, values: () => fills } },
  })
  return [{}, { width: 0, points: { show: false }, ...(paths && { paths }) }]
}

/** Writes the last value where the line ends. */
const writeLast =
  ({ values }: ChartProps, { accent, surface }: Colors) =>
  (chart: UPlot): void => {
    const last = values.at(-1)
    if (last === undefined) return
    const { ctx } = chart
    const [x, y] = [chart.valToPos(values.length - 1, 'x', true), chart.valToPos(last, 'y', true)]
    const scale = devicePixelRatio
    ctx.save()
    ctx.fillStyle = accent
    ctx.beginPath()
    ctx.arc(x, y, 3 * scale, 0, 2 * Math.PI)
    ctx.fill()
    ctx.font = font().replace('12px', `${12 * scale}px`)
    ctx.textAlign = 'right'
    // A halo keeps it apart from the lines.
    ctx.strokeStyle = surface
    ctx.lineWidth = 4 * scale
    ctx.lineJoin = 'round'
    ctx.strokeText(numberText(last), x + 4 * scale, y - 8 * scale)
    ctx.fillText(numberText(last), x + 4 * scale, y - 8 * scale)
    ctx.restore()
  }

const draw = (box: HTMLElement, props: ChartProps): UPlot => {
  const { kind, values, former = [], failed = [], limit, height } = props
  const read = readColors(tokens)
  const colors = { ...read, column: `color-mix(in srgb, ${read.accent} ${columnShare}%, transparent)` }
  const at = values.map((_, index) => index)
  const highest = Math.max(1, limit ?? 0, ...values, ...former)
  return new UPlot(
    {
      width: Math.max(box.clientWidth, 1),
      height,
      // The last label may stand at the end of a line.
      padding: kind === 'line' ? [20, 24, 0, 0] : [8, 8, 0, 4],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: kind === 'line' ? [0, values.length - 1] : [-0.5, values.length - 0.5] },
        y: { range: [0, highest * 1.05] },
      },
      axes: buildAxes(props, colors),
      series: buildSeries(props, colors),
      ...(kind === 'line' && { hooks: { draw: [writeLast(props, colors)] } }),
    },
    kind === 'line'
      ? [at, [...former], [...failed], limit === undefined ? [] : values.map(() => limit), [...values]]
      : [at, [...values]],
    box,
  )
}

const Canvas = (props: ChartProps) => {
  const { kind, labels, values, former, failed, limit, height } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = draw(element, {
      kind,
      labels,
      values,
      height,
      ...(former && { former }),
      ...(failed && { failed }),
      ...(limit !== undefined && { limit }),
    })
    const observer = new ResizeObserver(() => chart.setSize({ width: Math.max(element.clientWidth, 1), height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [kind, labels, values, former, failed, limit, height])
  return <div ref={box} className="chart" style={{ height }} aria-hidden="true" />
}

/** A line or columns in the product's colours, drawn again when these change. A table beside it holds the same numbers. */
export const Chart = (props: ChartProps) => <Canvas key={useScheme()} {...props} />

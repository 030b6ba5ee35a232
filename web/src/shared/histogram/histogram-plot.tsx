import type { Bucket, Histogram } from '@atrium/contract/kernel/histogram.ts'
import { clausesText, labelledText } from '@atrium/contract/kernel/list-text.ts'
import { Fragment } from 'react'
import { numberText } from '../../ui/number-text.ts'
import { t } from '../../ui/texts.ts'
import { type Range, rangeLabel } from './bucket-times.ts'
import type { useBrush } from './use-brush.ts'

export type Names = Record<'success' | 'refused' | 'failed', string>
const kinds = ['failed', 'refused', 'success'] as const
const classes = { failed: 'histogram-broken', refused: 'histogram-refused', success: 'histogram-success' } as const
/** Height of the drawing, and the least height of a count, so that a single failure is seen. */
const [height, least] = [100, 3]

const Column = ({ bucket, at, highest }: { bucket: Bucket; at: number; highest: number }) => {
  let top = height
  return kinds.map((kind) => {
    const count = bucket[kind]
    if (count === 0) return null
    const tall = least + (count / highest) * (height - kinds.length * least)
    top -= tall
    return <rect key={kind} className={classes[kind]} x={at + 0.1} width={0.8} y={top} height={tall} />
  })
}

const order = ['success', 'refused', 'failed'] as const
const countRange = ({ buckets }: Histogram, { first, last }: Range) => {
  const within = buckets.slice(first, last + 1)
  return (kind: keyof Names) => numberText(within.reduce((total, bucket) => total + bucket[kind], 0))
}

type RangeTextProps = { histogram: Histogram; range: Range; names: Names; format: (iso: string) => string }
/** `11-28 10:00 至 11:00：成功 12，被拒绝 1，系统出错 0` of these buckets together. */
export const describeRange = ({ histogram, range, names, format }: RangeTextProps): string => {
  const count = countRange(histogram, range)
  return labelledText(
    rangeLabel(histogram, range, format),
    clausesText(order.map((kind) => `${names[kind]} ${count(kind)}`)),
  )
}
/** The same with the colours of the columns. */
export const RangeText = ({ histogram, range, names, format }: RangeTextProps) => {
  const count = countRange(histogram, range)
  return (
    <>
      {labelledText(rangeLabel(histogram, range, format), '')}
      {order.map((kind, at) => (
        <Fragment key={kind}>
          {at > 0 && t('，')}
          <span className={`histogram-key ${classes[kind]}`}>{`${names[kind]} ${count(kind)}`}</span>
        </Fragment>
      ))}
    </>
  )
}
/** The bucket from which on rows are counted. */
export const firstCounted = ({ since, buckets }: Histogram): number =>
  since === null
    ? 0
    : Math.max(
        0,
        buckets.findLastIndex(({ from }) => from <= since),
      )

type PlotProps = {
  label: string
  histogram: Histogram
  /** What the brush describes. */
  text: string
  brush: ReturnType<typeof useBrush>
}

/** The columns. One slider for the keyboard: arrows move, Shift extends, Enter filters. */
export const HistogramPlot = ({ label, histogram, text, brush: { selected, head, handlers } }: PlotProps) => {
  const { buckets } = histogram
  const highest = Math.max(1, ...buckets.map(({ success, refused, failed }) => success + refused + failed))
  const uncounted = firstCounted(histogram)
  return (
    <div
      className="histogram-plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={buckets.length}
      aria-valuenow={head + 1}
      aria-valuetext={text}
      aria-description={t('方向键移动，按住 Shift 扩选，回车筛选该时段')}
      {...handlers}
    >
      <svg viewBox={`0 0 ${buckets.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {uncounted > 0 && <rect className="histogram-uncounted" x={0} width={uncounted} y={0} height={height} />}
        {selected && (
          <rect
            className="histogram-selected"
            x={selected.first}
            width={selected.last - selected.first + 1}
            y={0}
            height={height}
          />
        )}
        {buckets.map((bucket, at) => (
          <Column key={bucket.from} bucket={bucket} at={at} highest={highest} />
        ))}
      </svg>
    </div>
  )
}

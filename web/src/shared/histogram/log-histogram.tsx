import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Histogram } from '@atrium/contract/kernel/histogram.ts'
import { ChartColumn, Table } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { requestTo } from '../../kernel/api/request-to.ts'
import { useRead } from '../../kernel/api/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import { formatMoment } from '../../ui/time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { lengthText, type Range, startLabel, toTimeFilter } from './bucket-times.ts'
import { describeRange, firstCounted, HistogramPlot, type Names, RangeText } from './histogram-plot.tsx'
import { HistogramTable } from './histogram-table.tsx'
import { useBrush } from './use-brush.ts'
import './histogram.css'

export type LogHistogramProps = {
  /** Accessible name: 操作时间分布. */
  label: string
  endpoint: Endpoint & { method: 'GET' }
  params?: Readonly<Record<string, string>>
  /** What the list is searched and filtered by, as sent. */
  criteria: Readonly<Record<string, unknown>>
  /** Filters the list by a time; without one it is no longer. */
  onTime: (time: string | undefined) => void
  /** The list's place, and whether it is read: read again at the same place, it is drawn again. */
  place: string
  loading: boolean
  names?: Names | undefined
}

const commonNames: Names = { success: t('成功'), refused: t('被拒绝'), failed: t('系统出错') }

/** Reads the histogram of what a list shows, and once more with the list when its rows are read again. */
const useHistogram = ({ endpoint, params, criteria, place, loading }: LogHistogramProps) => {
  const read = useRead<Endpoint>(endpoint, requestTo<Endpoint>({ ...(params && { params }), query: criteria }))
  const { refetch } = read
  const last = useRef({ place, loading })
  useEffect(() => {
    const isAgain = loading && !last.current.loading && last.current.place === place
    last.current = { place, loading }
    if (isAgain) void refetch()
  }, [loading, place, refetch])
  return { ...read, histogram: read.data as Histogram | undefined }
}

type DrawnProps = LogHistogramProps & { histogram: Histogram; names: Names }

const Axis = ({ histogram, format }: { histogram: Histogram; format: (iso: string) => string }) => {
  const { buckets } = histogram
  const shown = [0, Math.floor(buckets.length / 2), buckets.length - 1]
  return (
    <div className="histogram-axis" aria-hidden="true">
      {[...new Set(shown)].map((at) => (
        <span key={at}>{startLabel(histogram, at, format)}</span>
      ))}
    </div>
  )
}

const Drawn = ({ label, histogram, names, criteria, onTime }: DrawnProps) => {
  const zone = useTimeZone(({ zone }) => zone)
  const format = (iso: string) => formatMoment(iso, zone)
  const [isTable, setTable] = useState(false)
  const { buckets, since, seconds } = histogram
  const select = (range: Range) => onTime(toTimeFilter(histogram, range, format))
  const brush = useBrush(buckets.length, select)
  const described = { histogram, names, format }
  const whole = { first: firstCounted(histogram), last: buckets.length - 1 }
  const text = describeRange({ ...described, range: brush.selected ?? { first: brush.head, last: brush.head } })
  return (
    <>
      <div className="histogram-head">
        <p className="histogram-text">
          <RangeText {...described} range={brush.selected ?? whole} />
          <span className="histogram-length">{t('每格 {seconds}', { seconds: lengthText(seconds) })}</span>
        </p>
        {Boolean(criteria['f.time']) && (
          <Button look="link" onClick={() => onTime(undefined)}>
            {t('显示全部时间')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={isTable ? <ChartColumn aria-hidden size={16} /> : <Table aria-hidden size={16} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('以图表查看') : t('以表格查看')}
        </Button>
      </div>
      {isTable ? (
        <HistogramTable label={label} histogram={histogram} names={names} format={format} onSelect={select} />
      ) : (
        <div className="histogram-drawn" style={{ '--buckets': buckets.length } as CSSProperties}>
          <HistogramPlot label={label} histogram={histogram} text={text} brush={brush} />
          <Axis histogram={histogram} format={format} />
        </div>
      )}
      {since !== null && (
        <p className="histogram-note">
          {t('记录较多，仅统计 {since} 之后的部分；如需更早的分布，请缩小时间范围。', { since: format(since) })}
        </p>
      )}
    </>
  )
}

/** Rows of a list over time. Selecting columns filters the list by their time. */
export const LogHistogram = (props: LogHistogramProps) => {
  const { histogram, error, refetch, isPlaceholderData } = useHistogram(props)
  if (!histogram)
    return error ? (
      <p className="histogram-absent">
        {t('时间分布加载失败')}
        <Button look="link" onClick={() => void refetch()}>
          {t('重试')}
        </Button>
      </p>
    ) : null
  const isEmpty =
    histogram.since === null &&
    histogram.buckets.every(({ success, refused, failed }) => success + refused + failed === 0)
  if (isEmpty) return <p className="histogram-absent">{t('所选条件下暂无记录')}</p>
  return (
    <div className={isPlaceholderData ? 'histogram-stale' : undefined}>
      <Drawn {...props} histogram={histogram} names={props.names ?? commonNames} />
    </div>
  )
}

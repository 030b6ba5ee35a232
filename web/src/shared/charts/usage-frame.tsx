import { ChartLine, Table } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import { Chart, type ChartProps } from './chart.tsx'
import './usage-frame.css'

/** Below this share of a limit a line would lie on the axis: the limit is not drawn. */
const drawnShare = 0.1

/** Whether a line that goes up to a value is drawn below its limit. */
export const isLimitDrawn = (limit: number | null, highest: number): limit is number =>
  limit !== null && highest >= limit * drawnShare

type UsageFigureProps = Pick<ChartProps, 'labels' | 'values'> & {
  name: string
  note: string
  /** What there is to know at the end of the line. */
  mark?: ReactNode
  limit: number | undefined
  height?: number
}
/** A line of what was used, to its limit. */
export const UsageFigure = ({ name, note, mark, labels, values, limit, height = 132 }: UsageFigureProps) => (
  <figure className="usage-line">
    <figcaption>
      {name}
      <span className="usage-note">{note}</span>
      {mark}
    </figcaption>
    <Chart kind="line" labels={labels} values={values} height={height} {...(limit !== undefined && { limit })} />
  </figure>
)

type UsageTableProps = { first: string; columns: readonly string[]; rows: readonly (readonly [string, ...string[]])[] }
/** The numbers of the lines, by month. */
export const UsageTable = ({ first, columns, rows }: UsageTableProps) => (
  <section className="usage-table" aria-label={t('用量走势的数据')}>
    <table>
      <thead>
        <tr>
          {[first, ...columns].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([month, ...cells]) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            {cells.map((cell, at) => (
              <td key={columns[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type UsageFrameProps = { title?: string; table: ReactNode; children: ReactNode }
/** Lines of what was used, or the table of their numbers. */
export const UsageFrame = ({ title = t('用量走势'), table, children }: UsageFrameProps) => {
  const [isTable, setTable] = useState(false)
  return (
    <>
      <div className="usage-head">
        <h2>{title}</h2>
        <Button
          look="quiet"
          icon={isTable ? <ChartLine aria-hidden size={16} /> : <Table aria-hidden size={16} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('以图表查看') : t('以表格查看')}
        </Button>
      </div>
      {isTable ? table : children}
    </>
  )
}

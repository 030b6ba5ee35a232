import type { Histogram } from '@atrium/contract/kernel/histogram.ts'
import { Button } from '../../ui/button.tsx'
import { numberText } from '../../ui/number-text.ts'
import { t } from '../../ui/texts.ts'
import { type Range, rangeLabel } from './bucket-times.ts'
import type { Names } from './histogram-plot.tsx'

type TableProps = {
  label: string
  histogram: Histogram
  names: Names
  format: (iso: string) => string
  onSelect: (range: Range) => void
}

/** The same counts as a table, newest first, without empty buckets. */
export const HistogramTable = ({ label, histogram, names, format, onSelect }: TableProps) => (
  <section className="histogram-table" aria-label={t('{label}的数据', { label })}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('时段')}</th>
          <th scope="col">{names.success}</th>
          <th scope="col">{names.refused}</th>
          <th scope="col">{names.failed}</th>
        </tr>
      </thead>
      <tbody>
        {histogram.buckets
          .map((bucket, at) => ({ ...bucket, at }))
          .filter(({ success, refused, failed }) => success + refused + failed > 0)
          .reverse()
          .map(({ at, from, success, refused, failed }) => {
            const text = rangeLabel(histogram, { first: at, last: at }, format)
            return (
              <tr key={from}>
                <th scope="row">
                  <Button
                    look="link"
                    aria-label={t('筛选 {text}', { text })}
                    onClick={() => onSelect({ first: at, last: at })}
                  >
                    {text}
                  </Button>
                </th>
                <td>{numberText(success)}</td>
                <td>{numberText(refused)}</td>
                <td>{numberText(failed)}</td>
              </tr>
            )
          })}
      </tbody>
    </table>
  </section>
)

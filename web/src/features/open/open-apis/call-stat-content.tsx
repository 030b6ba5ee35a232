import type { CallRange, CallStat } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { Table } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Chart } from '../../../shared/charts/chart.tsx'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { CallParts, PointTable, StepList } from './call-stat-tables.tsx'
import { durationText, pointTexts } from './call-stat-words.ts'
import { failureText } from './public/open-words.ts'
import './call-stats.css'

const Figure = ({ name, children, share }: { name: string; children: string; share?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {children}
      {share && <small>{share}</small>}
    </dd>
  </div>
)
const Figures = ({ calls, errors, refusals, p50, p95 }: CallStat) => (
  <dl className="call-figures">
    <Figure name={t('调用')}>{numberText(calls)}</Figure>
    <Figure name={t('失败')} share={failureText(calls, errors)}>
      {numberText(errors)}
    </Figure>
    <Figure name={t('被拒绝')} share={failureText(calls, refusals)}>
      {numberText(refusals)}
    </Figure>
    <Figure name={t('耗时 P50')}>{durationText(p50)}</Figure>
    <Figure name={t('耗时 P95')}>{durationText(p95)}</Figure>
  </dl>
)

const Series = ({ stat: { points }, range }: { stat: CallStat; range: CallRange }) => {
  const [isTable, setTable] = useState(false)
  const { labels, calls, failed } = useMemo(
    () => ({
      labels: pointTexts(points, range),
      calls: points.map((point) => point.calls),
      failed: points.map(({ errors, refusals }) => errors + refusals),
    }),
    [points, range],
  )
  return (
    <>
      <p className="call-legend">
        <i /> {rich('调用 {i} 失败与被拒绝', { i: <i data-failed /> })}
        <Button look="quiet" icon={<Table aria-hidden size={16} />} onClick={() => setTable(!isTable)}>
          {isTable ? t('以图表查看') : t('以表格查看')}
        </Button>
      </p>
      {isTable ? (
        <PointTable points={points} labels={labels} />
      ) : (
        <Chart kind="line" labels={labels} values={calls} failed={failed} height={180} />
      )}
    </>
  )
}

type CallStatContentProps = {
  stat: CallStat
  range: CallRange
  /** What the parts of the statistics are; left out, they are not listed. */
  part: string | undefined
}

/** What statistics of calls show: how many, how many of them failed and why, and how long they took. */
export const CallStatContent = ({ stat, range, part }: CallStatContentProps) => (
  <>
    <Figures {...stat} />
    <Series stat={stat} range={range} />
    {part !== undefined && (
      <div className="call-parts">
        <CallParts title={t('按{part}', { part })} part={part} parts={stat.parts} />
        {stat.steps.length > 0 && <StepList steps={stat.steps} refusals={stat.refusals} />}
      </div>
    )}
  </>
)

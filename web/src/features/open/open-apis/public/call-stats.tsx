import { type CallRange, type CallStat, callRanges } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { type ComponentProps, lazy, Suspense } from 'react'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { t } from '../../../../ui/texts.ts'
import { rangeNames } from '../call-stat-words.ts'
import '../call-stats.css'

// Its charts come with a library of their own.
const CallStatContent = lazy(async () => ({ default: (await import('../call-stat-content.tsx')).CallStatContent }))
const options = callRanges.map((value) => ({ value, label: rangeNames[value] }))

type Props = {
  range: CallRange
  onRange: (range: CallRange) => void
  read: ComponentProps<typeof ReadState<CallStat>>['read']
  /** What the parts of the statistics are; left out, they are not listed. */
  part?: string
}

/** Statistics of calls in a range. */
export const CallStats = ({ range, onRange, read, part }: Props) => (
  <>
    <div className="call-ranges">
      <Segments label={t('时间范围')} options={options} value={range} onChange={onRange} />
    </div>
    <ReadState read={read}>
      {(stat) =>
        stat.calls === 0 ? (
          <Empty title={t('该时间范围内暂无调用')} />
        ) : (
          <Suspense fallback={<Skeleton lines={6} />}>
            <CallStatContent stat={stat} range={range} part={part} />
          </Suspense>
        )
      }
    </ReadState>
  </>
)

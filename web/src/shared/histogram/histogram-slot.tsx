import { lazy, Suspense } from 'react'
import { toCriteria } from '../../kernel/listing/list-state.ts'
import type { ShownList } from '../../kernel/listing/use-shown-list.ts'
import type { LogHistogramProps } from './log-histogram.tsx'
import './histogram-slot.css'

const LogHistogram = lazy(async () => ({ default: (await import('./log-histogram.tsx')).LogHistogram }))

/** Rows of a log over time, above them. Its height is kept free while it is loaded. */
export const HistogramSlot = (props: LogHistogramProps) => (
  <section className="histogram" aria-label={props.label}>
    <Suspense>
      <LogHistogram {...props} />
    </Suspense>
  </section>
)

type ListHistogramProps = Pick<LogHistogramProps, 'label' | 'endpoint' | 'names'> & {
  list: Pick<ShownList<object>, 'state' | 'change' | 'loading'>
}

/** The same of what a list page shows. */
export const ListHistogram = ({ list: { state, change, loading }, ...props }: ListHistogramProps) => {
  const { time: _time, ...others } = state.filters
  return (
    <HistogramSlot
      {...props}
      criteria={toCriteria(state)}
      onTime={(time) => change({ filters: time === undefined ? others : { ...others, time } })}
      place={JSON.stringify(state)}
      loading={loading}
    />
  )
}

import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { lazy, Suspense } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'

// Its chart comes with a library of its own.
const AppUsageChart = lazy(async () => ({ default: (await import('./app-usage-chart.tsx')).AppUsageChart }))

/** Calls of an application by day in the last year. */
export const AppUsage = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(openAppsContract.usage, { params: { id: app.id } }, { staleTime: 0 })
  return (
    <section className="app-usage" aria-label={t('用量走势')}>
      <ReadState read={read}>
        {({ days }) =>
          days.length < 3 ? (
            <p className="open-quiet">{t('调用按天汇总，有两个整天的记录后在此显示走势。')}</p>
          ) : (
            <Suspense fallback={<Skeleton lines={6} />}>
              <AppUsageChart days={days} limit={app.rate.perDay} />
            </Suspense>
          )
        }
      </ReadState>
    </section>
  )
}

import type { CallRange } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { t } from '../../../ui/texts.ts'
import { CallStats } from '../open-apis/public/call-stats.tsx'
import { AppUsage } from './app-usage.tsx'

/** Statistics of an application's calls; in brief without those of each API. */
export const StatTab = ({ app, isBrief = false }: { app: OpenAppRow; isBrief?: boolean }) => {
  const [range, setRange] = useState<CallRange>('day')
  const read = useRead(openAppsContract.stat, { params: { id: app.id }, query: { range } }, { staleTime: 0 })
  return (
    <>
      <CallStats range={range} onRange={setRange} read={read} {...(!isBrief && { part: t('接口') })} />
      {!isBrief && <AppUsage app={app} />}
    </>
  )
}

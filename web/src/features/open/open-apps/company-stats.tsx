import type { CallRange } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { CallStats } from '../open-apis/public/call-stats.tsx'

const { companyStat } = openAppsContract

const CompanyStats = ({ onClosed }: { onClosed: () => void }) => {
  const [isOpen, setOpen] = useState(true)
  const [range, setRange] = useState<CallRange>('day')
  const read = useRead(companyStat, { query: { range } }, { staleTime: 0 })
  return (
    <Drawer title={t('调用统计')} width={960} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <CallStats range={range} onRange={setRange} read={read} part={t('应用')} />
    </Drawer>
  )
}

/** Opens the statistics of all applications of the company. */
export const CompanyStatsButton = () => {
  const [overlay, open] = useOverlay()
  return (
    <Can endpoint={companyStat}>
      <Button
        icon={<ChartLine aria-hidden size={16} />}
        onClick={() => open((onClosed) => <CompanyStats onClosed={onClosed} />)}
      >
        {t('统计')}
      </Button>
      {overlay}
    </Can>
  )
}

import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { useState } from 'react'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import { ChooseArchive } from './choose-archive.tsx'
import { ComparisonView } from './comparison-view.tsx'
import './recovery.css'

type RecoveryDrawerProps = { tenant: Tenant; onClosed: () => void }

/** An earlier archive beside what a tenant has now. Closing it loses nothing: comparisons are listed when it opens again. */
export const RecoveryDrawer = ({ tenant: { companyId, companyName }, onClosed }: RecoveryDrawerProps) => {
  const [open, setOpen] = useState(true)
  const [comparisonId, setComparisonId] = useState<string>()
  return (
    <Drawer
      title={t('比较与恢复：{companyName}', { companyName })}
      width={960}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <div className="recovery">
        {comparisonId === undefined ? (
          <ChooseArchive companyId={companyId} onChosen={setComparisonId} />
        ) : (
          <ComparisonView
            key={comparisonId}
            companyId={companyId}
            comparisonId={comparisonId}
            companyName={companyName}
            onBack={() => setComparisonId(undefined)}
          />
        )}
      </div>
    </Drawer>
  )
}

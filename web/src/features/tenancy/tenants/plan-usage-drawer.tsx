import type { PlanRow } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import type { PlanUsage } from '@atrium/contract/features/tenancy/tenants/tenant-usage.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Suspense, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { UsageHistory } from './usage-slot.tsx'
import './public/tenancy.css'
import './tenants.css'

const Shown = ({ usage: { tenants, by, days, mostUsers, mostSms, mostStorage } }: { usage: PlanUsage }) => (
  <>
    <p className="tenancy-lead">
      {by === 'month'
        ? t('现有 {tenants} 个租户的用量合计，取每月最后一天，含更换套餐之前的用量。', {
            tenants: tenants.toLocaleString('en-US'),
          })
        : t('现有 {tenants} 个租户的用量合计，含更换套餐之前的用量。', { tenants: tenants.toLocaleString('en-US') })}
    </p>
    <section className="usage-history" aria-label={t('用量走势')}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <UsageHistory
          days={days}
          limits={{ users: mostUsers, sms: mostSms, storage: mostStorage }}
          isSum
          isMonthly={by === 'month'}
        />
      </Suspense>
    </section>
  </>
)

/** Usage of all tenants of a plan together in the last year. */
export const PlanUsageDrawer = ({ row, onClosed }: RowDrawerProps<PlanRow>) => {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(tenantsContract.planUsage, { params: { id: row.id } }, { staleTime: 0 })
  return (
    <Drawer
      title={t('用量走势：{name}', { name: row.name })}
      width={720}
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <ReadState read={read}>
        {(usage) => (usage.tenants === 0 ? <Empty title={t('暂无租户使用该套餐')} /> : <Shown usage={usage} />)}
      </ReadState>
    </Drawer>
  )
}

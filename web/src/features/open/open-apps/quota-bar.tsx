import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { UsageMeter } from '../../../ui/usage-meter.tsx'
import { usageLevel } from '../../tenancy/tenants/public/usage-level.ts'

/** How much of today's quota of an API is used. */
export const QuotaBar = ({ name, used, limit }: { name: string; used: number; limit: number | null }) => (
  <span className="app-quota">
    {numberText(used)} / {limit === null ? t('不限') : numberText(limit)}
    {limit !== null && (
      <UsageMeter label={t('“{name}”今日用量', { name })} used={used} limit={limit} level={usageLevel(used, limit)} />
    )}
  </span>
)

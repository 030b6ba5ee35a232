import { UsageMeter } from '../../../ui/usage-meter.tsx'
import { usageLevel } from '../../tenancy/tenants/public/usage-level.ts'
import { numberText } from '../open-apis/public/open-words.ts'

/** How much of today's quota of an API is used. */
export const QuotaBar = ({ name, used, limit }: { name: string; used: number; limit: number | null }) => (
  <span className="app-quota">
    {numberText(used)} / {limit === null ? '不限' : numberText(limit)}
    {limit !== null && (
      <UsageMeter label={`“${name}”今日用量`} used={used} limit={limit} level={usageLevel(used, limit)} />
    )}
  </span>
)

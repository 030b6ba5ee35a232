import { quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { OwnTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { shortDate } from '../../../ui/relative-time.tsx'
import { t } from '../../../ui/texts.ts'
import { UsageMeter } from '../../../ui/usage-meter.tsx'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { formatUsage, quotaWords } from '../../tenancy/plans/public/quota-words.ts'
import { usageLevel } from '../../tenancy/tenants/public/usage-level.ts'
import { Card, CardLink } from './card.tsx'
import { usePageLink } from './public/page-link.ts'

const levelWords = { near: t('接近上限'), full: t('已达上限') } as const

/** Usage of the quotas of the company's plan. */
export const UsageCard = ({ usage: tenant }: { usage: OwnTenant }) => {
  const link = usePageLink()
  const { planName, expireTime, usage } = tenant
  return (
    <Card
      title={cardTitles.usage}
      note={
        expireTime
          ? t('{planName}，{expireTime} 到期', { planName, expireTime: shortDate(expireTime, Date.now()) })
          : planName
      }
      end={<CardLink to={link('sys/tenant')}>{t('查看全部')}</CardLink>}
    >
      <dl className="workbench-usage">
        {quotaKinds.map((kind) => {
          const field = quotaFields[kind]
          const limit = tenant[field] ?? tenant.planQuotas[field]
          const level = usageLevel(usage[kind], limit)
          return (
            <div key={kind} data-level={level}>
              <dt>{quotaWords[kind].used}</dt>
              <dd>
                {formatUsage(kind, usage[kind], limit)}
                {limit === null && t(' / 不限')}
                {level && <strong>{levelWords[level]}</strong>}
              </dd>
              {limit !== null && (
                <dd className="workbench-usage-meter">
                  <UsageMeter label={quotaWords[kind].used} used={usage[kind]} limit={limit} level={level} />
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

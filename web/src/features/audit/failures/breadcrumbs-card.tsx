import type { Breadcrumbs } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { TraceLink } from '../operation-logs/public/trace-link.tsx'
import { BreadcrumbsFacts } from './breadcrumbs-facts.tsx'
import './failures.css'

/** Breadcrumbs attached by the user, or a note that there are none. */
export const BreadcrumbsCard = ({ trail }: { trail: Breadcrumbs | null }) => (
  <section className="failure-card" aria-label={t('提交的操作步骤')}>
    <h3>
      {t('操作步骤')} <Tag tone={trail ? 'good' : 'plain'}>{trail ? t('已提交') : t('未提交')}</Tag>
    </h3>
    {trail ? (
      <>
        <p className="trail-note">
          {rich('由当事人于 {time} 提交，追踪号', { time: <Time at={trail.time} /> })}{' '}
          <TraceLink traceId={trail.traceId} />
        </p>
        <BreadcrumbsFacts {...trail} />
      </>
    ) : (
      <p className="trail-note">{t('当事人可在出错提示的“处理办法”或“查看原因”中提交，他人不能代为提交。')}</p>
    )}
  </section>
)

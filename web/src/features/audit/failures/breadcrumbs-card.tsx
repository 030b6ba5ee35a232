import type { Breadcrumbs } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { TraceLink } from '../operation-logs/public/trace-link.tsx'
import { BreadcrumbsFacts } from './breadcrumbs-facts.tsx'
import './failures.css'

/** Breadcrumbs attached by the user, or a note that there are none. */
export const BreadcrumbsCard = ({ trail }: { trail: Breadcrumbs | null }) => (
  <section className="failure-card" aria-label="提交的操作步骤">
    <h3>
      操作步骤 <Tag tone={trail ? 'good' : 'plain'}>{trail ? '已提交' : '未提交'}</Tag>
    </h3>
    {trail ? (
      <>
        <p className="trail-note">
          由当事人于 <Time at={trail.time} /> 提交，追踪号 <TraceLink traceId={trail.traceId} />
        </p>
        <BreadcrumbsFacts {...trail} />
      </>
    ) : (
      <p className="trail-note">当事人可在出错提示的“处理办法”或“查看原因”中提交，他人不能代为提交。</p>
    )}
  </section>
)

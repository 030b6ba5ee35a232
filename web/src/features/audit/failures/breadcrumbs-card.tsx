import type { Breadcrumbs } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { TraceLink } from '../operation-logs/public/trace-link.tsx'
import { BreadcrumbsFacts } from './breadcrumbs-facts.tsx'
import './failures.css'

/** Breadcrumbs attached by the user, or a note that there are none. */
export const BreadcrumbsCard = ({ trail }: { trail: Breadcrumbs | null }) => (
  <section className="failure-card" aria-label="提交的浏览记录">
    <h3>
      浏览记录 <Tag tone={trail ? 'good' : 'plain'}>{trail ? '已提交' : '未提交'}</Tag>
    </h3>
    {trail ? (
      <>
        <p className="trail-note">
          由当事人于 <Time at={trail.time} /> 提交，追踪号 <TraceLink traceId={trail.traceId} />
        </p>
        <BreadcrumbsFacts {...trail} />
      </>
    ) : (
      <p className="trail-note">当事人可在出错提示的“怎么办？”或“为什么？”中提交，他人不能代为提交。</p>
    )}
  </section>
)

import type { Breadcrumbs } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { TraceLink } from '../../../shared/operations/trace-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { BreadcrumbsFacts } from './breadcrumbs-facts.tsx'
import './failures.css'

/** Breadcrumbs attached by the user, or a note that there are none. */
export const BreadcrumbsCard = ({ trail }: { trail: Breadcrumbs | null }) => (
  <section className="failure-card" aria-label="附上的浏览记录">
    <h3>
      浏览记录 <Tag tone={trail ? 'good' : 'plain'}>{trail ? '已附上' : '未附上'}</Tag>
    </h3>
    {trail ? (
      <>
        <p className="trail-note">
          由遇到的人于 <Time at={trail.time} /> 附上，属于追踪号 <TraceLink traceId={trail.traceId} />
        </p>
        <BreadcrumbsFacts {...trail} />
      </>
    ) : (
      <p className="trail-note">遇到的人可以在出错提示的“怎么办？”或“为什么？”中附上，其他人不能代为附上。</p>
    )}
  </section>
)

import type { Breadcrumbs } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { contentKeys } from '../../../ui/content-keys.ts'
import { t } from '../../../ui/texts.ts'
import { beforeText, breadcrumbText, isTrouble } from './breadcrumb-text.ts'
import './failures.css'

type BreadcrumbsFactsProps = Omit<Breadcrumbs, 'traceId' | 'time'>

const BreadcrumbLines = ({ events }: Pick<Breadcrumbs, 'events'>) => {
  const keys = contentKeys(events)
  return events.map((event, at) => {
    const { what, code, outcome } = breadcrumbText(event)
    return (
      <li key={keys[at]} className={isTrouble(event) ? 'trail-trouble' : undefined}>
        <span className="trail-before">{beforeText(event.before)}</span>
        <span>
          {what} {code && <code>{code}</code>} {outcome && <span className="trail-outcome">{outcome}</span>}
        </span>
      </li>
    )
  })
}

/** The browser and its last events, as shown before sending and to readers. */
export const BreadcrumbsFacts = ({ version, agent, width, height, timeZone, events }: BreadcrumbsFactsProps) => (
  <>
    <Facts
      facts={{
        前端版本: version,
        浏览器: agentName(agent),
        窗口大小: `${width} × ${height}`,
        时区: timeZone,
      }}
    />
    <p className="trail-note">{t('最近 {count} 条，时间自本次调用得到响应时往前计算：', { count: events.length })}</p>
    <ol className="trail-events" aria-label={t('操作步骤')}>
      <BreadcrumbLines events={events} />
    </ol>
  </>
)

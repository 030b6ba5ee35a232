import type { Trail } from '@atrium/contract/features/operation-logs/trails.contract.ts'
import { Facts } from '../../kernel/listing/facts.tsx'
import { agentName } from '../../ui/agent-name.ts'
import { beforeText, eventWords, isTrouble } from './trail-words.ts'
import './operation-logs.css'

type TrailFactsProps = Omit<Trail, 'traceId' | 'time'>

/** A browser and what it did last: the same to whoever is about to send it and to whoever reads it. */
export const TrailFacts = ({ version, agent, width, height, timeZone, events }: TrailFactsProps) => (
  <>
    <Facts
      facts={{
        前端版本: version,
        浏览器: agentName(agent),
        窗口大小: `${width} × ${height}`,
        时区: timeZone,
      }}
    />
    <p className="trail-note">最近 {events.length} 条，时间从这次调用得到答复时往前算：</p>
    <ol className="trail-events" aria-label="浏览记录">
      {events.map((event, at) => {
        const { what, code, outcome } = eventWords(event)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened is never rearranged
          <li key={at} className={isTrouble(event) ? 'trail-trouble' : undefined}>
            <span className="trail-before">{beforeText(event.before)}</span>
            <span>
              {what} {code && <code>{code}</code>} {outcome && <span className="trail-outcome">{outcome}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  </>
)

import type { IncidentStanding } from '@atrium/contract/features/operation-logs/incidents.contract.ts'
import { Facts } from '../../kernel/listing/facts.tsx'
import { methodName } from '../../kernel/sign-ins/method-name.ts'
import { placeText } from '../../kernel/sign-ins/origin-text.tsx'
import { agentName } from '../../ui/agent-name.ts'
import { Time } from '../../ui/time.tsx'

type IncidentFactsProps = { traceId: string; company: string; standing: IncidentStanding }

/** What somebody who is asked for help wants to know first: who it was, and how he, his session and his company stand now. */
export const IncidentFacts = ({ traceId, company, standing }: IncidentFactsProps) => {
  const { person, session } = standing
  return (
    <Facts
      facts={{
        追踪号: <code>{traceId}</code>,
        公司: [company, standing.company.state, standing.company.plan].filter(Boolean).join(' · '),
        用户: person && `${person.name}（${person.account}）· ${person.state}`,
        登录: session && (
          <>
            <Time at={session.startTime} /> · {methodName(session.method)} ·{' '}
            {session.deviceName || agentName(session.agent)} · {placeText(session)}
          </>
        ),
        会话: session && (
          <>
            {session.state}
            {session.endTime ? (
              <>
                {' '}
                · 结束于 <Time at={session.endTime} />
              </>
            ) : (
              <>
                {' '}
                · 最近使用 <Time at={session.lastTime} />
              </>
            )}
          </>
        ),
      }}
    />
  )
}

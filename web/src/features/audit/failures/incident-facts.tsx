import type { IncidentStatus } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { agentName } from '../../../ui/agent-name.ts'
import { placeText } from '../../../ui/origin-text.tsx'
import { rich } from '../../../ui/rich.ts'
import { isChinese, t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { methodName } from '../../people/users/public/method-name.ts'

type IncidentFactsProps = { traceId: string; company: string; status: IncidentStatus }

/** Key facts for support: the caller, and the current status of user, session and company. */
export const IncidentFacts = ({ traceId, company, status }: IncidentFactsProps) => {
  const { person, session } = status
  return (
    <Facts
      facts={{
        追踪号: <code>{traceId}</code>,
        公司: [company, status.company.state, status.company.plan].filter(Boolean).join(' · '),
        用户: person && `${userName(person)}${isChinese ? '' : ' '}· ${person.state}`,
        [t('登录', { context: 'noun' })]: session && (
          <>
            <Time at={session.startTime} /> ·{' '}
            {[methodName(session.method), session.deviceName || agentName(session.agent), placeText(session)]
              .filter(Boolean)
              .join(' · ')}
          </>
        ),
        [t('会话', { context: 'noun' })]: session && (
          <>
            {session.state}
            {session.endTime
              ? rich('· 结束于 {endTime}', { endTime: <Time at={session.endTime} /> })
              : rich('· 最近使用 {lastTime}', { lastTime: <Time at={session.lastTime} /> })}
          </>
        ),
      }}
    />
  )
}

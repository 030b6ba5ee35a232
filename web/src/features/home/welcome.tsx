import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { Time } from '../../ui/time.tsx'
import { greetingAt } from './greeting.ts'

/** Who is here, for which company, and when last. */
export const Welcome = () => {
  // The shell opens only when this is known: it is never waited for.
  const { data: who } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <header className="home-welcome">
      <div>
        <h2>
          {greetingAt(new Date().getHours())}，{who?.name}
        </h2>
        <p>{who?.view}</p>
      </div>
      {who?.lastLogin && (
        <dl className="home-last">
          <dt>上次登录</dt>
          <dd>
            <Time at={who.lastLogin.time} />
          </dd>
          <dd>{who.lastLogin.ip}</dd>
        </dl>
      )}
    </header>
  )
}

import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Time } from '../../../ui/time.tsx'
import { greetingAt } from './greeting.ts'

/** User, company and last sign-in. */
export const Welcome = () => {
  // The shell waits for this reply, so it is always present.
  const { data: user } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <header className="home-welcome">
      <div>
        <h2>
          {greetingAt(new Date().getHours())}，{user?.name}
        </h2>
        <p>{user?.view}</p>
      </div>
      {user?.lastLogin && (
        <dl className="home-last">
          <dt>上次登录</dt>
          <dd>
            <Time at={user.lastLogin.time} />
          </dd>
          <dd>{user.lastLogin.ip}</dd>
        </dl>
      )}
    </header>
  )
}

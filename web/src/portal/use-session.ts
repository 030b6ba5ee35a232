import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useRead } from '../kernel/api/use-read.ts'
import type { LoginInfo } from '../shared/entry/read-session.ts'

/** The signed-in user. The frame waits for this reply, so it is always present below it. */
export const useSession = (): LoginInfo => {
  const { data } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  if (!data) throw new Error('useSession is called outside the frame')
  return data
}

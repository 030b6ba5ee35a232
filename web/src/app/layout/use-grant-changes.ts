import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { useEffect } from 'react'
import { listen } from '../../kernel/api/event-stream.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { invalidate } from '../../kernel/api/use-endpoint.ts'
import { grantsQuery } from '../shell-session.ts'

/** What is shown is as it was then. */
const since = () => ({ query: { since: queryClient.getQueryData(grantsQuery.queryKey)?.stamp } })
/** What somebody may do, and what his company should know of it. */
const affected = [sessionContract.grants, sessionContract.loginInfo] as const
// What could not be read now is read at the next change; the server decides in any case.
const readAgain = (name: string) => {
  if (name === 'grants') void Promise.all(affected.map(invalidate))
}

/** Listens while the tab is seen; a hidden one learns what it missed when it is seen again. Out: how to stop. */
const watch = (): (() => void) => {
  let connection: AbortController | undefined
  const turned = () => {
    connection?.abort()
    connection = new AbortController()
    if (!document.hidden) void listen(sessionContract.events, since, connection.signal, readAgain)
  }
  turned()
  document.addEventListener('visibilitychange', turned)
  return () => {
    document.removeEventListener('visibilitychange', turned)
    connection?.abort()
  }
}

/** Reads menus and rights again when the server says that they changed, without a new sign-in. */
export const useGrantChanges = (): void => useEffect(watch, [])

import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useEffect } from 'react'
import { listen } from '../../kernel/api/event-stream.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { invalidate } from '../../kernel/api/use-read.ts'
import { grantsQuery } from '../shell-session.ts'
import { whenSettled } from '../when-settled.ts'

/** Query with the stamp of the shown grants. */
const sinceQuery = () => ({ query: { since: queryClient.getQueryData(grantsQuery.queryKey)?.stamp } })
/** Reads that depend on grants. */
const refetchedEndpoints = [sessionContract.grants, sessionContract.loginInfo] as const
// A failed refetch is repeated at the next change; the server checks permissions in any case.
const handleEvent = (name: string) => {
  if (name === 'grants') void Promise.all(refetchedEndpoints.map(invalidate))
}

/**
 * Listens while the tab is visible; a hidden tab catches up when it is shown again. Returns a function that stops it.
 */
const watchGrantChanges = (): (() => void) => {
  let connection: AbortController | undefined
  const reconnect = () => {
    connection?.abort()
    connection = new AbortController()
    if (!document.hidden) void listen(sessionContract.events, sinceQuery, connection.signal, handleEvent)
  }
  reconnect()
  document.addEventListener('visibilitychange', reconnect)
  return () => {
    document.removeEventListener('visibilitychange', reconnect)
    connection?.abort()
  }
}

/**
 * Refetches menus and rights when the server reports a change, without a new sign-in. The stamp of the shown grants
 * tells the server what was missed before.
 */
export const useGrantChanges = (): void => useEffect(() => whenSettled(watchGrantChanges), [])

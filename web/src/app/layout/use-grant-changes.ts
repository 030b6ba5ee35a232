import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { useEffect } from 'react'
import { listen } from '../../kernel/api/event-stream.ts'
import { invalidate } from '../../kernel/api/use-endpoint.ts'

const stampOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'stamp' in data ? data.stamp : undefined
/** Calls back when the server says that grants changed. A hidden tab does not listen; it learns what it missed when it is seen. */
const watch = (changed: () => void): (() => void) => {
  let stamp: unknown
  let connection: AbortController | undefined
  const heard = (name: string, data: unknown) => {
    if (name !== 'grants') return
    const known = stamp
    stamp = stampOf(data)
    // The first one tells what the page was loaded with.
    if (known !== undefined && known !== stamp) changed()
  }
  const begin = () => {
    connection = new AbortController()
    void listen(sessionContract.events, connection.signal, heard)
  }
  const turned = () => {
    connection?.abort()
    if (!document.hidden) begin()
  }
  begin()
  document.addEventListener('visibilitychange', turned)
  return () => {
    document.removeEventListener('visibilitychange', turned)
    connection?.abort()
  }
}

/** What somebody may do, and what his company should know of it. */
const affected = [sessionContract.grants, sessionContract.loginInfo] as const

/** Reads menus and rights again when the server says that they changed, without a new sign-in. */
export const useGrantChanges = (): void => {
  // What could not be read now is read at the next change; the server decides in any case.
  useEffect(() => watch(() => void Promise.all(affected.map(invalidate))), [])
}

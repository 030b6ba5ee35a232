import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReplyFor, RequestFor } from './call.ts'
import { useRead } from './use-read.ts'

/**
 * Initial data of a form: refetched when the form opens, as cached data may be outdated, and then never replaced while
 * the user types. `onFailed` runs when the read fails; `call` has shown the message.
 */
export const useFreshRead = <E extends Endpoint>(endpoint: E, request: RequestFor<E>, onFailed: () => void) => {
  const { data, isFetchedAfterMount, isError } = useRead(endpoint, request, { staleTime: 0 })
  const [fresh, setFresh] = useState<ReplyFor<E>>()
  if (fresh === undefined && data !== undefined && isFetchedAfterMount && !isError) setFresh(data)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (isError) fail()
  }, [isError])
  return fresh
}

import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReplyFor, RequestFor } from './call.ts'
import { useRead } from './use-endpoint.ts'

/**
 * What a form begins with: read anew when it opens, for what was read before may be old, and never replaced under the
 * cursor. `onFailed` hears that it cannot be read; the call has said why.
 */
export const useFresh = <E extends Endpoint>(endpoint: E, request: RequestFor<E>, onFailed: () => void) => {
  const { data, isFetchedAfterMount, isError } = useRead(endpoint, request, { staleTime: 0 })
  const [fresh, setFresh] = useState<ReplyFor<E>>()
  if (fresh === undefined && data !== undefined && isFetchedAfterMount && !isError) setFresh(data)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (isError) fail()
  }, [isError])
  return fresh
}

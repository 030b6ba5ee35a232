import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type RequestFor } from '../api/call.ts'

/**
 * The address of a picture that is a call of its own; undefined as long as there is none. In: the endpoint, its request,
 * and the picture's mark, which changes with it and is empty without one.
 */
export const usePicture = <E extends Endpoint & { wire: 'binary' }>(
  endpoint: E,
  request: RequestFor<E>,
  mark: string,
): string | undefined => {
  const { data } = useQuery({
    queryKey: [endpoint.module, endpoint.name, request, mark],
    queryFn: async ({ signal }) => (await call(endpoint, request, { signal, toasts: false })) as Blob,
    enabled: mark !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!data || mark === '') return
    const address = URL.createObjectURL(data)
    setSrc(address)
    return () => {
      setSrc(undefined)
      URL.revokeObjectURL(address)
    }
  }, [data, mark])
  return src
}

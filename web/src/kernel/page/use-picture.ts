import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type RequestFor } from '../api/call.ts'

/**
 * Object URL of an image from an endpoint, undefined until loaded, and its failure. `mark` identifies the image version;
 * empty means no image.
 */
export const usePictureRead = <E extends Endpoint & { wire: 'binary' }>(
  endpoint: E,
  request: RequestFor<E>,
  mark: string,
) => {
  const { data, error, refetch } = useQuery({
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
  return { src, error, refetch }
}

/** The same for pictures that are left out while they cannot be read. */
export const usePicture = <E extends Endpoint & { wire: 'binary' }>(
  endpoint: E,
  request: RequestFor<E>,
  mark: string,
): string | undefined => usePictureRead(endpoint, request, mark).src

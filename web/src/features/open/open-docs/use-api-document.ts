import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import type { RequestFor } from '../../../kernel/api/call.ts'
import { call } from '../../../kernel/api/call.ts'
import type { ApiDocument } from './api-document.ts'

type DocumentEndpoint = Endpoint & { wire: 'binary' }

/** Reads an OpenAPI document. What an application may call changes with its grants, so that it is read each time. */
export const useApiDocument = <E extends DocumentEndpoint>(endpoint: E, request: RequestFor<E>) =>
  useQuery<ApiDocument>({
    queryKey: [endpoint.module, endpoint.name, request, 'document'],
    queryFn: async ({ signal }) => {
      const file = (await call(endpoint, request, { signal, toasts: false })) as Blob
      return JSON.parse(await file.text()) as ApiDocument
    },
    staleTime: 0,
  })

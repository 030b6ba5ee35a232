import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { RequestFor } from '../../kernel/api/call.ts'
import { useShownWrite as useShown } from '../../kernel/api/use-shown-write.ts'
import { affected } from './affected-reads.ts'

/** A write of the registry, shown first: the reads that it touches are the same for all of them. */
export const useShownWrite = <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E> & object,
  onEnded: (made: boolean) => void,
) => useShown(endpoint, request, affected, onEnded)

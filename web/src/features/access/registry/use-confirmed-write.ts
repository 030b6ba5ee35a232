import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { RequestFor } from '../../../kernel/api/call.ts'
import { useImpactPreview as useShown } from '../../../kernel/api/use-impact-preview.ts'
import { affectedReads } from './affected-reads.ts'

/** A registry write with impact confirmation, which invalidates all registry reads. */
export const useConfirmedWrite = <E extends Endpoint>(
  endpoint: E,
  request: RequestFor<E> & object,
  onEnded: (made: boolean) => void,
) => useShown(endpoint, request, affectedReads, onEnded)

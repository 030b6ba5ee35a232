import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { RequestFor } from './call.ts'
import type { WireRequest } from './send.ts'

/**
 * The request of an endpoint that generic code knows only by its kind: a list, a removal. Its schemas are not known there,
 * so the compiler cannot compare; the server refuses what does not fit.
 */
export const requestTo = <E extends Endpoint>(request: WireRequest) => request as RequestFor<E> & object

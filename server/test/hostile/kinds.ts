import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

/** Streams are left out: they never end and take no parameters beyond the common headers. */
export const nonStreamEndpoints = endpoints.filter(({ wire }) => wire !== 'stream')

const isFirstBy = (pickKind: (endpoint: Endpoint) => string) => {
  const first = new Map(nonStreamEndpoints.toReversed().map((endpoint) => [pickKind(endpoint), endpoint]))
  return (endpoint: Endpoint): boolean => first.get(pickKind(endpoint)) === endpoint
}

/** The kernel reads bodies in the same way for endpoints of one kind. */
export const isFirstOfItsKind = isFirstBy(({ access, method, wire }) => `${access.kind} ${method} ${wire}`)

/** Headers depend on the kind of access and on whether there is a body. */
export const isFirstOfItsAccess = isFirstBy(({ access, method }) => `${access.kind} ${method === 'GET'}`)

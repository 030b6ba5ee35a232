import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

/** A stream never ends by itself, and takes nothing but the headers that every call takes. */
export const answering = endpoints.filter(({ wire }) => wire !== 'stream')

const isFirstBy = (kindOf: (endpoint: Endpoint) => string) => {
  const first = new Map(answering.toReversed().map((endpoint) => [kindOf(endpoint), endpoint]))
  return (endpoint: Endpoint): boolean => first.get(kindOf(endpoint)) === endpoint
}

/** Bytes of a body are the kernel's to read, in one way for endpoints of one kind. */
export const isFirstOfItsKind = isFirstBy(({ access, method, wire }) => `${access.kind} ${method} ${wire}`)

/** So are headers, which hang on who may call and on whether there is a body. */
export const isFirstOfItsDoor = isFirstBy(({ access, method }) => `${access.kind} ${method === 'GET'}`)

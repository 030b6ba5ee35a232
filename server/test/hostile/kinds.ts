import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const kindOf = ({ access, method, wire }: Endpoint) => `${access.kind} ${method} ${wire}`
const first = new Map(endpoints.toReversed().map((endpoint) => [kindOf(endpoint), endpoint]))

/** Headers and bytes of a body are the kernel's to read, in one way for endpoints of one kind. */
export const isFirstOfItsKind = (endpoint: Endpoint): boolean => first.get(kindOf(endpoint)) === endpoint

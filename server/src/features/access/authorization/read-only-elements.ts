import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation, toPermission } from '@atrium/contract/kernel/endpoint.ts'

const listPermissions = (of: readonly Endpoint[]) => new Set(of.flatMap((endpoint) => toPermission(endpoint) ?? []))

/** Codes of all permissions the contract requires. */
export const declaredElements: readonly string[] = [...listPermissions(endpoints)]

const mutatingElements = listPermissions(endpoints.filter(isMutation))
// The batch endpoint requires this right but checks the right to its action as well.
mutatingElements.delete('sysUsers:list')

/** Elements whose endpoints all read, derived from the contract. */
export const readOnlyElements: readonly string[] = declaredElements.filter((element) => !mutatingElements.has(element))

import { endpoints } from '@atrium/contract/index.ts'
import { changesAnything, type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'

const rightsTo = (of: readonly Endpoint[]) => new Set(of.flatMap((endpoint) => permissionOf(endpoint) ?? []))

/** The code of every right the product asks for. */
export const declaredElements: readonly string[] = [...rightsTo(endpoints)]

const changing = rightsTo(endpoints.filter(changesAnything))
// Whoever sees people may call for a batch, which asks for the right to what it does to them.
changing.delete('sysUsers:list')

/** Those with which nothing can be changed, found in the contract: every call they open reads. */
export const readingElements: readonly string[] = declaredElements.filter((element) => !changing.has(element))

import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const toKey = ({ module, name }: Endpoint) => `${module}.${name}`
let variants: ReadonlyMap<string, Endpoint> = new Map()

/** Sets the endpoints that this entry calls in place of others with the same schemas. */
export const declareVariants = (pairs: readonly (readonly [asked: Endpoint, called: Endpoint])[]): void => {
  variants = new Map(pairs.map(([asked, called]) => [toKey(asked), called]))
}

/** The endpoint to call in place of the given one. */
export const findVariant = (asked: Endpoint): Endpoint => variants.get(toKey(asked)) ?? asked

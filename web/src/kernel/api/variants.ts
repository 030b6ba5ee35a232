import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const keyOf = ({ module, name }: Endpoint) => `${module}.${name}`
let variants: ReadonlyMap<string, Endpoint> = new Map()

/** Sets the endpoints that this entry calls in place of others with the same schemas. */
export const declareVariants = (pairs: readonly (readonly [asked: Endpoint, called: Endpoint])[]): void => {
  variants = new Map(pairs.map(([asked, called]) => [keyOf(asked), called]))
}

/** The endpoint to call in place of the given one. */
export const variantOf = (asked: Endpoint): Endpoint => variants.get(keyOf(asked)) ?? asked

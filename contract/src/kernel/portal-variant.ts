import type { EndpointSpec } from './endpoint.ts'

type Twin<E, P, N> = Omit<E, 'path' | 'audit' | 'module' | 'name'> & { readonly path: P } & (E extends {
    audit: { event: string }
  }
    ? { readonly audit: { readonly event: N } }
    : E extends { audit: infer A }
      ? { readonly audit: A }
      : unknown)

/**
 * The same call under another address: same access, same schemas, same guards.
 * In: the endpoint, the other path, and the event's other name where it is audited. Out: a declaration.
 */
export const twinOf = <const E extends EndpointSpec, const P extends string, const N extends string = never>(
  endpoint: E,
  path: P,
  event?: N,
): Twin<E, P, N> => {
  const { path: _, ...rest } = endpoint
  return { ...rest, path, ...(event !== undefined && { audit: { event } }) } as unknown as Twin<E, P, N>
}

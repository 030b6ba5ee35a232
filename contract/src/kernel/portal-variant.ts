import type { EndpointSpec } from './endpoint.ts'

type PortalVariant<E, P, N> = Omit<E, 'path' | 'audit' | 'module' | 'name'> & { readonly path: P } & (E extends {
    audit: { event: string }
  }
    ? { readonly audit: { readonly event: N } }
    : E extends { audit: infer A }
      ? { readonly audit: A }
      : unknown)

/**
 * Declares an endpoint again under a portal path, with the same access, schemas and guards.
 * @param event - the audit event's name, if the endpoint is audited
 */
export const toPortalVariant = <const E extends EndpointSpec, const P extends string, const N extends string = never>(
  endpoint: E,
  path: P,
  event?: N,
): PortalVariant<E, P, N> => {
  const { path: _, ...rest } = endpoint
  return { ...rest, path, ...(event !== undefined && { audit: { event } }) } as unknown as PortalVariant<E, P, N>
}

import type { Endpoint } from './endpoint.ts'

/** Where an endpoint is called, in wire notation: `GET /api/sys/users/{id}/v1`. */
export type EndpointAddress = { readonly method: string; readonly path: string }

/** The address of an endpoint in wire notation. */
export const addressOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): EndpointAddress => ({
  method,
  path: path.replace(/:([a-zA-Z]+)/g, '{$1}'),
})

/** Lookup key of an address. */
export const addressKey = ({ method, path }: EndpointAddress): string => `${method} ${path}`

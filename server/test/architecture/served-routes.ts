import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Excused } from './expect-only.ts'

/** What is served without being an endpoint of the catalogue, each with the reason why it may. */
export const outsideTheCatalogue: Excused = {
  'GET /healthz': 'a probe: says that the process answers, before any database',
  'GET /readyz': 'a probe: says whether a load balancer may send requests',
  'GET /console/assets/*': 'the hashed files of the built web; static, the same for everybody',
}

export type Served = { method: string; url: string; endpoint: Endpoint | undefined }
export const spelt = ({ method, url }: Served) => `${method} ${url}`

/** Fastify answers HEAD wherever it answers GET, from the same route. */
const isTwin = ({ method, url }: Served, served: readonly Served[]) =>
  method === 'HEAD' && served.some((other) => other.method === 'GET' && other.url === url)

/** Watches which routes the servers that `build` makes answer. Out: what it built, and the routes. */
export const watchingRoutes = async <T>(build: () => Promise<T>) => {
  const served: Served[] = []
  // Fastify announces each server before its first route; nothing of the product is replaced.
  const watch = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ method, url, config }: RouteOptions) => {
        for (const each of [method].flat()) served.push({ method: each, url, endpoint: config?.endpoint })
      },
    )
  subscribe('fastify.initialization', watch)
  const built = await build().finally(() => unsubscribe('fastify.initialization', watch))
  return { built, routes: () => served.filter((route) => !isTwin(route, served)) }
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Excused } from './expect-only.ts'

/** Routes outside the catalogue, each with its reason. */
export const outsideTheCatalogue: Excused = {
  'GET /healthz': 'a probe: whether the process responds, without the database',
  'GET /readyz': 'a probe: whether a load balancer may send requests',
  'GET /files/:signed': 'stored files by their signed addresses, which are the permission',
  'POST /api/sys/uploads/tus/v1': 'the protocol tus, with its own replies; admitted as sysUploads.upload',
  'HEAD /api/sys/uploads/tus/v1/:id': 'the protocol tus; admitted as sysUploads.upload',
  'PATCH /api/sys/uploads/tus/v1/:id': 'the protocol tus; admitted as sysUploads.upload',
  'DELETE /api/sys/uploads/tus/v1/:id': 'the protocol tus; admitted as sysUploads.upload',
  'OPTIONS /api/sys/uploads/tus/v1': 'tells what the server understands of the protocol',
  'OPTIONS /api/sys/uploads/tus/v1/:id': 'tells what the server understands of the protocol',
  'POST /api/sys/docs/tus/v1': 'the protocol tus, with its own replies; admitted as sysDocs.create',
  'HEAD /api/sys/docs/tus/v1/:id': 'the protocol tus; admitted as sysDocs.create',
  'PATCH /api/sys/docs/tus/v1/:id': 'the protocol tus; admitted as sysDocs.create',
  'DELETE /api/sys/docs/tus/v1/:id': 'the protocol tus; admitted as sysDocs.create',
  'OPTIONS /api/sys/docs/tus/v1': 'tells what the server understands of the protocol',
  'OPTIONS /api/sys/docs/tus/v1/:id': 'tells what the server understands of the protocol',
  'GET /open/v1/*': 'the gate of the open platform, which admits applications by their signature',
  'POST /open/v1/*': 'the gate of the open platform, which admits applications by their signature',
  'PUT /open/v1/*': 'the gate of the open platform, which admits applications by their signature',
  'DELETE /open/v1/*': 'the gate of the open platform, which admits applications by their signature',
  'GET /scim/v2/*': 'SCIM, which has a protocol of its own and admits applications by bearer tokens',
  'POST /scim/v2/*': 'SCIM, which has a protocol of its own and admits applications by bearer tokens',
  'PUT /scim/v2/*': 'SCIM, which has a protocol of its own and admits applications by bearer tokens',
  'PATCH /scim/v2/*': 'SCIM, which has a protocol of its own and admits applications by bearer tokens',
  'DELETE /scim/v2/*': 'SCIM, which has a protocol of its own and admits applications by bearer tokens',
  'GET /oidc/*': 'the OpenID Connect provider, which has a protocol of its own',
  'POST /oidc/*': 'the OpenID Connect provider, which has a protocol of its own',
  'OPTIONS /oidc/*': 'the OpenID Connect provider, which has a protocol of its own',
  'GET /api/sys/oidc/interactions/:uid': 'leads to the page that asks a person what an application may learn',
  'GET /console/assets/*': 'hashed files of the built web; static, the same for all callers',
  'GET /console/texts': 'translations of the built web; the same for all callers',
  'GET /portal/assets/*': 'those of the portal',
  'GET /portal/texts': 'as for /console/texts',
}

export type ServedRoute = { method: string; url: string; endpoint: Endpoint | undefined }
export const formatRoute = ({ method, url }: ServedRoute) => `${method} ${url}`

/** Fastify answers HEAD for each GET route. */
const isHeadOfGet = ({ method, url }: ServedRoute, served: readonly ServedRoute[]) =>
  method === 'HEAD' && served.some((other) => other.method === 'GET' && other.url === url)

/**
 * Records the routes of the servers that `build` creates.
 * @returns what `build` returned, and the routes
 */
export const recordRoutes = async <T>(build: () => Promise<T>) => {
  const served: ServedRoute[] = []
  // Fastify publishes each server before its first route, so nothing of the product is replaced.
  const watch = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ method, url, config }: RouteOptions) => {
        for (const each of [method].flat()) served.push({ method: each, url, endpoint: config?.endpoint })
      },
    )
  subscribe('fastify.initialization', watch)
  const built = await build().finally(() => unsubscribe('fastify.initialization', watch))
  return { built, routes: () => served.filter((route) => !isHeadOfGet(route, served)) }
}

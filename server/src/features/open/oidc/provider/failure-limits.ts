import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { createCache } from '../../../../kernel/cache.ts'
import { toNetwork } from '../../../../kernel/to-network.ts'
import { findCaller, findSecret } from './caller.ts'
import { currentContext, library } from './provider-library.ts'

const windowMs = 60_000
/** Failures within a window. People of a service that are all signed out at once fail to refresh, one by one. */
const [perAddress, perClient] = [1200, 3000]
/** Those that failed last. */
const maxKeys = 20_000
const limited = /^\/(token|introspect|revoke|userinfo)\/?$/i
/** What says that a secret, a code or a token was wrong. */
const counted = new Set(['invalid_client', 'invalid_grant', 'invalid_token'])
const refusal = ['temporarily_unavailable', 'too many requests have failed, try again later'] as const

/**
 * Counts failures on this node, in memory: they are to cost less than what they ask for, and secrets are too long to be
 * guessed at any rate. Each node allows its part of the most.
 */
const createCounts = (most: number, servingNodes: () => number) => {
  const counts = createCache<string, { many: number }>(maxKeys, { ttl: windowMs })
  return {
    add(key: string) {
      const count = counts.get(key)
      if (count) count.many += 1
      else counts.set(key, { many: 1 })
    },
    /** Seconds for which a key is refused. */
    getWait: (key: string) =>
      (counts.get(key)?.many ?? 0) < most / servingNodes()
        ? 0
        : Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000)),
  }
}
export type FailureLimits = ReturnType<typeof createFailureLimits>

const networkOfCaller = (ctx: Parameters<typeof findCaller>[0]) => toNetwork(findCaller(ctx)?.ip ?? '')

/**
 * Limits how often secrets, codes and tokens may be wrong. An application that has proven itself answers for its own;
 * so no one is refused for what others do in its name. Otherwise the address does.
 */
export const createFailureLimits = (servingNodes: () => number) => {
  const [addresses, clients] = [createCounts(perAddress, servingNodes), createCounts(perClient, servingNodes)]
  const add = (ctx: KoaContextWithOIDC, { error }: errors.OIDCProviderError) => {
    if (!counted.has(error)) return
    if (findSecret(ctx) === undefined) addresses.add(networkOfCaller(ctx))
    else clients.add(ctx.oidc.client?.clientId ?? '')
  }
  return {
    /** Throws an error of the provider for an application that has failed too often. */
    assertClient(clientId: string) {
      const wait = clients.getWait(clientId)
      if (wait === 0) return
      currentContext()?.set('retry-after', String(wait))
      throw Object.assign(new (library().errors.CustomOIDCProviderError)(...refusal), { status: 429, statusCode: 429 })
    },
    limit(provider: Provider) {
      provider.use(async (ctx, next) => {
        const wait = limited.test(ctx.path) && ctx.method !== 'OPTIONS' ? addresses.getWait(networkOfCaller(ctx)) : 0
        if (wait === 0) return next()
        const [error, error_description] = refusal
        Object.assign(ctx, { status: 429, body: { error, error_description } })
        // Read by applications in browsers, too.
        ctx.set({ 'retry-after': String(wait), 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      })
      provider.on('grant.error', add)
      provider.on('introspection.error', add)
      provider.on('revocation.error', add)
      provider.on('userinfo.error', add)
    },
  }
}

import type { JWK, Provider } from 'oidc-provider'
import { createCache } from '../../../../kernel/cache.ts'
import type { Counter } from '../../../../kernel/limits.ts'
import { checkSecret, listOwnClaims } from '../clients/oidc-clients.ts'
import { admitPoll } from '../device/device-flow.ts'
import type { Issuer } from '../issuers/issuers.ts'
import type { SigningKeys } from '../keys/oidc-keys.ts'
import { toSid } from '../logout/logout-token.ts'
import { toGrantKey } from '../models/oidc-store.ts'
import { createFailureLimits } from './failure-limits.ts'
import { overrideLibrary } from './library-overrides.ts'
import { library, loadLibrary } from './provider-library.ts'
import { providerOptions } from './provider-options.ts'

/** Takes the platform's issuer unless another one is given. */
export type Providers = { current(issuer?: Issuer): Promise<Provider> }
type Ports = Omit<Parameters<typeof providerOptions>[0], 'issuer'> & {
  platform: Issuer
  keys: SigningKeys
  /** How often a device asks for its tokens. */
  polls: Pick<Counter, 'take'>
  /** Nodes that answer requests. */
  servingNodes(): number
  onError(error: unknown): void
}

/** Those of tenants that were asked last. */
const maxProviders = 200
const toName = (keys: readonly JWK[]) => keys.map(({ kid }) => kid).join(' ')

/** The provider with the present keys. One with new keys takes the place of the old one, without a restart. */
export const createProviders = ({ platform, keys, polls, servingNodes, onError, ...ports }: Ports): Providers => {
  const known = createCache<string, { keys: string; tenantId: string | undefined; provider: Provider }>(maxProviders)
  const failures = createFailureLimits(servingNodes)

  const create = (issuer: Issuer, present: JWK[]): Provider => {
    const provider = new (library().Provider)(issuer.name, {
      ...providerOptions({ ...ports, issuer }),
      jwks: { keys: present },
    })
    // Addresses are those of the issuer, which the route states as what a proxy would.
    provider.proxy = true
    provider.on('server_error', (_ctx, error) => onError(error))
    failures.limit(provider)
    overrideLibrary(provider, {
      hasSecret: checkSecret(failures),
      listOwnClaims,
      admitPoll: admitPoll(polls),
      toSid: (grantId) => toSid(toGrantKey(grantId)),
      signId: ports.store.signId,
    })
    ports.store.storeBeforeAnswers(provider)
    return provider
  }
  return {
    async current(issuer = platform) {
      const [present] = await Promise.all([keys.current(), loadLibrary()])
      const name = toName(present)
      const held = known.get(issuer.name)
      if (held?.keys === name && held.tenantId === issuer.tenantId) return held.provider
      const provider = create(issuer, present)
      known.set(issuer.name, { keys: name, tenantId: issuer.tenantId, provider })
      return provider
    },
  }
}

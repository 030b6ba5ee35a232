import { type JWK, Provider } from 'oidc-provider'
import type { Counter } from '../../../kernel/limits.ts'
import { slowDownPolls } from './device-flow.ts'
import { acceptSecretsOf } from './oidc-clients.ts'
import type { SigningKeys } from './oidc-keys.ts'
import { tellOwnClaims } from './own-claims.ts'
import { providerOptions } from './provider-options.ts'

export type Providers = { current(): Promise<Provider> }
type Ports = Parameters<typeof providerOptions>[0] & {
  issuer: string
  keys: SigningKeys
  /** How often a device asks for its tokens. */
  polls: Pick<Counter, 'take'>
  onError(error: unknown): void
}

/** A form sent without a session is refused; the library would save a session that never began, and fail. */
const refuseFormsWithoutSession = ({ Session }: Provider) => {
  const { persist } = Session.prototype as unknown as { persist(): Promise<unknown> }
  Object.defineProperty(Session.prototype, 'persist', {
    async value(this: { exp?: number }) {
      if (this.exp !== undefined) return persist.call(this)
    },
  })
}
const nameOf = (keys: readonly JWK[]) => keys.map(({ kid }) => kid).join(' ')

/** The provider with the present keys. One with new keys takes the place of the old one, without a restart. */
export const createProviders = ({ issuer, keys, polls, onError, ...ports }: Ports): Providers => {
  const options = providerOptions(ports)
  let known: { name: string; provider: Provider } | undefined

  const create = (present: JWK[]): Provider => {
    const provider = new Provider(issuer, { ...options, jwks: { keys: present } })
    // Addresses are those of the issuer, which the route states as what a proxy would.
    provider.proxy = true
    provider.on('server_error', (_ctx, error) => onError(error))
    acceptSecretsOf(provider)
    tellOwnClaims(provider)
    slowDownPolls(provider, polls)
    refuseFormsWithoutSession(provider)
    return provider
  }
  return {
    async current() {
      const present = await keys.current()
      const name = nameOf(present)
      if (known?.name !== name) known = { name, provider: create(present) }
      return known.provider
    },
  }
}

import type { Client, Provider } from 'oidc-provider'
import { listFacts } from '../clients/oidc-clients.ts'

type Claims = { available: Record<string, unknown>; client: Client; result(): Promise<Record<string, unknown>> }

/** Lets a provider tell the claims of an application's own; the library leaves out what its options do not name. */
export const addCustomClaims = (provider: Provider) => {
  // The types of the library do not declare what its claims hold.
  const library: object = provider
  const { prototype }: { prototype: Claims } = Reflect.get(library, 'Claims')
  const { result } = prototype
  Object.defineProperty(prototype, 'result', {
    async value(this: Claims) {
      // A logout token is made for a client of no more than its name.
      const own = (listFacts(this.client)?.claims ?? []).map(({ name }) => name)
      const disclosed = Object.entries(this.available).filter(([name]) => own.includes(name))
      return { ...(await result.call(this)), ...Object.fromEntries(disclosed) }
    },
  })
}

import type { Adapter } from 'oidc-provider'
import type { ClientFacts } from '../clients/oidc-clients.ts'
import { factsProperty } from '../clients/oidc-clients.ts'
import type { Issuer } from './issuers.ts'

/** Lets an issuer find what it has issued itself alone. */
export const issuedBy = ({ name: issuer }: Issuer, adapter: Adapter): Adapter => {
  const own = (found: Awaited<ReturnType<Adapter['find']>>) => (found?.issuer === issuer ? found : undefined)
  return {
    ...adapter,
    upsert: (id, payload, expiresIn) => adapter.upsert(id, { ...payload, issuer }, expiresIn),
    find: async (id) => own(await adapter.find(id)),
    findByUid: async (uid) => own(await adapter.findByUid(uid)),
    findByUserCode: async (code) => own(await adapter.findByUserCode(code)),
  }
}

/** Under a tenant's host, the applications of its companies and of the operator are known alone. */
export const restrictClients = ({ tenantId }: Issuer, adapter: Adapter): Adapter => ({
  ...adapter,
  async find(appKey) {
    const found = await adapter.find(appKey)
    const facts = found?.[factsProperty] as ClientFacts | undefined
    return tenantId === undefined || facts?.platform || facts?.topId === tenantId ? found : undefined
  },
})

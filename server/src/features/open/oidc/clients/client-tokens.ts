import type { Secrets } from '../../../../kernel/secrets.ts'
import { createShortTtlCache } from '../../../../kernel/short-ttl-cache.ts'
import type { OidcStore } from '../models/oidc-store.ts'
import { isOwnId } from '../models/signed-ids.ts'
import type { OidcClients } from './oidc-clients.ts'

/** A token that an application got for itself, by the secret that it named. */
export type ClientToken = { appKey: string; secretId: string }
export type FindClientToken = (token: string) => Promise<ClientToken | undefined>

const maxTokens = 20_000

type Ports = {
  store: Pick<OidcStore, 'clientToken'>
  clients: OidcClients
  secrets: Pick<Secrets, 'sign' | 'isSigned'>
}
/**
 * Finds tokens of applications, each read once a second at most. Whether its secret is still valid is the caller's to
 * see.
 * @returns undefined for one that is unknown, over, revoked or of a person, and of an application that may have none
 *   any more
 */
export const createClientTokens = ({ store, clients, secrets }: Ports): FindClientToken => {
  const tokens = createShortTtlCache<Awaited<ReturnType<OidcStore['clientToken']>>>(maxTokens)
  return async (token) => {
    const isOwn = isOwnId(secrets, 'ClientCredentials', token)
    const found = isOwn ? await tokens.read(token, () => store.clientToken(token)) : undefined
    if (!found || found.exp * 1000 <= Date.now()) return undefined
    const client = await clients.find(found.appKey)
    return client?.grant_types?.includes('client_credentials') ? found : undefined
  }
}

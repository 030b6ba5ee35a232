import { timingSafeEqual } from 'node:crypto'
import type { OidcGrant } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { hasSecrets } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { AdapterPayload, Client } from 'oidc-provider'
import type { Database } from '../../../../kernel/db/database.ts'
import { digest, type Secrets } from '../../../../kernel/secrets.ts'
import { createShortTtlCache } from '../../../../kernel/short-ttl-cache.ts'
import { createAddressFilter } from '../../../tenancy/tenants/index.ts'
import { isOwnAppKey } from '../../open-apps/index.ts'
import { findCaller, setSecret } from '../provider/caller.ts'
import type { FailureLimits } from '../provider/failure-limits.ts'
import { currentContext } from '../provider/provider-library.ts'
import { oidcClientsRepository as repository, type StoredClient } from './oidc-clients.repository.ts'

/** What a client carries beside the metadata of the standard. */
export type ClientFacts = Pick<
  StoredClient,
  | 'id'
  | 'companyId'
  | 'companyName'
  | 'topId'
  | 'platform'
  | 'kind'
  | 'home'
  | 'logoFile'
  | 'networks'
  | 'claims'
  | 'pkce'
  | 'accessTtl'
  | 'refreshTtl'
> & { secrets: readonly { id: string; digest: string }[] }
/** The name under which the provider hands the facts through. */
export const factsProperty = 'atrium'
export const listFacts = (client: Client): ClientFacts => client[factsProperty] as ClientFacts
/** A logout token is made for a client of no more than its name, which has no facts. */
export const listOwnClaims = (client: Client): string[] => (listFacts(client)?.claims ?? []).map(({ name }) => name)
export type OidcClients = { find(appKey: string): Promise<AdapterPayload | undefined> }

/** The scope that asks for a refresh token. Those that may have one get it anyway. */
export const offlineAccess = 'offline_access'
const maxClients = 5000
const toGrantType = (grant: OidcGrant) =>
  grant === 'device_code' ? 'urn:ietf:params:oauth:grant-type:device_code' : grant

const toMetadata = (appKey: string, stored: StoredClient, { unseal }: Pick<Secrets, 'unseal'>): AdapterPayload => {
  const {
    secrets: sealed,
    name,
    kind,
    redirectUris,
    logoutUris,
    backchannelLogoutUri,
    grants,
    scopes,
    secretBy,
    home,
    ...facts
  } = stored
  const hasSecret = hasSecrets(kind)
  const secrets = sealed.map(({ id, sealed: text }) => ({ id, digest: digest(unseal(text)).toString('base64') }))
  return {
    client_id: appKey,
    client_name: name,
    application_type: kind === 'native' ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: logoutUris,
    ...(backchannelLogoutUri !== '' && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    grant_types: grants.filter((grant) => hasSecret || grant !== 'client_credentials').map(toGrantType),
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    scope: [...new Set(['openid', ...scopes, ...(grants.includes('refresh_token') ? [offlineAccess] : [])])].join(' '),
    token_endpoint_auth_method: hasSecret ? `client_secret_${secretBy}` : 'none',
    // Never compared: several secrets may be valid, and their hashes are among the facts.
    ...(hasSecret && { client_secret: 'none' }),
    [factsProperty]: { ...facts, kind, home, pkce: facts.pkce || !hasSecret, secrets } satisfies ClientFacts,
  }
}

/** Applications as clients of the provider, each read once a second at most. Invented keys cost no query. */
export const createOidcClients = ({
  database,
  secrets,
}: {
  database: Database
  secrets: Pick<Secrets, 'sign' | 'unseal' | 'isSigned'>
}): OidcClients => {
  const clients = createShortTtlCache<AdapterPayload | undefined>(maxClients)
  const load = async (appKey: string) => {
    const stored = await database.read({ reach: 'platform' }, (db) => repository.find(db, appKey))
    return stored && toMetadata(appKey, stored, secrets)
  }
  return {
    find(appKey) {
      const known = clients.known(appKey)
      if (known) return known
      return isOwnAppKey(secrets, appKey) ? clients.read(appKey, () => load(appKey)) : Promise.resolve(undefined)
    },
  }
}

/** Whether a secret is a valid one, from the networks of an application that has not failed too often. */
export const checkSecret = (failures: Pick<FailureLimits, 'assertClient'>) => (client: Client, sent: string) => {
  const { secrets, networks } = listFacts(client)
  const hash = digest(sent)
  const [known] = secrets.filter((each) => timingSafeEqual(Buffer.from(each.digest, 'base64'), hash))
  if (!known || !createAddressFilter(networks)(findCaller(currentContext())?.ip ?? '')) return false
  failures.assertClient(client.clientId)
  setSecret(currentContext(), known.id)
  return true
}

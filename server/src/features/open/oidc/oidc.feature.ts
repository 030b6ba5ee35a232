import { claimsPreviewContract } from '@atrium/contract/features/open/oidc/claims-preview.contract.ts'
import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { signingKeysContract } from '@atrium/contract/features/open/oidc/signing-keys.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { SharedAddresses } from '../open-apps/index.ts'
import { askRoute, askUrl } from './ask-route.ts'
import { createClaimsPreview } from './claims-preview.service.ts'
import { createClientTokens } from './client-tokens.ts'
import { consents } from './consents.service.ts'
import { createSignInEnder } from './end-sign-in.ts'
import { createInteractions } from './interactions.service.ts'
import { createIssuers } from './issuers.ts'
import { createKeyRotation } from './key-rotation.service.ts'
import { createClaims } from './oidc-claims.ts'
import { createOidcClients } from './oidc-clients.ts'
import { keyRetention } from './oidc-keys.repository.ts'
import { createSigningKeys } from './oidc-keys.ts'
import { createOidcStore } from './oidc-store.ts'
import { createProviders } from './providers.ts'
import { createLogoutSender } from './send-logouts.ts'
import { createProviderRoute } from './serve-provider.ts'

type Ports = Pick<BasePorts, 'database' | 'secrets' | 'limits' | 'siteOrigin' | 'onError' | 'openTargetNetworks'> &
  Parameters<typeof createSignInEnder>[0] &
  Pick<Parameters<typeof createLogoutSender>[0], 'messages'> & { addresses: SharedAddresses }

/** The OpenID Connect provider: signs people of the console in to applications (decision 101). */
export const createOidcFeature = (ports: Ports) => {
  const { database, secrets, limits, siteOrigin, onError } = ports
  const issuers = createIssuers(ports)
  const keys = createSigningKeys(ports)
  const rotation = createKeyRotation(keys)
  const clients = createOidcClients(ports)
  const store = createOidcStore({ database, secrets, clients, onGrantRemoved: createSignInEnder(ports) })
  const providers = createProviders({
    platform: issuers.platform,
    store,
    onError,
    keys,
    readClaims: createClaims(database),
    cookies: {
      keys: [secrets.sign('oidc cookies', '').toString('base64url')],
      secure: siteOrigin.startsWith('https:'),
    },
    polls: limits.counter({ name: 'oidc.poll', points: 1, seconds: 4 }),
    interactionUrl: ({ origin }, uid) => askUrl(origin, uid),
  })
  const interactions = createInteractions({ addresses: ports.addresses, database, providers, issuers, store })
  const preview = createClaimsPreview(issuers.platform.name)
  const attempts = limits.counter({ name: 'oidc.authorize', points: 1200, seconds: 60 })
  const typedCodes = limits.counter({ name: 'oidc.userCode', points: 60, seconds: 600 })
  return {
    routes: [
      ...implement(claimsPreviewContract, {
        previewClaims: (scope, { params }) => preview.get(scope, params.id, params.userId),
      }),
      ...implement(signingKeysContract, {
        signingKeys: (scope) => rotation.list(scope),
        rotateKey: (scope) => rotation.rotate(scope),
      }),
      ...implement(oidcContract, {
        request: (scope, { params }) => interactions.get(scope, params.uid),
        decide: (scope, { params, body }) => interactions.decide(scope, params.uid, body.allow),
        consents: (scope) => consents.list(scope),
        revokeConsent: (scope, { params }) => consents.revoke(scope, params.appId),
      }),
    ],
    rawRoutes: [createProviderRoute({ providers, issuers, attempts, typedCodes }), askRoute],
    works: [createLogoutSender({ ...ports, providers, issuers })],
    retention: [keyRetention],
    findToken: createClientTokens({ store, clients, secrets }),
  }
}

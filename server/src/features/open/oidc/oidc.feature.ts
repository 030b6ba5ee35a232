import { claimsPreviewContract } from '@atrium/contract/features/open/oidc/claims-preview.contract.ts'
import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import { signingKeysContract } from '@atrium/contract/features/open/oidc/signing-keys.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { SharedAddresses } from '../open-apps/index.ts'
import { createClaimsPreview } from './claims/claims-preview.service.ts'
import { createClaims } from './claims/oidc-claims.ts'
import { createClientTokens } from './clients/client-tokens.ts'
import { createOidcClients } from './clients/oidc-clients.ts'
import { askRoute, askUrl } from './consent/ask-route.ts'
import { consents } from './consent/consents.service.ts'
import { createInteractions } from './consent/interactions.service.ts'
import { createIssuers } from './issuers/issuers.ts'
import { createKeyRotation } from './keys/key-rotation.service.ts'
import { keyRetention } from './keys/oidc-keys.repository.ts'
import { createSigningKeys } from './keys/oidc-keys.ts'
import { createSignInEnder } from './logout/end-sign-in.ts'
import { createLogoutSender } from './logout/send-logouts.ts'
import { createOidcStore } from './models/oidc-store.ts'
import { createProviders } from './provider/providers.ts'
import { createProviderRoute } from './provider/serve-provider.ts'

type Ports = Pick<
  BasePorts,
  'database' | 'secrets' | 'limits' | 'siteOrigin' | 'onError' | 'openTargetNetworks' | 'servingNodes' | 'languages'
> &
  Parameters<typeof createSignInEnder>[0] &
  Pick<Parameters<typeof createLogoutSender>[0], 'messages'> & { addresses: SharedAddresses }

/** The OpenID Connect provider: signs people of the console in to applications (decision 101). */
export const createOidcFeature = (ports: Ports) => {
  const { database, secrets, limits, siteOrigin, servingNodes, onError, languages } = ports
  const issuers = createIssuers(ports)
  const keys = createSigningKeys(ports)
  const rotation = createKeyRotation(keys)
  const clients = createOidcClients(ports)
  const store = createOidcStore({ database, secrets, clients, onGrantRemoved: createSignInEnder(ports) })
  const providers = createProviders({
    platform: issuers.platform,
    store,
    servingNodes,
    onError,
    keys,
    readClaims: createClaims(database),
    locales: languages.tags,
    cookies: {
      keys: secrets.signatures('oidc cookies', '').map((key) => key.toString('base64url')),
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
        previewClaims: preview.get,
      }),
      ...implement(signingKeysContract, {
        signingKeys: rotation.list,
        rotateKey: rotation.rotate,
      }),
      ...implement(oidcContract, {
        request: interactions.get,
        decide: (scope, uid, body) => interactions.decide(scope, uid, body.allow),
        consents: consents.list,
        revokeConsent: consents.revoke,
      }),
    ],
    rawRoutes: [createProviderRoute({ languages, providers, issuers, attempts, typedCodes }), askRoute],
    jobs: [createLogoutSender({ ...ports, providers, issuers })],
    retention: [keyRetention],
    findToken: createClientTokens({ store, clients, secrets }),
  }
}

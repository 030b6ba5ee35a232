import { oidcScopes } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { interactionCookie } from '../../../../kernel/http/cookies.ts'
import { claimsByScope, type createClaims, isInIdToken } from '../claims/oidc-claims.ts'
import { factsProperty, listFacts, offlineAccess } from '../clients/oidc-clients.ts'
import { deviceCodeLife, deviceFlow } from '../device/device-flow.ts'
import { issuedBy, restrictClients } from '../issuers/issuer-adapter.ts'
import type { Issuer } from '../issuers/issuers.ts'
import type { OidcStore } from '../models/oidc-store.ts'
import { askLogout, showError, showLoggedOut } from './oidc-pages.ts'
import { library } from './provider-library.ts'

/** Seconds. */
const lives = { code: 60, idToken: 3600, interaction: 1800, session: 86_400 }

type Ports = {
  store: OidcStore
  readClaims: ReturnType<typeof createClaims>
  cookies: { keys: string[]; secure: boolean }
  /** Where the browser asks a person what they allow. */
  interactionUrl(issuer: Issuer, uid: string): string
  issuer: Issuer
  /** Languages of the provider's pages. */
  locales: readonly string[]
}

/** A sign-in of the provider counts as long as the console's sign-in behind one of its grants does. */
const createPolicy = (store: OidcStore) => {
  const { Check, Prompt, base } = library().interactionPolicy
  const policy = base()
  const hasEnded = async ({ oidc: { session, result, entities } }: KoaContextWithOIDC) => {
    if (!session?.accountId || result?.login) return Check.NO_NEED_TO_PROMPT
    // A stored grant is found only while its sign-in lasts.
    if (entities.Grant?.jti) return Check.NO_NEED_TO_PROMPT
    const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
    return !(await store.isAnyGrantLive(grantIds))
  }
  // After signing in, which it does not stand for.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 1)
  policy.get('login')?.checks.add(new Check('signed_out', 'the sign-in has ended', 'login_required', hasEnded), 0)
  return policy
}

const listOrigins = (client: Client): Set<string> =>
  new Set((client.redirectUris ?? []).filter((uri) => uri.startsWith('http')).map((uri) => new URL(uri).origin))
const pickTtl = (client: Client | undefined, name: 'accessTtl' | 'refreshTtl') =>
  client ? listFacts(client)[name] : 60

const buildCookies = ({ keys, secure }: Ports['cookies']): Configuration['cookies'] => {
  const prefix = secure ? '__Secure-' : ''
  const attributes = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  return {
    keys,
    names: {
      session: `${prefix}atrium-oidc`,
      interaction: interactionCookie(secure),
      resume: `${prefix}atrium-oidc-resume`,
    },
    long: { ...attributes, path: '/oidc' },
    short: attributes,
  }
}

/**
 * The library grants `offline_access` with `prompt=consent` alone. Here a refresh token outlives no sign-in and needs no such consent, and
 * those who ask for one repeat its scope to refresh.
 */
const keepOfflineAccess = (ctx: KoaContextWithOIDC, scope: unknown, client: Client) => {
  const asked = String(ctx.query.scope).split(' ')
  const granted = String(scope ?? '').split(' ')
  const isKept = asked.includes(offlineAccess) && client.grantTypeAllowed('refresh_token')
  if (isKept) Object.assign(ctx.oidc.params ?? {}, { scope: [...new Set([...granted, offlineAccess])].join(' ') })
}

/** Leaving ends the tokens, although they do not depend on the provider's own session. */
const leave = (ctx: KoaContextWithOIDC, form: string) => {
  for (const authorization of Object.values(ctx.oidc.session?.authorizations ?? {}))
    authorization.persistsLogout = false
  askLogout(ctx, form)
}

const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  backchannelLogout: { enabled: true },
  clientCredentials: { enabled: true },
  deviceFlow,
  userinfo: { enabled: true },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, { clientId }) => clientId === client.clientId },
  introspection: {
    enabled: true,
    /** An application reads its own tokens, and one with a secret those of its company. */
    async allowedPolicy({ oidc: { provider } }, client, { clientId }) {
      if (clientId === client.clientId) return true
      const other = client.clientAuthMethod === 'none' ? undefined : await provider.Client.find(clientId ?? '')
      return other !== undefined && listFacts(other).companyId === listFacts(client).companyId
    },
  },
  rpInitiatedLogout: { enabled: true, logoutSource: leave, postLogoutSuccessSource: showLoggedOut },
}

/**
 * Scopes whose claims are disclosed. A token keeps its scopes; those that the application lost meanwhile tell nothing.
 */
const pickDisclosedScopes = (use: string, scope: string, client: Client | undefined): ReadonlySet<string> => {
  const allowed = new Set(client?.scope?.split(' '))
  const disclosed = scope.split(' ').filter((each) => each in claimsByScope && allowed.has(each))
  return new Set(use === 'id_token' ? disclosed.filter(isInIdToken) : disclosed)
}

/** How the provider behaves. Every notice of the library's defaults is answered here. */
export const providerOptions = ({
  store,
  readClaims,
  cookies,
  interactionUrl,
  issuer,
  locales,
}: Ports): Configuration => ({
  adapter: (kind: string) => (kind === 'Client' ? restrictClients : issuedBy)(issuer, store.adapter(kind)),
  features,
  cookies: buildCookies(cookies),
  scopes: [...oidcScopes, offlineAccess],
  claims: claimsByScope,
  // Usual clients read the profile from there, and ask for nothing more.
  conformIdTokenClaims: false,
  extraParams: { scope: keepOfflineAccess },
  subjectTypes: ['public'],
  discovery: { ui_locales_supported: [...locales] },
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  extraClientMetadata: { properties: [factsProperty] },
  pkce: { required: (_ctx, client) => listFacts(client).pkce },
  interactions: { policy: createPolicy(store), url: (_ctx, { uid }) => interactionUrl(issuer, uid) },
  routes: {
    authorization: '/authorize',
    code_verification: '/device',
    device_authorization: '/device/auth',
    end_session: '/logout',
    introspection: '/introspect',
    revocation: '/revoke',
    userinfo: '/userinfo',
  },
  ttl: {
    AccessToken: (_ctx, _token, client) => pickTtl(client, 'accessTtl'),
    ClientCredentials: (_ctx, _token, client) => pickTtl(client, 'accessTtl'),
    RefreshToken: (_ctx, _token, client) => pickTtl(client, 'refreshTtl'),
    Grant: lives.session,
    AuthorizationCode: lives.code,
    DeviceCode: deviceCodeLife,
    IdToken: lives.idToken,
    Interaction: lives.interaction,
    Session: lives.session,
  },
  // How long tokens live is a matter of the sign-in of the console behind their grant.
  expiresWithSession: () => false,
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: () => true,
  clientBasedCORS: (_ctx, origin, client) => listOrigins(client).has(origin),
  renderError: showError,
  async findAccount({ oidc }, sub, token) {
    const grantId = token?.grantId ?? oidc.entities.Grant?.jti
    return {
      accountId: sub,
      async claims(use, scope) {
        const disclosed = pickDisclosedScopes(use, scope, oidc.client)
        const id = grantId ?? oidc.entities.Grant?.jti
        const owner = id === undefined || disclosed.size === 0 ? undefined : await store.ownerOfGrant(id)
        if (!owner) return { sub }
        return readClaims(owner, disclosed, oidc.client ? listFacts(oidc.client).claims : [])
      },
    }
  },
})

import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as oidc from 'openid-client'
import { createCache } from '../../../kernel/cache.ts'
import { AppError } from '../../../kernel/scope.ts'
import { type Adapter, type Client, type OutsideFetch, refused, toText } from './adapter.ts'

const { denied, unreachable } = identityProvidersErrors
const discoveryMs = 600_000
/** More than sign people in by a node within that time, so that each is read once: some 13 KB each, 26 MB at most. */
const maxDiscovered = 2000
/** Asked for unless others are named. */
const usualScopes = ['profile', 'email']

type Ports = {
  fetch: OutsideFetch
  /** Whether an address may be called without TLS. */
  isPlainAllowed(url: string): boolean
}

/** A refusal of ours inside the errors of the library. */
const refusalIn = (error: unknown): AppError | undefined => {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof AppError) return each
  return undefined
}
const toRefusal = (error: unknown): AppError => {
  const own = refusalIn(error)
  if (own) return own
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') return new AppError(denied)
  return Object.assign(refused(), { cause: error })
}

/** OpenID Connect: code with PKCE, state, nonce, the issuer in the answer, and the signature of the id token. */
export const createOidcAdapter = ({ fetch, isPlainAllowed }: Ports): Adapter => {
  const known = createCache<string, oidc.Configuration>(maxDiscovered, { ttl: discoveryMs })
  const customFetch: oidc.CustomFetch = (url, { method, headers, body }) =>
    fetch(url, { method, headers: Object.fromEntries(new Headers(headers)), body: body ? String(body) : '' })

  const connect = async ({ issuer, clientId, secret }: Client) => {
    const config = await oidc
      .discovery(new URL(issuer), clientId, {}, oidc.ClientSecretPost(secret), {
        [oidc.customFetch]: customFetch,
        execute: [oidc.enableNonRepudiationChecks, ...(isPlainAllowed(issuer) ? [oidc.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        throw refusalIn(error) ?? Object.assign(new AppError(unreachable), { cause: error })
      })
    const methods = config.serverMetadata().token_endpoint_auth_methods_supported
    if (methods && !methods.includes('client_secret_post'))
      return connectWithHeader(config, { issuer, clientId, secret })
    return config
  }
  const connectWithHeader = (
    found: oidc.Configuration,
    { issuer, clientId, secret }: Pick<Client, 'issuer' | 'clientId' | 'secret'>,
  ) => {
    const config = new oidc.Configuration(found.serverMetadata(), clientId, {}, oidc.ClientSecretBasic(secret))
    config[oidc.customFetch] = customFetch
    oidc.enableNonRepudiationChecks(config)
    if (isPlainAllowed(issuer)) oidc.allowInsecureRequests(config)
    return config
  }
  const loadConfig = async (client: Client) => {
    const key = `${client.id} ${client.version}`
    const held = known.get(key)
    if (held) return held
    const found = await connect(client)
    known.set(key, found)
    return found
  }

  return {
    async authorizeUrl(client, { state, nonce, verifier, redirectUri }) {
      const config = await loadConfig(client)
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        state,
        nonce,
        scope: ['openid', ...(client.scopes.length > 0 ? client.scopes : usualScopes)].join(' '),
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      if (url.protocol !== 'https:' && !isPlainAllowed(url.href)) throw new AppError(unreachable)
      return url
    },

    async redeem(client, { state, nonce, verifier, redirectUri }, params) {
      const config = await loadConfig(client)
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      try {
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const identity = tokens.claims()
        if (!identity) throw refused()
        const { userinfo_endpoint: hasUserInfo } = config.serverMetadata()
        const more = hasUserInfo ? await oidc.fetchUserInfo(config, tokens.access_token, identity.sub) : {}
        const claims: Record<string, unknown> = { ...more, ...identity }
        return {
          subject: identity.sub,
          name: toText(claims.name) || toText(claims.preferred_username),
          mail: claims.email_verified === true ? toText(claims.email).toLowerCase() : '',
          claims,
        }
      } catch (error) {
        throw toRefusal(error)
      }
    },

    async check(client) {
      const { authorization_endpoint, token_endpoint, jwks_uri } = (await connect(client)).serverMetadata()
      if (!authorization_endpoint || !token_endpoint || !jwks_uri)
        throw new AppError({ ...unreachable, msg: t('身份源缺少授权、令牌或公钥地址') })
      if (!(await fetch(jwks_uri)).ok) throw new AppError({ ...unreachable, msg: t('无法读取身份源的公钥') })
    },
  }
}

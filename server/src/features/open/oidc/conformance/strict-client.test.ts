import * as oauth from 'oauth4webapi'
import { beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { callback, createBrowser, createOidcStage, fetchFrom, issuer } from '../../../../../test/oidc-stage.ts'
import { createOpenStage } from '../../../../../test/open-stage.ts'

// Each answer is checked by a client that accepts nothing that the standards do not allow.

let app: TestApp
let companyId: string
let client: oauth.Client
let auth: oauth.ClientAuth
let server: oauth.AuthorizationServer
let options: { [oauth.customFetch]: ReturnType<typeof fetchFrom>; [oauth.allowInsecureRequests]: true }
beforeAll(async () => {
  app = await createTestApp()
  const open = await createOpenStage(app)
  const company = await open.company(['openApps:oidc'])
  companyId = company.companyId
  const { id, appKey } = await open.app(company.token)
  const { secret } = await open.secret(company.token, id)
  const grants = ['authorization_code', 'refresh_token', 'client_credentials'] as const
  await createOidcStage(app).settings(company.token, id, { secretBy: 'basic', grants: [...grants] })
  client = { client_id: appKey }
  auth = oauth.ClientSecretBasic(secret)
  options = { [oauth.customFetch]: fetchFrom(app), [oauth.allowInsecureRequests]: true }
  const found = await oauth.discoveryRequest(new URL(issuer), options)
  server = await oauth.processDiscoveryResponse(new URL(issuer), found)
})

/** Signs a person in up to the answer of the token endpoint. */
const signIn = async () => {
  const user = await buildUser(app, { companyId })
  const browser = createBrowser(app)
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ]
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    max_age: '600',
  }).toString()
  const back = await browser.allow(url, await browser.signIn(user))
  const params = oauth.validateAuthResponse(server, client, back, state)
  const reply = await oauth.authorizationCodeGrantRequest(server, client, auth, params, callback, verifier, options)
  const checked = { expectedNonce: nonce, maxAge: 600, requireIdToken: true } as const
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply, checked)
  await oauth.validateApplicationLevelSignature(server, reply, options)
  return { user, tokens }
}

it('the code flow passes, with issuer, nonce, age of the sign-in, and signature', async () => {
  const { user, tokens } = await signIn()
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id, iss: issuer, aud: client.client_id })
  const reply = await oauth.userInfoRequest(server, client, tokens.access_token, options)
  expect(await oauth.processUserInfoResponse(server, client, user.id, reply)).toMatchObject({
    preferred_username: user.account,
  })
})

it('refresh, introspection and revocation pass', async () => {
  const { user, tokens } = await signIn()
  const reply = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token ?? '', options)
  const refreshed = await oauth.processRefreshTokenResponse(server, client, reply)
  const introspect = async () => {
    const told = await oauth.introspectionRequest(server, client, auth, refreshed.access_token, options)
    return oauth.processIntrospectionResponse(server, client, told)
  }
  expect(await introspect()).toMatchObject({ active: true, sub: user.id, client_id: client.client_id })
  const revoked = await oauth.revocationRequest(server, client, auth, refreshed.access_token, options)
  await oauth.processRevocationResponse(revoked)
  expect(await introspect()).toEqual({ active: false })
})

it('tokens of the application itself pass, and a wrong secret is refused as the standard says', async () => {
  const reply = await oauth.clientCredentialsGrantRequest(server, client, auth, {}, options)
  expect(await oauth.processClientCredentialsResponse(server, client, reply)).toMatchObject({ token_type: 'bearer' })
  const wrong = await oauth.clientCredentialsGrantRequest(server, client, oauth.ClientSecretBasic('wrong'), {}, options)
  await expect(oauth.processClientCredentialsResponse(server, client, wrong)).rejects.toBeInstanceOf(
    oauth.WWWAuthenticateChallengeError,
  )
})

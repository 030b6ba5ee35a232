import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWK, Provider } from 'oidc-provider'

type Claims = Record<string, unknown>
const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...(privateKey.export({ format: 'jwk' }) as JsonWebKey), kid: 'own', alg: 'RS256', use: 'sig' } as JWK
  return { privateKey, jwk }
}
const encode = (value: Claims) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signJwt = (claims: Claims, header: Claims, key: KeyObject): string => {
  const signed = `${encode({ alg: 'RS256', kid: 'own', ...header })}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}
export const standInClient = { client_id: 'atrium', client_secret: 'a secret of the stand-in' }
/** What a test changes in the answer of the token endpoint. */
export type Twist = (answer: Claims, tools: StandInTools) => Promise<Claims> | Claims
type StandInTools = {
  /** Signs claims like the provider, or with another key and header. */
  sign(claims: Claims, options?: { foreign?: boolean; header?: Claims }): string
  read(idToken: unknown): Claims
}

const read = (idToken: unknown) =>
  JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString()) as Claims

/** An identity provider on this machine: signs in whomever a test names, and can be made to lie. */
export const startStandIn = async (redirectUris: string[]) => {
  const [own, foreign] = [newKey(), newKey()]
  const people = new Map<string, Claims>()
  const state = { person: 'ada', twist: undefined as Twist | undefined, discovery: undefined as Claims | undefined }
  const tools: StandInTools = {
    read,
    sign: (claims, { foreign: isForeign = false, header = {} } = {}) =>
      signJwt(claims, header, (isForeign ? foreign : own).privateKey),
  }
  let provider: Provider
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(issuer, {
    clients: [
      {
        ...standInClient,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [own.jwk] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['stand-in'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  // Each provider of the product has an address of its own below these.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris.some((each) => uri.startsWith(each))
  const callback = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    await provider.interactionDetails(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: state.person, remember: false } })
  }
  const send = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  /** The provider's own answer, changed on its way out. */
  const twisted = async (request: IncomingMessage, response: ServerResponse, twist: Twist) => {
    const pieces: Buffer[] = []
    const raw = { write: response.write.bind(response), end: response.end.bind(response) }
    response.end = ((piece?: Buffer | string) => {
      if (piece) pieces.push(Buffer.from(piece))
      Object.assign(response, { end: raw.end, write: raw.write })
      const given = JSON.parse(Buffer.concat(pieces).toString()) as Claims
      const isOk = response.statusCode === 200
      response.removeHeader('content-length')
      void Promise.resolve(isOk ? twist(given, tools) : given).then((answer) => raw.end(JSON.stringify(answer)))
      return response
    }) as typeof response.end
    await callback(request, response)
  }
  const answer = (request: IncomingMessage, response: ServerResponse): unknown => {
    const url = request.url ?? ''
    if (url.startsWith('/interaction/')) return interact(request, response).catch(() => send(response, {}, 500))
    if (url.startsWith('/.well-known/') && state.discovery) return send(response, state.discovery)
    if (url === '/token' && state.twist) return twisted(request, response, state.twist)
    return callback(request, response)
  }

  return {
    issuer,
    state,
    tools,
    stop() {
      server.closeAllConnections()
      server.close()
    },
    /** A person of the provider. */
    add: (sub: string, claims: Claims = {}) => {
      people.set(sub, { name: '李雷', preferred_username: sub, ...claims })
      return sub
    },
    /** A browser of a person there: what the provider sends back to the product. */
    async visit(url: string, person: string): Promise<Record<string, string>> {
      state.person = person
      const cookies = new Map<string, string>()
      let next = url
      for (let hop = 0; hop < 8 && next.startsWith(issuer); hop += 1) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
        const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = reply.headers.get('location')
        if (!location) throw new Error(`${reply.status} ${await reply.text()}`)
        next = new URL(location, next).href
      }
      return Object.fromEntries(new URL(next).searchParams)
    },
  }
}

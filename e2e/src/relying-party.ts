import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An application that signs people in by OpenID Connect, in a few lines and without the product's code. */
export const startRelyingParty = async (issuer: string) => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  let clientId = ''
  const server = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', address)
    const redirect = `${address}/callback`
    if (pathname === '/login') {
      const asked = { client_id: clientId, redirect_uri: redirect, response_type: 'code', scope: 'openid profile' }
      const query = new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' })
      return reply.writeHead(302, { location: `${issuer}/authorize?${query}` }).end()
    }
    if (pathname !== '/callback') return reply.writeHead(404).end()
    const proof = {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirect,
      code_verifier: verifier,
    }
    const body = new URLSearchParams({ ...proof, code: searchParams.get('code') ?? '' })
    const tokens = (await (await fetch(`${issuer}/token`, { method: 'POST', body })).json()) as { access_token: string }
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const person = (await (await fetch(`${issuer}/userinfo`, { headers })).json()) as { name?: string }
    const said = searchParams.get('error') ?? `您好，${person.name}`
    return reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<h1>${said}</h1>`)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    address,
    identify: (id: string) => {
      clientId = id
    },
    stop: () => server.close(),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { expect } from 'vitest'
import { afterFile } from './after-file.ts'
import type { TestApp } from './harness.ts'
import { issuer } from './oidc-stage.ts'

const pause = () => new Promise((done) => setTimeout(done, 50))
/** Asks again until there are rows. */
export const until = async <T>(read: () => T[] | Promise<T[]>): Promise<T[]> => {
  for (let n = 0; n < 100; n += 1) {
    const rows = await read()
    if (rows.length > 0) return rows
    await pause()
  }
  return []
}
/** Waits until no application is still to be notified of an ended sign-in. */
export const untilAllAreTold = async (app: TestApp) => {
  for (let n = 0; n < 100 && (await app.sql('select from oidc_logouts')).length > 0; n += 1) await pause()
  expect(await app.sql('select from oidc_logouts')).toEqual([])
}

/** An application that is notified of ended sign-ins. It verifies what it is sent by a library of others. */
export const createLogoutReceiver = async (
  app: TestApp,
  audience: () => string,
  issuedBy: () => string = () => issuer,
) => {
  const requests: { method: string; url: string; type: string; params: [string, string][] }[] = []
  const told: JWTPayload[] = []
  const faults: string[] = []
  let answers = [200]
  const verify = async (token: string) => {
    const keys = createLocalJWKSet((await app.server.inject({ url: '/oidc/jwks' })).json())
    const { payload } = await jwtVerify(token, keys, {
      issuer: issuedBy(),
      audience: audience(),
      typ: 'logout+jwt',
      algorithms: ['RS256'],
      maxTokenAge: 60,
      requiredClaims: ['iat', 'exp', 'jti', 'sub', 'sid', 'events'],
    })
    if ('nonce' in payload) throw new Error('a logout token has no nonce')
    return payload
  }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += String(part)
    const status = answers.length > 1 ? (answers.shift() ?? 200) : (answers[0] ?? 200)
    requests.push({
      method: request.method ?? '',
      url: request.url ?? '',
      type: request.headers['content-type'] ?? '',
      params: [...new URLSearchParams(body)],
    })
    if (status === 0) return request.socket.destroy()
    if (status === 200 || status === 204)
      await verify(new URLSearchParams(body).get('logout_token') ?? '').then(
        (payload) => told.push(payload),
        (error) => faults.push(String(error)),
      )
    reply.writeHead(status, { 'cache-control': 'no-store', location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`,
    /** Each attempt, whatever the answer to it. */
    requests,
    told,
    faults,
    /** Statuses of the next answers, the last one of all further ones; 0 cuts the connection. */
    answerBy: (...statuses: number[]) => {
      answers = statuses
    },
    /** Waits until a number of them have been notified. */
    async waitFor(many: number) {
      for (let n = 0; n < 100 && told.length < many; n += 1) await pause()
      return told
    },
  }
}

import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterFile } from '../../../../../test/after-file.ts'
import { createTestApp } from '../../../../../test/harness.ts'
import { hasOidcAgent, startOidcAgent } from '../../../../../test/oidc-agent.ts'
import { createOidcApplications, signInDevice } from '../../../../../test/oidc-applications.ts'

const certificate = join(import.meta.dirname, '../../../../../test/localhost.pem')

/** The product over TLS, without which the agent asks nothing. */
const startOverTls = async () => {
  const pem = readFileSync(certificate, 'utf8')
  const front = createServer({ cert: pem, key: pem }).listen(0, 'localhost')
  await new Promise((done) => front.once('listening', done))
  const origin = `https://localhost:${(front.address() as AddressInfo).port}`
  const app = await createTestApp({ siteOrigin: origin })
  front.on('request', (request, reply) => app.server.routing(request, reply))
  afterFile(() => front.close())
  return { app, origin }
}

describe.skipIf(!hasOidcAgent)('oidc-agent', () => {
  it('signs a device in, and gets new tokens by itself', async () => {
    const { app, origin } = await startOverTls()
    const stage = await createOidcApplications(app)
    const grants = ['device_code' as const, 'refresh_token' as const]
    const settings = { grants, redirectUris: [], logoutUris: [], secretBy: 'basic' as const }
    const issuer = `${origin}/oidc`
    const built = await stage.application(settings, { issuer })
    const person = await stage.person(built, origin)
    const agent = await startOidcAgent()
    const account = { issuer, clientId: built.appKey, clientSecret: built.secret, certificate, scope: 'openid profile' }
    await agent.signIn('atrium', account, async (code) => void (await signInDevice(person, code)))
    const [first, second] = [await agent.token('atrium', 60), await agent.token('atrium', 7200)]
    expect(second).not.toBe(first)
    for (const token of [first, second]) {
      const reply = await app.server.inject({ url: '/oidc/userinfo', headers: { authorization: `Bearer ${token}` } })
      expect(reply.json()).toMatchObject({ sub: person.user.id, preferred_username: person.user.account })
    }
  }, 90_000)
})

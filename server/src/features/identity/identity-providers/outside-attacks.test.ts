import { identityProvidersErrors as errors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import {
  identityLinksContract as links,
  outsideSignInContract,
} from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import type { Twist } from '../../../../test/identity-stand-in.ts'
import { type Browser, createOutsideStage, type OutsideStage, outsideCallback } from '../../../../test/outside-stage.ts'

type Params = Record<string, string>
/** What the attacked sign-in is: a linked person, so that every answer that is believed opens a session. */
type Scene = { id: string; browser: Browser; params: Params; url: string }
let app: TestApp
let stage: OutsideStage
let other: OutsideStage
let ids: { own: string; elsewhere: string; foreign: string }
let admin: Awaited<ReturnType<OutsideStage['company']>>

beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.0/8'] })
  stage = await createOutsideStage(app)
  other = await createOutsideStage(app)
  admin = await stage.company()
  const stranger = await other.company()
  ids = {
    own: await stage.provider(admin.token),
    // The same company with another provider, and another company with a provider of its own.
    elsewhere: await other.provider(admin.token),
    foreign: await other.provider(stranger.token),
  }
  stage.standIn.add('ada')
  other.standIn.add('ada')
  await stage.link(stage.browser(), ids.own, 'ada', await buildUser(app, { companyId: admin.companyId }))
})

// Each attack comes from the same address.
beforeEach(() => app.sql('delete from limits'))

const arrive = async (): Promise<Scene> => {
  const browser = stage.browser()
  const url = await stage.start(browser, ids.own)
  return { id: ids.own, browser, url, params: await stage.standIn.visit(url, 'ada') }
}
const isIn = (reply: { data?: { step?: { tempToken?: string } | null } }) => Boolean(reply.data?.step?.tempToken)
const seconds = () => Math.floor(Date.now() / 1000)

const change = (changed: Partial<Record<string, string | undefined>>) => (scene: Scene) => {
  const params = Object.fromEntries(
    Object.entries({ ...scene.params, ...changed }).filter(([, value]) => value !== undefined),
  ) as Params
  return stage.finish(scene.browser, params)
}
/** Attacks on what comes back in the address. */
const addresses: Record<string, (scene: Scene) => Promise<unknown>> = {
  'no state': change({ state: undefined }),
  'an empty state': change({ state: '' }),
  'a made-up state': change({ state: 'a'.repeat(43) }),
  'a state with one letter changed': (scene) => change({ state: `${scene.params.state?.slice(0, -1)}-` })(scene),
  'no code': change({ code: undefined }),
  'a made-up code': change({ code: 'a'.repeat(43) }),
  'no issuer, though the provider promises one': change({ iss: undefined }),
  'another issuer (RFC 9207)': change({ iss: 'https://evil.example' }),
  'the issuer of the other provider': (scene) => change({ iss: other.standIn.issuer })(scene),
  'an error and a code together': change({ error: 'server_error' }),
  'a refusal of the person': change({ error: 'access_denied', code: undefined }),
  'an id token in the address beside the code': change({ response: 'x', id_token: 'a.b.c' }),
  'a code of another sign-in, injected (PKCE)': async (scene) => change({ code: (await arrive()).params.code })(scene),
  'a state of another sign-in of the same browser': async (scene) => {
    const params = await stage.standIn.visit(await stage.start(scene.browser, ids.own), 'ada')
    return stage.finish(scene.browser, { ...scene.params, state: params.state ?? '' })
  },
  'the answer of the other provider (mix-up)': async (scene) => {
    const params = await other.standIn.visit(await other.start(scene.browser, ids.elsewhere), 'ada')
    return stage.finish(scene.browser, { ...params, state: scene.params.state ?? '' })
  },
  'the own answer with the state of the other provider (mix-up)': async (scene) => {
    const params = await other.standIn.visit(await other.start(scene.browser, ids.elsewhere), 'ada')
    return stage.finish(scene.browser, { ...scene.params, state: params.state ?? '' })
  },
  'the same person at a provider of another company': async (scene) => other.signIn(scene.browser, ids.foreign, 'ada'),
  'the same person at another provider of the company': async (scene) =>
    other.signIn(scene.browser, ids.elsewhere, 'ada'),
  'the address of another provider': (scene) => stage.finish(scene.browser, scene.params, ids.elsewhere),
  'another browser': (scene) => stage.finish(stage.browser(), scene.params),
  'another browser that has begun a sign-in too': async (scene) => {
    const browser = stage.browser()
    await stage.start(browser, ids.own)
    return stage.finish(browser, scene.params)
  },
  'a second use of the same answer': async (scene) => {
    expect(isIn(await stage.finish(scene.browser, scene.params))).toBe(true)
    return stage.finish(scene.browser, scene.params)
  },
  'a second use after a failed one': async (scene) => {
    await change({ code: 'wrong' })(scene)
    return stage.finish(scene.browser, scene.params)
  },
  'an answer after ten minutes': async (scene) => {
    await app.sql(`update identity_attempts set expires_at = now() - interval '1 second'`)
    return stage.finish(scene.browser, scene.params)
  },
  'an answer for a provider that is switched off by now': async (scene) => {
    await app.sql('update identity_providers set enabled = false where id = $1', [ids.own])
    const reply = await stage.finish(scene.browser, scene.params)
    await app.sql('update identity_providers set enabled = true where id = $1', [ids.own])
    return reply
  },
  'a sign-in answered as a link of another person': async (scene) => {
    const user = await buildUser(app, { companyId: admin.companyId })
    const token = await scene.browser.signIn(user)
    const body = { provider: ids.own, params: scene.params }
    const reply = (await scene.browser.request(links.finish.path, { method: 'POST', token, body })).json()
    expect(reply.code).toBe(errors.attemptGone.code)
    return reply
  },
  'a link answered as a sign-in': async () => {
    const user = await buildUser(app, { companyId: admin.companyId })
    const browser = stage.browser()
    const token = await browser.signIn(user)
    const proof = { type: 'password', password: user.password }
    await browser.request(securityContract.prove.path, { method: 'POST', token, body: proof })
    const path = links.start.path.replace(':id', ids.own)
    const { url } = (await browser.request(path, { method: 'POST', token, body: {} })).json().data
    return stage.finish(browser, await stage.standIn.visit(url, 'ada'))
  },
  'a ticket of another browser': async (scene) => {
    const user = await buildUser(app, { companyId: admin.companyId })
    stage.standIn.add('unlinked')
    const { data } = await stage.signIn(scene.browser, ids.own, 'unlinked')
    const body = { ticket: data.ticket, account: user.account, password: user.password }
    const stranger = stage.browser()
    await stage.start(stranger, ids.own)
    const reply = (await stranger.request(outsideSignInContract.prove.path, { method: 'POST', body })).json()
    expect(reply.code).toBe(errors.attemptGone.code)
    return reply
  },
}

/** Attacks by a provider, or in its name: the claims of the id token are changed, and signed again where it says so. */
const resigned =
  (changed: Record<string, unknown>, options?: Parameters<Parameters<Twist>[1]['sign']>[1]): Twist =>
  (answer, { read, sign }) => ({ ...answer, id_token: sign({ ...read(answer.id_token), ...changed }, options) })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const withHeader =
  (header: object, signature: string): Twist =>
  (answer, { read }) => ({ ...answer, id_token: `${encode(header)}.${encode(read(answer.id_token))}.${signature}` })
const tokens: Record<string, Twist> = {
  'another nonce': resigned({ nonce: 'another' }),
  'no nonce': resigned({ nonce: undefined }),
  'another audience': resigned({ aud: 'someone-else' }),
  'several audiences without an authorised party': resigned({ aud: ['atrium', 'someone-else'], azp: 'someone-else' }),
  'another issuer in the token': resigned({ iss: 'https://evil.example' }),
  'an expired token': resigned({ exp: seconds() - 3600 }),
  'a token without an end': resigned({ exp: undefined }),
  'a token issued in the future': resigned({ nbf: seconds() + 3600 }),
  'no subject': resigned({ sub: undefined }),
  'an empty subject': resigned({ sub: '' }),
  'a foreign key under the known name': resigned({}, { foreign: true }),
  'an unknown key': resigned({}, { header: { kid: 'unknown' } }),
  'no algorithm': withHeader({ alg: 'none' }, ''),
  'no algorithm, in other letters': withHeader({ alg: 'None', kid: 'own' }, ''),
  'the client secret as a key': withHeader({ alg: 'HS256' }, 'AAAA'),
  'a critical extension': resigned({}, { header: { crit: ['x'], x: 1 } }),
  'a cut signature': (answer) => ({ ...answer, id_token: String(answer.id_token).slice(0, -20) }),
  'no id token at all': ({ id_token: _, ...answer }) => answer,
  'a text for a token': (answer) => ({ ...answer, id_token: 'not a token' }),
  'a subject that userinfo does not know': resigned({ sub: 'eve' }),
}

describe('no attack passes', () => {
  for (const [name, attack] of Object.entries(addresses))
    it(name, async () => {
      const reply = (await attack(await arrive())) as Parameters<typeof isIn>[0]
      expect(isIn(reply)).toBe(false)
    })
  for (const [name, twist] of Object.entries(tokens))
    it(name, async () => {
      stage.standIn.state.twist = twist
      const scene = await arrive()
      const reply = await stage.finish(scene.browser, scene.params)
      stage.standIn.state.twist = undefined
      expect(reply.code).toBe(errors.refused.code)
    })
  it('and there are at least forty', () => {
    expect(Object.keys(addresses).length + Object.keys(tokens).length).toBeGreaterThanOrEqual(40)
  })
  it('while the unchanged way does', async () => {
    const scene = await arrive()
    stage.standIn.state.twist = resigned({})
    expect(isIn(await stage.finish(scene.browser, scene.params))).toBe(true)
    stage.standIn.state.twist = undefined
  })

  it.each([
    'https://evil.example/',
    '//evil.example/console/',
    '/\\evil.example/console/',
    '/console/../../evil',
    'javascript:alert(1)',
    '/console/\\..\\..//evil.example',
    '/api/sys/console/logout/v1',
    'http:/console/',
    '/%2f/evil.example',
  ])('and nobody is led elsewhere afterwards: %s', async (returnTo) => {
    const browser = stage.browser()
    const url = await stage.start(browser, ids.own, returnTo)
    const { data } = await stage.finish(browser, await stage.standIn.visit(url, 'ada'))
    expect(data.returnTo).toBe('')
  })
  it('and a page of the console is shown again', async () => {
    const browser = stage.browser()
    const url = await stage.start(browser, ids.own, '/console/web/sys/users?a=1')
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${outsideCallback}/${ids.own}`)
    const { data } = await stage.finish(browser, await stage.standIn.visit(url, 'ada'))
    expect(data.returnTo).toBe('/console/web/sys/users?a=1')
  })
  it('and a company cannot link people of others to its provider', async () => {
    const { companyId } = await stage.company()
    const user = await buildUser(app, { companyId })
    stage.standIn.add('alien')
    const reply = await stage.link(stage.browser(), ids.own, 'alien', user)
    expect(reply.code).toBe(errors.otherCompany.code)
    expect(await app.sql('select * from identity_links where user_id = $1', [user.id])).toEqual([])
  })
})

describe('addresses of providers', () => {
  it.each([
    ['http://10.0.0.1/', errors.addressRefused.msg],
    ['https://169.254.169.254/', errors.addressRefused.msg],
    ['https://[::1]/', errors.addressRefused.msg],
    ['http://idp.example.cn/', errors.httpRefused.msg],
  ])('%s is refused', async (issuer, msg) => {
    await expect(stage.provider(admin.token, { issuer })).rejects.toThrow(msg)
  })
  it('that lead to a private address by their name are not called', async () => {
    const id = await stage.provider(admin.token, { issuer: 'https://localhost' })
    await app.sql(`update identity_providers set issuer = 'https://192.168.77.1:1' where id = $1`, [id])
    await expect(stage.start(stage.browser(), id)).rejects.toThrow(String(errors.unreachable.code))
  })
})

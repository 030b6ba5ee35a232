import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { type ConformanceStage, createConformanceStage, type Modules } from '../../../../../test/conformance-stage.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createLogoutReceiver, until, untilAllAreTold } from '../../../../../test/logout-receiver.ts'
import { catchOauthError, type OidcApplication } from '../../../../../test/oidc-applications.ts'
import { afterLogout, createBrowser, issuer } from '../../../../../test/oidc-stage.ts'

// The modules of the plan “Back-Channel Logout OP” of the OpenID Foundation, written from their public descriptions, and
// what sections 2.2 to 2.8 of OpenID Connect Back-Channel Logout 1.0 ask beside them.

type Receiver = Awaited<ReturnType<typeof createLogoutReceiver>>
type Flow = Awaited<ReturnType<ConformanceStage['flow']>>
let app: TestApp
let stage: ConformanceStage
/** Two applications of a company, each with the address where it is notified. */
let one: OidcApplication
let other: OidcApplication
let atOne: Receiver
let atOther: Receiver

beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1/32'] })
  stage = await createConformanceStage(app)
  atOne = await createLogoutReceiver(app, () => one.appKey)
  atOther = await createLogoutReceiver(app, () => other.appKey)
  const company = await stage.stage.open.company(['openApps:oidc', 'sysUsers:list', 'sysUsers:lock'])
  one = await stage.build('post', { backchannelLogoutUri: `${atOne.url}?of=one` }, { company })
  other = await stage.build('post', { backchannelLogoutUri: atOther.url }, { company })
})
beforeEach(() => {
  for (const { requests, told, faults, answerBy } of [atOne, atOther]) {
    for (const kept of [requests, told, faults]) kept.length = 0
    answerBy(200)
  }
})

afterEach(() => untilAllAreTold(app))

const params = { nonce: 'n-0S6_WzA2Mj' }
const signIn = async (more: Record<string, string> = {}) =>
  stage.flow({ ...params, ...more }, { built: one, by: await stage.person(one) })
/** Signs in to another application by the same browser. */
const signInToo = ({ by }: Flow) => stage.flow(params, { built: other, by })
/** The same person by another browser. */
const signInElsewhere = async ({ by: { user } }: Flow) => {
  const browser = createBrowser(app)
  return stage.flow(params, { built: one, by: { user, browser, token: await browser.signIn(user) } })
}
const readSid = ({ tokens }: Flow) => String(tokens.claims()?.sid)
const sidsAt = ({ told, faults }: Receiver) => {
  expect(faults).toEqual([])
  return told.map(({ sid }) => sid)
}
const hint = { post_logout_redirect_uri: afterLogout, state: 'over' }
const leave = (flow: Flow, everything = true) =>
  stage.leave(flow, { ...hint, id_token_hint: flow.tokens.id_token ?? '' }, everything)
const takeToken = ({ params: [sent] }: Receiver['requests'][number]) => sent?.[1] ?? ''
const refresh = ({ built, tokens }: Flow) =>
  catchOauthError(client.refreshTokenGrant(built.config, tokens.refresh_token ?? ''))
const isSignedIn = async (flow: Flow) => (await stage.silently(flow)).has('code')
const lock = ({ by: { user } }: Flow) => {
  const request = { params: { id: user.id }, body: { reason: '离职' } }
  return callAndConfirm(app, userStatusContract.lock, request, one.token)
}

const modules: Modules = {
  'oidcc-backchannel-logout-discovery-endpoint-verification': async () => {
    const { end_session_endpoint, ...announced } = one.config.serverMetadata()
    expect(announced).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true })
    expect(end_session_endpoint).toBe(`${issuer}/logout`)
  },
  'oidcc-backchannel-rp-initiated-logout': async () => {
    const flow = await signIn()
    const { left } = await leave(flow)
    expect(left.location).toBe(`${afterLogout}?state=over`)
    await untilAllAreTold(app)
    expect(atOne.faults).toEqual([])
    expect(atOne.told).toMatchObject([
      { iss: issuer, aud: one.appKey, sub: flow.tokens.claims()?.sub, sid: readSid(flow) },
    ])
    expect((await stage.silently(flow)).get('error')).toBe('login_required')
  },
}

const requirements: Record<string, Modules> = {
  '2.2 indicating support by the application': {
    'its address is registered, and the sid that it requires is in its id tokens': async () => {
      const { data } = await app.call(openAppsContract.oidc, { params: { id: one.id } }, one.token)
      expect(data?.backchannelLogoutUri).toBe(`${atOne.url}?of=one`)
      const flow = await signIn()
      expect(readSid(flow)).toMatch(/^[\w-]{43}$/)
      const next = await client.refreshTokenGrant(one.config, flow.tokens.refresh_token ?? '')
      expect(next.claims()?.sid).toBe(readSid(flow))
    },
    'its address has no fragment': async () => {
      const settings = { backchannelLogoutUri: `${atOne.url}#part` }
      expect((await stage.stage.stage.settings(one.token, one.id, settings)).code).toBe(400)
    },
  },
  '2.3 remembering applications': {
    'each one of the session is told, of its own sid': async () => {
      const flow = await signIn()
      const too = await signInToo(flow)
      await leave(flow)
      await untilAllAreTold(app)
      expect([sidsAt(atOne), sidsAt(atOther)]).toEqual([[readSid(flow)], [readSid(too)]])
    },
    'one that the person does not leave is told nothing': async () => {
      const flow = await signIn()
      const too = await signInToo(flow)
      await leave(flow, false)
      await untilAllAreTold(app)
      expect([sidsAt(atOne), sidsAt(atOther)]).toEqual([[readSid(flow)], []])
      expect(await isSignedIn(too)).toBe(true)
    },
    'another browser of the person is another session, which goes on': async () => {
      const flow = await signIn()
      const elsewhere = await signInElsewhere(flow)
      expect(readSid(elsewhere)).not.toBe(readSid(flow))
      await leave(flow)
      await untilAllAreTold(app)
      expect(sidsAt(atOne)).toEqual([readSid(flow)])
      expect([await isSignedIn(elsewhere), await refresh(elsewhere)]).toEqual([true, 'none'])
    },
    'one that was signed in to twice is told of each sid that it was given': () => isToldOfBoth(true),
    'also when the person stays in the console': () => isToldOfBoth(false),
    'each session of a person is ended by the lock of an administrator': async () => {
      const flow = await signIn()
      const [too, elsewhere] = [await signInToo(flow), await signInElsewhere(flow)]
      expect((await lock(flow)).done).toMatchObject({ code: 0 })
      await untilAllAreTold(app)
      expect(sidsAt(atOne).sort()).toEqual([readSid(flow), readSid(elsewhere)].sort())
      expect(sidsAt(atOther)).toEqual([readSid(too)])
      for (const each of [flow, too, elsewhere]) {
        expect((await stage.silently(each)).get('error')).toBe('login_required')
        expect(await refresh(each)).toBe('invalid_grant')
      }
    },
  },
  '2.4 logout token': {
    'it is typed, and signed like the id token by a published key': async () => {
      const flow = await signIn()
      await leave(flow)
      await untilAllAreTold(app)
      const [token = ''] = atOne.requests.map(takeToken)
      const { alg, kid } = decodeProtectedHeader(flow.tokens.id_token ?? '')
      expect(decodeProtectedHeader(token)).toEqual({ alg, kid, typ: 'logout+jwt' })
      const { keys } = (await app.server.inject({ url: '/oidc/jwks' })).json()
      expect(keys).toContainEqual(expect.objectContaining({ kid, use: 'sig' }))
    },
    'it has the claims of the standard, an event without content, no nonce, and lives two minutes at most':
      async () => {
        await leave(await signIn())
        await untilAllAreTold(app)
        const [{ iat = 0, exp = 0, ...claims } = {}] = atOne.told
        expect(Object.keys(claims).sort()).toEqual(['aud', 'events', 'iss', 'jti', 'sid', 'sub'])
        expect(claims.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
        expect(exp - iat).toBeLessThanOrEqual(120)
      },
  },
  '2.5 logout request': {
    'it is one POST of a form with the token alone, and keeps the query of the address': async () => {
      await leave(await signIn())
      await untilAllAreTold(app)
      expect(atOne.requests).toEqual([
        {
          method: 'POST',
          url: '/logout?of=one',
          type: 'application/x-www-form-urlencoded',
          params: [['logout_token', expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)]],
        },
      ])
      expect(atOther.requests).toEqual([])
    },
  },
  '2.7 logout actions': {
    'tokens end with the session': async () => {
      const flow = await signIn()
      expect((await stage.userinfo(flow.tokens.access_token)).status).toBe(200)
      await leave(flow)
      expect(await refresh(flow)).toBe('invalid_grant')
      expect((await stage.userinfo(flow.tokens.access_token)).status).toBe(401)
    },
    // The standard would keep them; here what an application may do ends with the sign-in that allowed it.
    'those of offline_access too': async () => {
      const flow = await signIn({ scope: 'openid offline_access', prompt: 'consent' })
      await leave(flow)
      expect(await refresh(flow)).toBe('invalid_grant')
    },
  },
  '2.8 logout response': {
    '200 says that the application has been told': () => isToldBy(200),
    '204 says so too': () => isToldBy(204),
    '400 hinders neither the person nor another application, and is tried again by another token': async () => {
      atOne.answerBy(400, 200)
      const flow = await signIn()
      const too = await signInToo(flow)
      const { left } = await leave(flow)
      expect(left.location).toBe(`${afterLogout}?state=over`)
      expect(await isSignedIn(flow)).toBe(false)
      await atOther.waitFor(1)
      expect(sidsAt(atOther)).toEqual([readSid(too)])
      // An attempt that is under way leases the notice for longer.
      const postponed = `tries = 1 and due_at between now() and now() + interval '6 seconds'`
      await until(() => app.sql(`update oidc_logouts set due_at = now() where ${postponed} returning 1`))
      await untilAllAreTold(app)
      expect(sidsAt(atOne)).toEqual([readSid(flow)])
      const tries = atOne.requests.map((each) => decodeJwt(takeToken(each)))
      expect(tries.map(({ sid }) => sid)).toEqual([readSid(flow), readSid(flow)])
      expect(new Set(tries.map(({ jti }) => jti)).size).toBe(2)
    },
  },
}
const isToldOfBoth = async (everything: boolean) => {
  const flow = await signIn()
  const again = await stage.flow({ ...params, prompt: 'consent' }, flow)
  await leave(again, everything)
  await untilAllAreTold(app)
  expect(sidsAt(atOne).sort()).toEqual([readSid(flow), readSid(again)].sort())
  expect([await refresh(flow), await refresh(again)]).toEqual(['invalid_grant', 'invalid_grant'])
}
const isToldBy = async (status: number) => {
  atOne.answerBy(status)
  const flow = await signIn()
  await leave(flow)
  await untilAllAreTold(app)
  expect(sidsAt(atOne)).toEqual([readSid(flow)])
}

describe('the plan oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  it.each(Object.entries(modules))('%s', (_, run) => run())
})
describe.each(Object.entries(requirements))('section %s', (_, tests) => {
  it.each(Object.entries(tests))('%s', (_name, run) => run())
})

import { beforeAll, describe, expect, it } from 'vitest'
import { type ConformanceStage, createConformanceStage, type Modules } from '../../../../../test/conformance-stage.ts'
import { createTestApp } from '../../../../../test/harness.ts'
import { afterLogout, issuer } from '../../../../../test/oidc-stage.ts'

// The modules of the plan “RP-Initiated Logout OP” of the OpenID Foundation, written from their public descriptions.

let stage: ConformanceStage
beforeAll(async () => {
  stage = await createConformanceStage(await createTestApp())
})

type Flow = Awaited<ReturnType<ConformanceStage['flow']>>
type Sent = Record<string, string>
/** What an application sends of a sign-in, and where the browser is sent; afterwards the person is signed out. */
const ends = (request: (flow: Flow) => Sent, goesTo: string) => async () => {
  const flow = await stage.flow()
  const { left } = await stage.leave(flow, request(flow))
  if (goesTo !== '') expect(left.location).toBe(goesTo)
  else {
    const shown = left.location ? await flow.by.browser.request(left.location) : left
    expect(shown.body).toContain('已退出登录')
  }
  expect((await stage.silently(flow)).get('error')).toBe('login_required')
}
/** Shows an error, and sends the browser nowhere. */
const refuses = (request: (flow: Flow) => Sent) => async () => {
  const flow = await stage.flow()
  const { asked } = await stage.leave(flow, request(flow))
  expect([asked.status, asked.location]).toEqual([400, ''])
  expect((await stage.silently(flow)).has('code')).toBe(true)
}
const hint = ({ tokens }: Flow) => ({ id_token_hint: tokens.id_token ?? '' })
const to = { post_logout_redirect_uri: afterLogout }
/** The same token with another signature. */
const modified = (token = '') => {
  const [head, body, signature = ''] = token.split('.')
  return [head, body, Buffer.from(signature, 'base64url').reverse().toString('base64url')].join('.')
}

const modules: Modules = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async () => {
    const { config } = await stage.build()
    expect(config.serverMetadata().end_session_endpoint).toBe(`${issuer}/logout`)
  },
  'oidcc-rp-initiated-logout': ends((flow) => ({ ...hint(flow), ...to, state: 'over' }), `${afterLogout}?state=over`),
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': refuses((flow) => ({
    ...hint(flow),
    post_logout_redirect_uri: `${afterLogout}/elsewhere`,
  })),
  'oidcc-rp-initiated-logout-modified-id-token-hint': refuses(({ tokens }) => ({
    id_token_hint: modified(tokens.id_token),
    ...to,
  })),
  'oidcc-rp-initiated-logout-no-id-token-hint': async () => {
    const { left } = await stage.leave(await stage.flow(), { ...to, state: 'over' })
    expect(left.location).not.toContain(afterLogout)
  },
  'oidcc-rp-initiated-logout-no-params': ends(() => ({}), ''),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': ends((flow) => ({ ...hint(flow), state: 'over' }), ''),
  'oidcc-rp-initiated-logout-no-state': ends((flow) => ({ ...hint(flow), ...to }), afterLogout),
  'oidcc-rp-initiated-logout-only-state': ends(() => ({ state: 'over' }), ''),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': refuses((flow) => ({
    ...hint(flow),
    post_logout_redirect_uri: `${afterLogout}?foo=bar`,
  })),
  'oidcc-rp-initiated-logout-bad-id-token-hint': refuses(() => ({ id_token_hint: 'bad-hint', ...to })),
}

describe('the plan oidcc-rp-initiated-logout-certification-test-plan', () => {
  it.each(Object.entries(modules))('%s', (_, run) => run())
})

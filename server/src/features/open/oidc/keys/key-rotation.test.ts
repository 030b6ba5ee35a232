import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { signingKeysContract } from '@atrium/contract/features/open/oidc/signing-keys.contract.ts'
import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createOpenStage } from '../../../../../test/open-stage.ts'

const { signingKeys, rotateKey } = signingKeysContract
const publishedBy = async (node: TestApp) =>
  ((await node.server.inject({ url: '/oidc/jwks' })).json().keys as { kid: string }[]).map(({ kid }) => kid)

it('the operator rotates the key without a restart, and all nodes agree on what signs', async () => {
  const app = await createTestApp()
  const other = await createTestApp({ sharedDatabase: app })
  const tokens = new Map([
    [app, await app.signIn()],
    [other, await other.signIn()],
  ])
  const token = tokens.get(app)
  const [first = ''] = await publishedBy(app)
  expect(await publishedBy(other)).toEqual([first])
  const statesBy = async (node: TestApp) =>
    (await node.call(signingKeys, {}, tokens.get(node))).data?.map(({ id, state }) => [
      id === first ? 'first' : 'second',
      state,
    ])
  expect(await statesBy(app)).toEqual([['first', 'signing']])

  expect((await app.call(rotateKey, {}, token)).code).toBe(0)
  expect((await app.call(rotateKey, {}, token)).code).toBe(oidcErrors.keyPending.code)
  const next = [
    ['second', 'next'],
    ['first', 'signing'],
  ]
  expect([await statesBy(app), await statesBy(other)]).toEqual([next, next])
  expect(await publishedBy(app)).toHaveLength(2)
  const later = await createTestApp({ sharedDatabase: app })
  expect((await publishedBy(later))[0]).toBe(first)

  await app.sql(`update oidc_keys set created_at = created_at - interval '61 minutes'`)
  const switched = [
    ['second', 'signing'],
    ['first', 'retired'],
  ]
  expect([await statesBy(app), await statesBy(other)]).toEqual([switched, switched])
  const { data } = await app.call(signingKeys, {}, token)
  expect(data?.map(({ endTime }) => endTime === null)).toEqual([true, false])
  expect(JSON.stringify(data)).not.toContain('sealed')
  const audited = await app.sql(`select entity_id from audit_log where event = 'oidcKey.rotated' and ok`)
  expect(audited.map(({ entity_id: id }) => id)).toEqual([data?.[0]?.id])
  expect((await app.call(rotateKey, {}, token)).code).toBe(0)
}, 20_000)

it('nobody but the operator sees or rotates keys', async () => {
  const app = await createTestApp()
  const { token } = await (await createOpenStage(app)).company(['openApis:list', 'openApis:keys'])
  expect((await app.call(signingKeys, {}, token)).code).not.toBe(0)
  expect((await app.call(rotateKey, {}, token)).code).not.toBe(0)
})

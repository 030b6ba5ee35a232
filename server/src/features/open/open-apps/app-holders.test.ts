import { randomUUID } from 'node:crypto'
import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { appRights, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { userRights } from '../../../../test/scim-stage.ts'

const { get, create, update, grant, revokeSecret } = openAppsContract
const rights = [...appRights, 'sysPosts:list']
const [strongerOwner, unfitSecret, unfitToken, noSuchOwner] = [6049, 6050, 6048, 6031]

let app: TestApp
let open: OpenStage
let stage: NarrowStage
/** Sees everybody of the company. */
let owner: Awaited<ReturnType<NarrowStage['buildMember']>>
let wide: string
let peer: typeof owner
let narrow: string
let api: string
beforeAll(async () => {
  app = await createTestApp()
  open = await createOpenStage(app)
  api = (await open.openApi()).id
})
beforeEach(async () => {
  stage = await createNarrowStage(app)
  owner = await stage.buildMember(null, rights, 'all')
  peer = await stage.buildMember(stage.north, rights)
  wide = await app.signIn(owner)
  narrow = await stage.signInNorth(...rights)
})

const grantTo = async (id: string, as: string) =>
  (await app.call(grant, { params: { id }, body: { apiIds: [api] } }, as)).code
const takeOver = async (id: string, ownerId: string | null, as: string) => {
  const { name = '', version = 0 } = (await app.call(get, { params: { id } }, as)).data ?? {}
  const { code, errors } = await app.call(update, { params: { id }, body: { name, ownerId, version } }, as)
  return errors?.[0]?.field ? [code, errors[0].field] : code
}
const revoke = async (id: string, sid: string, as: string) =>
  (await callAndConfirm(app, revokeSecret, { params: { id, sid } }, as)).done.code

describe('who has made a secret of an application', () => {
  it('before it holds an API bounds what is granted to it later', async () => {
    const { id } = await open.app(wide)
    const secret = await open.secret(narrow, id)
    expect(await grantTo(id, wide)).toBe(unfitSecret)
    expect(await revoke(id, secret.id, wide)).toBe(0)
    expect(await grantTo(id, wide)).toBe(0)
  })
  it('is its owner, or may make its calls: then it is granted more', async () => {
    const { id } = await open.app(narrow)
    await open.secret(narrow, id)
    await open.secret(wide, id)
    expect(await grantTo(id, narrow)).toBe(0)
  })
  it('bounds who owns it next', async () => {
    const { id } = await open.app(narrow)
    const secret = await open.secret(narrow, id)
    expect(await grantTo(id, narrow)).toBe(0)
    expect(await takeOver(id, null, wide)).toBe(unfitSecret)
    expect(await revoke(id, secret.id, wide)).toBe(0)
    expect(await takeOver(id, null, wide)).toBe(0)
    expect((await app.call(get, { params: { id } }, wide)).data?.owner?.id).toBe(owner.id)
  })
  it('is asked of tokens that provision users, too', async () => {
    const both = [...rights, ...userRights]
    const [narrowToken, wideToken] = [await stage.signInNorth(...both), await stage.signInWide(...both)]
    const { id } = await open.app(narrowToken)
    expect((await app.call(appScimContract.addScimToken, { params: { id }, body: {} }, narrowToken)).code).toBe(0)
    expect(await takeOver(id, null, wideToken)).toBe(unfitToken)
  })
})

describe('the owner of an application', () => {
  it('is the caller, or a user with no more than their rights whom they see', async () => {
    const outside = await stage.buildMember(stage.south)
    const refusals = []
    for (const ownerId of [owner.id, outside.id, randomUUID()]) {
      const body = { name: `应用${randomUUID().slice(0, 8)}`, ownerId }
      refusals.push(await app.call(create, { body }, narrow))
    }
    expect(refusals.map(({ code }) => code)).toEqual([noSuchOwner, noSuchOwner, noSuchOwner])
    expect(refusals[1]?.msg).toBe(refusals[2]?.msg)
    const { id } = await open.app(narrow)
    expect(await takeOver(id, owner.id, narrow)).toEqual([noSuchOwner, 'ownerId'])
    expect(await takeOver(id, peer.id, narrow)).toBe(0)
    await stage.join(owner, stage.north)
    expect(await takeOver(id, owner.id, narrow)).toEqual([strongerOwner, 'ownerId'])
    expect(await takeOver(id, peer.id, wide)).toBe(0)
  })
})

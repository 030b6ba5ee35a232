import { appLogoContract } from '@atrium/contract/features/open/open-apps/app-logo.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { appRights, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'

const { list, get, create, update, remove, lock, unlock } = openAppsContract
const { replaceLogo, removeLogo } = appLogoContract
const { calls, stat, secrets, addSecret, revokeSecret, apis, candidates, grant, updateGrant, ungrant } =
  openAppsContract

let app: TestApp
let stage: OpenStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
})
const read = async (token: string, id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, token)
  if (!data) throw new Error(msg)
  return data
}
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
const day = 86_400_000

describe('an application', () => {
  it('is added with its maker as owner, changed, and found by name and key', async () => {
    const { token, user } = await stage.company()
    const body = {
      name: '仓储对接',
      kind: 'server' as const,
      home: 'https://wms.example.cn',
      contact: '冯志强 8001',
      networks: ['203.0.113.7', '2001:db8::/32'],
      rate: { perMinute: 600, perDay: 100_000 },
    }
    const { id, appKey } = await stage.app(token, body)
    const stored = await read(token, id)
    expect(stored).toMatchObject({ ...body, owner: { id: user.id, name: '张伟' }, state: 'live', secrets: 0, apis: 0 })
    expect(appKey).toMatch(/^ak_[0-9a-f]{24}$/)
    expect((await app.call(list, { query: { search: appKey } }, token)).data?.map((each) => each.id)).toEqual([id])
    const changed = { ...body, networks: [], ownerId: user.id, version: stored.version }
    expect((await app.call(update, { params: { id }, body: changed }, token)).code).toBe(0)
    expect((await read(token, id)).networks).toEqual([])
    expect((await app.call(update, { params: { id }, body: changed }, token)).code).toBe(409)
    expect((await app.call(create, { body: { name: '仓储对接' } }, token)).code).toBe(openAppsErrors.nameTaken.code)
  })

  it('is seen, locked and unlocked by the operator in any company, whose log says so', async () => {
    const [company, other] = [await stage.company(['sysPosts:list']), await stage.company()]
    const { id } = await stage.app(company.token, { name: '甲方对接' })
    const { id: foreign } = await stage.app(other.token)
    await stage.grant(company.token, id, [(await stage.openApi()).id])
    const shown = async (query: object, token: string) =>
      (await app.call(list, { query }, token)).data?.map((each) => each.id) ?? []
    const sent = { 'f.company': company.companyId, 'f.kind': 'server', 'f.state': 'live' }
    expect(await shown(sent, stage.root)).toEqual([id])
    expect(await shown({ size: 100 }, stage.root)).toEqual(expect.arrayContaining([id, foreign]))
    expect(await shown({}, company.token)).toEqual([id])
    expect(await shown({ 'f.company': other.companyId }, company.token)).toEqual([])
    const seen = await read(stage.root, id)
    expect(seen.company).toMatchObject({ id: company.companyId })
    expect((await app.call(apis, { params: { id } }, stage.root)).data).toMatchObject([{ allowed: true }])
    for (const read of [calls, openAppsContract.callsHistogram, stat]) {
      expect((await app.call(read, { params: { id }, query: {} }, stage.root)).code).toBe(0)
      expect((await app.call(read, { params: { id }, query: {} }, other.token)).code).toBe(404)
    }
    expect((await app.call(openAppsContract.usage, { params: { id } }, stage.root)).code).toBe(0)
    expect((await app.call(openAppsContract.usage, { params: { id } }, other.token)).code).toBe(404)
    const narrow = await buildUser(app, { companyId: company.companyId, permissions: ['openApps:logs'] })
    expect((await app.call(openAppsContract.usage, { params: { id } }, await app.signIn(narrow))).code).toBe(403)

    const locked = await callAndConfirm(app, lock, { params: { id }, body: { reason: '滥用' } }, stage.root)
    expect([locked.impact, locked.done.code]).toMatchObject([{ name: '甲方对接', apis: 1 }, 0])
    const { lock: held } = await read(company.token, id)
    expect(held).toMatchObject({ reason: '滥用', by: { name: expect.stringMatching(/（.+）$/) } })
    const audited = `select 1 from audit_log where company_id = $1 and event = 'openApp.locked' and entity_id = $2`
    expect(await app.sql(audited, [company.companyId, id])).toHaveLength(1)
    expect((await app.call(unlock, { params: { id } }, other.token)).code).toBe(404)
    const lift = await app.call(unlock, { params: { id } }, company.token)
    expect(lift.code).toBe(openAppsErrors.lockedByOperator.code)
    expect((await app.call(unlock, { params: { id } }, stage.root)).code).toBe(0)
    expect((await app.call(secrets, { params: { id } }, stage.root)).code).toBe(404)
    const body = { name: '改名', version: seen.version }
    expect((await app.call(update, { params: { id }, body }, stage.root)).code).toBe(404)
    expect((await app.call(remove, { params: { id } }, stage.root)).code).toBe(404)
  })

  it('has a logo that is encoded again, is shown without a token, and goes with its file', async () => {
    const { token } = await stage.company()
    const { id } = await stage.app(token)
    const [other, params] = [await stage.company(), { id }]
    const picture = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer()
    const upload = async (bytes: Buffer, as = token) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'logo.png')
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      const url = replaceLogo.path.replace(':id', id)
      const payload = Buffer.from(await encoded.arrayBuffer())
      const headers = { token: as, 'content-type': type }
      return (await app.server.inject({ method: 'POST', url, headers, payload })).json()
    }
    expect((await upload(Buffer.from('<svg/>'))).code).toBe(openAppsErrors.notALogo.code)
    expect((await upload(picture, other.token)).code).toBe(404)
    expect((await upload(picture, stage.root)).code).toBe(404)
    expect((await read(token, id)).logo).toBe('')
    expect((await upload(picture)).code).toBe(0)
    const { logo } = await read(token, id)
    expect((await app.call(list, {}, token)).data?.[0]?.logo).toBe(logo)
    const shown = await app.server.inject({ url: logo })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 128, height: 128, format: 'png' })
    expect((await upload(picture)).code).toBe(0)
    expect((await app.call(removeLogo, { params }, token)).code).toBe(0)
    expect((await read(token, id)).logo).toBe('')
    expect((await app.server.inject({ url: logo })).statusCode).toBe(404)
  })

  it('refuses networks, owners and expiries that make no sense', async () => {
    const { token } = await stage.company()
    const other = await stage.company()
    const refused = async (rest: object) =>
      (await app.call(create, { body: { name: '甲', ...rest } }, token)).errors?.[0]
    expect(await refused({ networks: ['203.0.113.7/33'] })).toMatchObject({ field: 'networks' })
    expect(await refused({ ownerId: other.user.id })).toMatchObject({ field: 'ownerId' })
    expect(await refused({ expireTime: '2020-01-01T00:00:00Z' })).toMatchObject({ field: 'expireTime' })
    expect(await refused({ home: 'javascript:alert(1)' })).toMatchObject({ field: 'home' })
  })

  it('shows what stops before it is locked or deleted', async () => {
    const { token } = await stage.company(['sysPosts:list'])
    const { id } = await stage.app(token, { name: '停用我' })
    await stage.secret(token, id)
    await stage.grant(token, id, [(await stage.openApi()).id])
    const impact = { name: '停用我', calls: 0, active: false, apis: 1, secrets: 1 }
    const locked = await callAndConfirm(app, lock, { params: { id }, body: { reason: '异常调用' } }, token)
    expect([locked.impact, locked.done.code]).toEqual([impact, 0])
    expect(await read(token, id)).toMatchObject({ state: 'locked', lock: { reason: '异常调用', by: { name: '张伟' } } })
    expect((await app.call(lock, { params: { id }, body: { reason: '再' } }, token)).code).toBe(
      openAppsErrors.alreadyLocked.code,
    )
    expect((await app.call(unlock, { params: { id } }, token)).code).toBe(0)
    expect((await app.call(unlock, { params: { id } }, token)).code).toBe(openAppsErrors.notLocked.code)
    const removed = await callAndConfirm(app, remove, { params: { id } }, token)
    expect([removed.impact, removed.done.code]).toEqual([impact, 0])
    expect((await app.call(get, { params: { id } }, token)).code).toBe(404)
  })

  it('belongs to its company', async () => {
    const [own, other] = [await stage.company(), await stage.company()]
    const { id } = await stage.app(own.token)
    expect((await app.call(get, { params: { id } }, other.token)).code).toBe(404)
    expect((await app.call(addSecret, { params: { id }, body: {} }, other.token)).code).toBe(404)
    expect((await app.call(apis, { params: { id } }, other.token)).code).toBe(404)
  })
})

describe('secrets', () => {
  it('are shown once, and kept sealed', async () => {
    const { token } = await stage.company()
    const { id } = await stage.app(token)
    const { secret, hint } = await stage.secret(token, id)
    expect([secret.length, secret.slice(-4)]).toEqual([43, hint])
    const listed = await app.call(secrets, { params: { id } }, token)
    expect(listed.data).toMatchObject([{ hint, state: 'live', expireTime: null, lastTime: null }])
    expect(listed.raw.toString()).not.toContain(secret)
    const written = await app.sql('select to_jsonb(open_app_secrets)::text as row from open_app_secrets')
    const audited = await app.sql(`select to_jsonb(audit_log)::text as row from audit_log where entity_id = $1`, [id])
    expect(JSON.stringify([written, audited])).not.toContain(secret)
  })

  it('are at most three at once, and overlap when they are replaced', async () => {
    const { token } = await stage.company()
    const { id } = await stage.app(token)
    const params = { id }
    expect((await app.call(addSecret, { params, body: { overlapHours: 24 } }, token)).code).toBe(
      openAppsErrors.noOverlap.code,
    )
    for (let n = 0; n < 2; n += 1) await stage.secret(token, id)
    await stage.secret(token, id, 24)
    const states = (await app.call(secrets, { params }, token)).data?.map(({ state }) => state)
    expect(states).toEqual(['live', 'rotating', 'rotating'])
    expect((await app.call(addSecret, { params, body: {} }, token)).code).toBe(openAppsErrors.tooManySecrets.code)
    await stage.secret(token, id, 0)
    const rows = (await app.call(secrets, { params }, token)).data ?? []
    expect(rows.map(({ state }) => state)).toEqual(['live', 'expired', 'expired', 'expired'])
    expect((await read(token, id)).secrets).toBe(1)
  })

  it('end at once, after their use was shown', async () => {
    const { token } = await stage.company()
    const { id } = await stage.app(token)
    const { id: sid, hint } = await stage.secret(token, id)
    const { impact, done } = await callAndConfirm(app, revokeSecret, { params: { id, sid } }, token)
    expect([impact, done.code]).toEqual([{ hint, calls: 0, active: false, addresses: [], remaining: 0 }, 0])
    expect((await app.call(revokeSecret, { params: { id, sid } }, token)).code).toBe(openAppsErrors.secretEnded.code)
    expect((await app.call(revokeSecret, { params: { id, sid: id } }, token)).code).toBe(404)
  })
})

describe('grants', () => {
  it('take served APIs from the candidates, with own limits and a period', async () => {
    const { token } = await stage.company(['sysPosts:list'])
    const { id } = await stage.app(token)
    const served = await stage.openApi({ name: '可授权的', rate: { perMinute: 100, perDay: 1000 } })
    const forOperator = await stage.openApi({ name: '可授权的（平台）', audience: 'platform' })
    const search = { query: { search: '可授权的' }, params: { id } }
    expect((await app.call(candidates, search, token)).data?.map((each) => each.id)).toEqual([served.id])
    const wrong = { params: { id }, body: { apiIds: [forOperator.id] } }
    expect((await app.call(grant, wrong, token)).code).toBe(openAppsErrors.noSuchApi.code)
    await stage.grant(token, id, [served.id], { rate: { perMinute: 10, perDay: null }, reason: '试用' })
    expect((await app.call(candidates, search, token)).data).toEqual([])
    const held = (await app.call(apis, { params: { id } }, token)).data
    expect(held).toMatchObject([
      {
        id: served.id,
        reason: '试用',
        allowed: true,
        status: 'online',
        rate: { perMinute: 10, perDay: null },
        limits: { perMinute: 10, perDay: 1000 },
      },
    ])
    const params = { id, apiId: served.id }
    const reversed = { startTime: soon(2 * day), expireTime: soon(day) }
    expect((await app.call(updateGrant, { params, body: reversed }, token)).code).toBe(
      openAppsErrors.endsBeforeStart.code,
    )
    expect((await app.call(updateGrant, { params, body: { expireTime: soon(day) } }, token)).code).toBe(0)
    const { impact, done } = await callAndConfirm(app, ungrant, { params }, token)
    expect([impact, done.code]).toEqual([{ name: '可授权的', calls: 0, active: false }, 0])
    expect((await app.call(apis, { params: { id } }, token)).data).toEqual([])
  })

  it('are given only by the owner, or by those who may call the API themselves', async () => {
    const { companyId, token, user } = await stage.company(['sysPosts:list', 'sysUsers:list'])
    const { id } = await stage.app(token)
    const api = await stage.openApi()
    await stage.grant(token, id, [api.id])
    const weak = await app.signIn(await buildUser(app, { companyId, permissions: [...appRights] }))
    const code = openAppsErrors.beyondRights.code
    expect((await app.call(addSecret, { params: { id }, body: {} }, weak)).code).toBe(code)
    const mine = await stage.app(weak)
    const request = { params: { id: mine.id }, body: { apiIds: [api.id] } }
    expect((await app.call(grant, request, weak)).code).toBe(0)
    expect((await app.call(apis, { params: { id: mine.id } }, weak)).data).toMatchObject([{ allowed: false }])
    const { version, name } = await read(weak, mine.id)
    const stolen = { params: { id: mine.id }, body: { name, ownerId: user.id, version } }
    expect((await app.call(update, stolen, weak)).code).toBe(openAppsErrors.strongerOwner.code)
    const others = await stage.app(token)
    expect((await app.call(grant, { ...request, params: { id: others.id } }, weak)).code).toBe(code)
    const ends = { apiIds: [api.id], expireTime: soon(day) }
    expect((await app.call(grant, { params: { id: others.id }, body: ends }, token)).code).toBe(0)
    const params = { id: others.id, apiId: api.id }
    const change = async (expireTime: string) =>
      (await app.call(updateGrant, { params, body: { expireTime, rate: { perMinute: 1, perDay: null } } }, weak)).code
    expect([await change(soon(day / 2)), await change(soon(2 * day))]).toEqual([0, code])
  })

  it('need their own permissions', async () => {
    const { companyId, token } = await stage.company()
    const { id } = await stage.app(token)
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['openApps:list'] }))
    expect((await app.call(list, {}, reader)).total).toBe(1)
    for (const call of [
      app.call(addSecret, { params: { id }, body: {} }, reader),
      app.call(candidates, { params: { id } }, reader),
      app.call(openAppsContract.calls, { params: { id } }, reader),
    ])
      expect((await call).status).toBe(403)
  })
})

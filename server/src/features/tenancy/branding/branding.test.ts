import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { brandingContract } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { toAccent } from '@atrium/contract/kernel/accent-colors.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { tenant } = tenantsContract
const { updateBranding, logo, replaceLogo, removeLogo } = brandingContract
const { loginInfo, logo: ownLogo } = sessionContract

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})

const setBranding = async (
  id: string,
  rest: { title?: string; primary?: string; background?: string; version?: number },
) => {
  const { data } = await app.call(tenant, { params: { id } }, root)
  return app.call(updateBranding, { params: { id }, body: { version: data?.version ?? 0, ...rest } }, root)
}
const upload = async (id: string, bytes: Buffer) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'logo.png')
  const encoded = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url: replaceLogo.path.replace(':id', id),
    headers: { token: root, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0a53c180' } })
    .png()
    .toBuffer()
const buildSubsidiary = async (parent: string) => {
  const id = await buildCompany(app, `下级${randomUUID()}`)
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}

it('a logo that is sent many times at once is the logo', async () => {
  const top = await buildTenant(app, '多次上传')
  const bytes = await picture(40, 20)
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(top, bytes)))
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
  }
  expect((await app.call(logo, { params: { id: top } }, root)).status).toBe(200)
})

describe('the branding of a tenant', () => {
  it('is shown to users of all its companies and to no other company', async () => {
    const top = await buildTenant(app, '品牌公司')
    const people = await Promise.all(
      [top, await buildSubsidiary(top), await buildTenant(app, '别家')].map(async (companyId) =>
        app.signIn(await buildUser(app, { companyId })),
      ),
    )
    expect(await setBranding(top, { title: '云上工厂', primary: '#7A1FA2', background: '#101820' })).toMatchObject({
      code: 0,
    })
    const shown = await Promise.all(people.map(async (token) => (await app.call(loginInfo, {}, token)).data?.branding))
    const own = { title: '云上工厂', logo: '', theme: { primary: '#7a1fa2', ...toAccent('#7a1fa2') } }
    const none = { title: '', logo: '', theme: null }
    expect(shown).toEqual([own, own, none])
    expect((await app.call(loginInfo, {}, root)).data?.branding).toEqual(none)
    const [audit] = await app.sql(`select after from audit_log where entity_id = $1 and event = 'branding.updated'`, [
      top,
    ])
    expect(audit?.after).toEqual({ title: '云上工厂', primaryColor: '#7a1fa2', background: '#101820' })
  })
  it.each(['#ffcc00', '#888888', '#ffffff', '#5b98ff'])(
    'rejects a colour without enough contrast: %s',
    async (primary) => {
      const id = await buildTenant(app, `浅色${primary}`)
      const refused = await setBranding(id, { primary })
      expect(refused).toMatchObject({ code: 400, errors: [{ field: 'primary' }] })
      expect(refused.errors?.[0]?.msg).toMatch(/对比度仅 \d\.\d:1.*请选择更深的颜色/)
    },
  )
  it.each(['red', '#12', 'url(x)', '#0a53c1;'])('rejects a malformed colour: %s', async (primary) => {
    const id = await buildTenant(app, `怪色${primary}`)
    expect((await setBranding(id, { primary })).errors?.[0]?.msg).toBe('请输入六位十六进制颜色，例如 #0a53c1')
  })
  it('requires the current version, a top company and an actor of the platform', async () => {
    const top = await buildTenant(app, '版本公司')
    expect(await setBranding(top, { title: '甲', version: 7 })).toMatchObject({ code: 409 })
    expect(await setBranding(await buildSubsidiary(top), { title: '甲' })).toMatchObject({ code: 3016 })
    const own = await app.signIn(
      await buildUser(app, { companyId: await buildCompany(app), permissions: ['sysCompanys:tenant'] }),
    )
    const answered = await app.call(updateBranding, { params: { id: top }, body: { title: '甲', version: 1 } }, own)
    expect(answered.code).toBe(3008)
  })
})

describe('the logo of a tenant', () => {
  it('is resized, keeps transparency and can be removed', async () => {
    const top = await buildTenant(app, '标志公司')
    const token = await app.signIn(await buildUser(app, { companyId: await buildSubsidiary(top) }))
    expect((await app.call(ownLogo, {}, token)).code).toBe(404)
    const script = Buffer.from('<script>alert(1)</script>')
    expect(await upload(top, Buffer.concat([await picture(1200, 300), script]))).toMatchObject({ code: 0 })
    const first = (await app.call(loginInfo, {}, token)).data?.branding.logo
    expect(first).not.toBe('')
    const shown = await app.call(ownLogo, {}, token)
    expect(shown.headers['content-type']).toBe('image/png')
    expect(await sharp(shown.raw).metadata()).toMatchObject({ width: 480, height: 120, format: 'png', hasAlpha: true })
    expect(shown.raw.includes('script')).toBe(false)
    expect((await app.call(logo, { params: { id: top } }, root)).raw).toEqual(shown.raw)

    await upload(top, await picture(40, 40))
    expect((await app.call(loginInfo, {}, token)).data?.branding.logo).not.toBe(first)
    expect(await app.call(removeLogo, { params: { id: top } }, root)).toMatchObject({ code: 0 })
    expect((await app.call(loginInfo, {}, token)).data?.branding.logo).toBe('')
  })
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a cut-off PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('rejects %s', async (_, bytes) => {
    expect(await upload(await buildTenant(app, `坏图${bytes.length}`), bytes)).toMatchObject({ code: 3022 })
  })
})

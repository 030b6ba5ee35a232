import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { logs, portrait, replacePortrait } = accountContract
let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn(await buildUser(app, { companyId: await buildCompany(app) }))
})

const upload = async (bytes: Buffer) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '../../头像.png')
  const encoded = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url: replacePortrait.path,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a53c1' } })

describe('portrait', () => {
  it('is cropped, re-encoded and shown', async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    expect((await upload(Buffer.concat([await picture(600, 400).png().toBuffer(), script]))).code).toBe(0)
    const shown = await app.call(portrait, {}, token)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(shown.raw).metadata()).toMatchObject({ width: 256, height: 256, format: 'jpeg' })
    expect(shown.raw.includes('script')).toBe(false)
    expect((await app.call(sessionContract.loginInfo, {}, token)).data?.portrait).not.toBe('')
  })
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a cut-off PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a text', Buffer.from('hello')],
  ])('rejects %s with the specification’s message', async (_, bytes) => {
    expect(await upload(bytes)).toMatchObject({ code: 8001, msg: '上传头像图片只能是 JPG或PNG 格式!' })
  })
  it('rejects decompression bombs and oversized files', async () => {
    expect((await upload(await picture(8000, 8000).png().toBuffer())).code).toBe(8001)
    expect((await upload(Buffer.alloc(2 * 1024 * 1024 + 1))).code).toBe(413)
  })
})

describe('my own log', () => {
  it('lists the caller’s own actions only', async () => {
    await app.signIn()
    const ownSignIns = await app.call(logs, { query: { 'f.event': 'session.started' } }, token)
    expect(ownSignIns.data?.map(({ event, ok, ip }) => [event, ok, ip])).toEqual([
      ['session.started', true, '127.0.0.1'],
    ])
    const all = await app.call(logs, {}, token)
    expect(all.data?.[0]?.event).toBe('portrait.replaced')
  })
})

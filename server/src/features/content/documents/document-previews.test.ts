import { documentPreviewsContract } from '@atrium/contract/features/content/documents/document-previews.contract.ts'
import { documentPartsPath, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { sendInParts } from '../../../../test/send-in-parts.ts'

const { content, media } = documentPreviewsContract
const { createFolder, create, download } = documentsContract

let app: TestApp
let writer: string
/** May see what the folder grants, and download nothing. */
let viewer: string
let folderId: string
beforeAll(async () => {
  app = await createTestApp()
  const companyId = await buildCompany(app, '甲公司')
  writer = await app.signIn(
    await buildUser(app, { companyId, permissions: ['sysDocs:list', 'sysDocs:add', 'sysDocs:download'] }),
  )
  const person = await buildUser(app, { companyId, permissions: ['sysDocs:list'] })
  viewer = await app.signIn(person)
  folderId = (await app.call(createFolder, { body: { title: '预览' } }, writer)).data?.id ?? ''
  await buildGrant(app, companyId, folderId, 1, { user: person.id })
})
const put = async (name: string, bytes: Uint8Array) => {
  const fileId = await sendInParts(app, writer, documentPartsPath, bytes, name)
  return (await app.call(create, { body: { fileId, folderId } }, writer)).data?.id ?? ''
}
const show = (id: string, number = 1, headers = {}) => app.call(content, { params: { id, number } }, viewer, headers)
const play = (id: string) => app.call(media, { params: { id, number: 1 } }, viewer)

describe('a preview', () => {
  it('sends pictures inline, PDF and text with their type, and nothing that can act', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const cases = [
      ['图.png', picture, 'image/png', 'inline'],
      ['文.txt', Buffer.from('<script>alert(1)</script> 一段文字'.slice(8)), 'text/plain', 'attachment'],
      [
        '册.pdf',
        Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
        'application/pdf',
        'attachment',
      ],
    ] as const
    for (const [name, bytes, type, disposition] of cases) {
      const sent = await show(await put(name, bytes))
      expect([sent.status, sent.headers['content-type']?.split(';')[0]]).toEqual([200, type])
      expect(sent.headers['content-disposition']).toMatch(new RegExp(`^${disposition};`))
      expect(sent.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(sent.headers['x-content-type-options']).toBe('nosniff')
    }
  })
  it('of one version leaves the others, and knows ranges', async () => {
    const id = await put('两版.txt', Buffer.from('第一版'))
    expect(await put('两版.txt', Buffer.from('第二版'))).toBe(id)
    expect([(await show(id)).raw.toString(), (await show(id, 2)).raw.toString()]).toEqual(['第一版', '第二版'])
    const part = await show(id, 1, { range: 'bytes=0-2' })
    expect([part.status, part.raw.toString()]).toEqual([206, '第'])
    expect((await show(id, 3)).code).toBe(404)
  })
  it('plays audio and video from an address, by ranges', async () => {
    // A frame of an MP3, repeated.
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])
    const id = await put('录音.mp3', Buffer.concat(Array.from({ length: 20 }, () => frame)))
    expect((await show(id)).code).toBe(8162)
    const { data } = await play(id)
    const part = await app.server.inject({ url: data?.url ?? '', headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.rawPayload.equals(frame.subarray(0, 4))]).toEqual([206, true])
    expect(part.headers['content-type']).toBe('audio/mpeg')
    expect(part.headers['content-disposition']).toMatch(/^inline;/)
    const saved = await app.call(download, { params: { id }, body: {} }, writer)
    const whole = await app.server.inject({ url: saved.data?.url ?? '' })
    expect(whole.headers['content-disposition']).toMatch(/^attachment;/)
  })
  it('does not exist of other types, nor for who may not see the file', async () => {
    const id = await put('包.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'))
    expect((await show(id)).code).toBe(8162)
    expect((await play(id)).code).toBe(8162)
    expect((await show(folderId)).code).toBe(404)
    const stranger = await buildUser(app, { companyId: await buildCompany(app), permissions: ['sysDocs:list'] })
    const foreign = await app.call(content, { params: { id, number: 1 } }, await app.signIn(stranger))
    expect(foreign.code).toBe(404)
  })
})

import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'
import { sendFileTo } from '../../../../test/send-file.ts'

type Company = Awaited<ReturnType<NoticeStage['enter']>>

let app: TestApp
let stage: NoticeStage
let company: Company
let other: Company
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
  company = await stage.enter('甲公司')
  other = await stage.enter('乙公司')
})

type Format = 'png' | 'jpeg' | 'gif' | 'webp'
const draw = (format: Format) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#0a53c1' } })
    .toFormat(format)
    .toBuffer()
const send = async (bytes: Uint8Array, name: string, token = company.token) => {
  const answer = await sendFileTo(app, noticesContract.image.path, token, { bytes, name })
  return answer as { status: number; code: number; msg: string; data?: { path: string } }
}
const textWith = async (format: Format, alt = '') => {
  const { data, msg } = await send(await draw(format), `图.${format}`)
  if (!data) throw new Error(msg)
  return `<p>示意图：<img src="/files/${data.path}"${alt}></p>`
}
const sourceIn = (html = '') => /src="([^"]*)"/.exec(html)?.[1] ?? ''
const open = (url: string) => app.server.inject({ url })
/** How many pictures of a notice are kept. */
const kept = async (id: string) => {
  const [row] = await app.sql('select count(*)::int as kept from notice_pictures where notice_id = $1', [id])
  return row?.kept
}

describe('a picture for the text of a notice', () => {
  it.each(['png', 'jpeg'] as const)('is stored as %s and shown to readers without a token', async (format) => {
    const content = await textWith(format, ' alt="机房 &amp; 走廊"')
    const id = await stage.publish({ content }, company.token)
    const { data } = await app.call(publishedNoticesContract.publishedGet, { params: { id } }, company.readerToken)
    expect(data?.content).toMatch(/^<p>示意图：<img src="\/files\/[\w-]{71}" alt="机房 &amp; 走廊"><\/p>$/)
    const picture = await open(sourceIn(data?.content))
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, `image/${format}`])
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 20, height: 10, format })
  })

  it('may only be a JPG or PNG, whatever its name says', async () => {
    const refused = { status: 200, code: 8110, msg: '上传头像图片只能是 JPG或PNG 格式!' }
    for (const [bytes, name] of [
      [await draw('gif'), '图.gif'],
      [await draw('webp'), '图.png'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), '图.svg'],
      [Buffer.from('%PDF-1.7'), '图.jpg'],
      [Buffer.from('text'), '图.png'],
    ] as const)
      expect(await send(bytes, name)).toMatchObject(refused)
    expect(await send((await draw('png')).subarray(0, 40), '图.png')).toMatchObject({ code: 8102 })
  })

  it('is uploaded by authors alone, and audited', async () => {
    const bytes = await draw('png')
    expect((await send(bytes, '图.png', company.readerToken)).status).toBe(403)
    expect((await send(bytes, '图.png', '')).status).toBe(401)
    expect((await send(bytes, '审计.png')).code).toBe(0)
    const [row] = await app.sql(
      `select after, ok from audit_log where company_id = $1 and event = 'noticePicture.uploaded' order by seq desc limit 1`,
      [company.companyId],
    )
    expect(row).toMatchObject({ ok: true, after: { biz: 'news', mime: 'image/png' } })
  })

  it('is of no use in a text of another company', async () => {
    const id = await stage.add({ content: `<p>字</p>${await textWith('png')}` }, other.token)
    expect((await stage.get(id, other.token)).content).toBe('<p>字</p><p>示意图：</p>')
  })

  it('is kept while a text shows it, the former texts of a published notice included', async () => {
    const draft = await stage.add({ content: await textWith('png') }, company.token)
    expect(await kept(draft)).toBe(1)
    await stage.edit(draft, company.token, { content: '<p>无图</p>' })
    expect(await kept(draft)).toBe(0)
    const published = await stage.publish({ content: await textWith('png') }, company.token)
    await stage.edit(published, company.token, { content: '<p>无图</p>' })
    expect(await kept(published)).toBe(1)
    const former = await app.call(noticesContract.revisions, { params: { id: published } }, company.token)
    expect((await open(sourceIn(former.data?.[0]?.content))).statusCode).toBe(200)
  })
})

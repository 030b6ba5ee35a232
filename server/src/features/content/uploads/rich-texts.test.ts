import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { maxRichText } from '@atrium/contract/kernel/rich-text.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../../test/harness.ts'
import { sendFile } from '../../../../test/send-file.ts'
import { AppError } from '../../../kernel/scope.ts'
import { createSecrets } from '../../../kernel/secrets.ts'
import { createFileAddresses } from './file-addresses.ts'
import type { RichTexts } from './index.ts'
import { createRichTexts } from './rich-texts.ts'

const permissions = ['sysUploads:list', 'sysUploads:upload', 'sysUploads:delete']
const addresses = createFileAddresses(createSecrets(testSecretKey))
const { toStored, toShown }: Omit<RichTexts, 'uploadPicture'> = createRichTexts(addresses)

let app: TestApp
let companyId: string
let token: string
let other: { companyId: string; token: string }
const companyWithUser = async (name: string) => {
  const id = await buildTenant(app, name)
  return { companyId: id, token: await app.signIn(await buildUser(app, { companyId: id, permissions })) }
}
beforeAll(async () => {
  app = await createTestApp()
  ;({ companyId, token } = await companyWithUser('甲公司'))
  other = await companyWithUser('乙公司')
})

const uploadPicture = async (as = token) => {
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#0a53c1' } })
    .png()
    .toBuffer()
  const { data } = await sendFile(app, as, png, '图.png', { biz: 'news' })
  if (!data) throw new Error('not stored')
  return data
}
const store = (html: string, field = 'content') =>
  app.database.transact({ reach: 'company', companyId }, (db) => toStored(db, { companyId, html, field }))
const readProblem = async (html: string) => {
  const error = await store(html).catch((thrown: unknown) => thrown)
  return error instanceof AppError ? error.extras.errors : error
}
const sourceIn = (html: string) => /src="([^"]*)"/.exec(html)?.[1] ?? ''
const open = (url: string) => app.server.inject({ url })

describe('a stored rich text', () => {
  it('names its pictures by their ids, whatever address they were shown under', async () => {
    const { id, url, path } = await uploadPicture()
    for (const src of [url, `/files/${path}`, addresses.shared(companyId, id)])
      expect(await store(`<p>字<img onload="x" src="${src}" alt="图"></p>`)).toEqual({
        html: `<p>字<img src="/files/${id}" alt="图"></p>`,
        pictures: [id],
      })
  })
  it('takes a text back from the page that showed it, with a picture twice', async () => {
    const { id, url } = await uploadPicture()
    const { html } = await store(`<p><img src="${url}"></p><p><img src="${url}"></p>`)
    expect(await store(toShown(companyId, html))).toEqual({ html, pictures: [id] })
  })
  it('takes no picture by its id alone, by a forged address, or of another company', async () => {
    const { id } = await uploadPicture()
    const foreign = await uploadPicture(other.token)
    const forged = `/files/${'A'.repeat(71)}`
    for (const src of [`/files/${id}`, forged, foreign.url])
      expect(await store(`<p>字<img src="${src}"></p>`)).toEqual({ html: '<p>字</p>', pictures: [] })
  })
  it('refuses a picture that is gone, and a file that is none', async () => {
    const { id, url } = await uploadPicture()
    await callAndConfirm(app, uploadsContract.remove, { params: { id } }, token)
    const gone = [{ field: 'content', msg: '正文中有图片已被删除，请移除后重新上传' }]
    expect(await readProblem(`<p><img src="${url}"></p>`)).toEqual(gone)
    const guarded = await uploadPicture()
    await app.sql('update files set guarded = true where id = $1', [guarded.id])
    expect(await readProblem(`<p><img src="${guarded.url}"></p>`)).toEqual(gone)
    const { data } = await sendFile(app, token, Buffer.from('a text'), '说明.txt', { biz: 'news' })
    expect(await readProblem(`<p><img src="${data?.url}"></p>`)).toEqual(gone)
  })
  it('refuses what is too long once it is sanitised', async () => {
    expect(await readProblem(`<p>${'&'.repeat(maxRichText / 2)}</p>`)).toEqual([
      { field: 'content', msg: '含格式最多 65535 个字符' },
    ])
  })
  it('is sanitised', async () => {
    expect(await store('<p onclick="x">字<script>1</script></p>')).toEqual({ html: '<p>字</p>', pictures: [] })
  })
})

describe('a shown rich text', () => {
  it('has addresses that need no token, and stay the same for a while', async () => {
    const { url } = await uploadPicture()
    const { html } = await store(`<p><img src="${url}"></p>`)
    const shown = toShown(companyId, html)
    expect((await open(sourceIn(shown))).headers['content-type']).toBe('image/png')
    expect(toShown(companyId, html)).toBe(shown)
    expect((await open(sourceIn(html))).statusCode).toBe(404)
  })
  it('changes nothing but pictures', () => {
    const html = '<p>/files/01890000-0000-7000-8000-000000000000 &lt;img src="/files/x"&gt;</p>'
    expect(toShown(companyId, html)).toBe(html)
  })
})

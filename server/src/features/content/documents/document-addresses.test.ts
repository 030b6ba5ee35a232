import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { download, remove } = documentsContract
const { createLink, revokeLink, downloadLink, previewLink } = documentLinksContract
const permissions = ['list', 'download', 'share', 'delete', 'edit'].map((each) => `sysDocs:${each}`)

let app: TestApp
let companyId: string
/** Manages all documents. */
let manager: string
let reader: Awaited<ReturnType<typeof buildUser>>
let readerToken: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '乙公司')
  manager = await app.signIn(await buildUser(app, { companyId, permissions: [...permissions, 'sysDocs:manage'] }))
  reader = await buildUser(app, { companyId, permissions })
  readerToken = await app.signIn(reader)
})

const readStatus = async (url: string | undefined) => (await app.server.inject({ url: url ?? '' })).statusCode
const shared = async () => {
  const folder = await buildFolder(app, companyId)
  await buildGrant(app, companyId, folder, 4, { user: reader.id })
  return { folder, id: await buildDocument(app, companyId, folder) }
}
const readAddress = async (id: string, by = readerToken) => {
  const { data, msg } = await app.call(download, { params: { id }, body: {} }, by)
  if (!data) throw new Error(msg)
  return data.url
}

describe('the address of a document’s file', () => {
  it('ends with the access of whom it was made for', async () => {
    const { folder, id } = await shared()
    const [url, other] = [await readAddress(id), await readAddress(id, manager)]
    expect([await readStatus(url), await readStatus(url), await readStatus(other)]).toEqual([200, 200, 200])
    await app.sql('delete from document_grants where document_id = $1', [folder])
    expect([await readStatus(url), await readStatus(other)]).toEqual([404, 200])
  })

  it('ends when its user is locked', async () => {
    const { id } = await shared()
    const url = await readAddress(id)
    await app.sql('update users set status = 0 where id = $1', [reader.id])
    expect(await readStatus(url)).toBe(404)
    await app.sql('update users set status = 1 where id = $1', [reader.id])
    readerToken = await app.signIn(reader)
  })

  it('ends when the file is moved to the trash, and when it is deleted for good', async () => {
    const { id } = await shared()
    const url = await readAddress(id, manager)
    expect((await app.call(remove, { params: { id } }, manager)).code).toBe(0)
    expect(await readStatus(url)).toBe(404)
    expect((await app.call(documentTrashContract.purge, { params: { id } }, manager)).code).toBe(0)
    expect(await readStatus(url)).toBe(404)
  })

  it('has a signature that covers whom it was made for', async () => {
    const { id } = await shared()
    const url = await readAddress(id)
    const forged = Buffer.from(url.slice('/files/'.length), 'base64url')
    forged[38] = (forged[38] ?? 0) + 1
    expect(await readStatus(`/files/${forged.toString('base64url')}`)).toBe(404)
  })
})

describe('the address that a link gives', () => {
  const follow = async (endpoint: typeof downloadLink | typeof previewLink, token: string) =>
    (await app.call(endpoint, { body: { token, password: '' } })).data?.url ?? ''
  const link = async (id: string, mostUses: number | null) => {
    const expireTime = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    const { data, msg } = await app.call(createLink, { params: { id }, body: { expireTime, mostUses } }, readerToken)
    if (!data) throw new Error(msg)
    return data
  }

  it('saves the file once if the link has a number of uses', async () => {
    const { id } = await shared()
    const { token } = await link(id, 1)
    const url = await follow(downloadLink, token)
    expect([await readStatus(url), await readStatus(url)]).toEqual([200, 410])
    expect(await follow(downloadLink, token)).toBe('')
  })

  it('ends with the link, and with the access of who made it', async () => {
    const { folder, id } = await shared()
    const [first, second] = [await link(id, null), await link(id, null)]
    const urls = [await follow(previewLink, first.token), await follow(downloadLink, second.token)]
    expect(await Promise.all(urls.map(readStatus))).toEqual([200, 200])
    expect((await app.call(revokeLink, { params: { id, linkId: first.id } }, readerToken)).code).toBe(0)
    expect(await Promise.all(urls.map(readStatus))).toEqual([404, 200])
    await app.sql('delete from document_grants where document_id = $1', [folder])
    expect(await Promise.all(urls.map(readStatus))).toEqual([404, 404])
  })
})

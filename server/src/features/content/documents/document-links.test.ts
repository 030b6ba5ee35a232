import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentReadersContract } from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { newId } from '../../../kernel/ids.ts'

const { links, createLink, revokeLink, openLink, previewLink, downloadLink } = documentLinksContract
const permissions = ['list', 'share', 'delete', 'edit'].map((each) => `sysDocs:${each}`)

let app: TestApp
let companyId: string
/** Manages all documents. */
let token: string
/** Manages the folder by a grant. */
let maker: Awaited<ReturnType<typeof buildUser>>
let makerToken: string
let editor: string
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '甲公司')
  token = await app.signIn(await buildUser(app, { companyId, permissions: [...permissions, 'sysDocs:manage'] }))
  maker = await buildUser(app, { companyId, permissions })
  makerToken = await app.signIn(maker)
  const person = await buildUser(app, { companyId, permissions })
  editor = await app.signIn(person)
  folder = await buildFolder(app, companyId)
  await buildGrant(app, companyId, folder, 4, { user: maker.id })
  await buildGrant(app, companyId, folder, 3, { user: person.id })
})
// Openings by address are limited, and all of these come from one.
beforeEach(() => app.sql(`delete from limits where key like 'sysDocs.%'`))

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
type Body = Partial<RequestOf<typeof createLink>['body']>
const make = (id: string, body: Body = {}, as = makerToken) =>
  app.call(createLink, { params: { id }, body: { expireTime: inDays(7), ...body } }, as)
const link = async (body: Body = {}, of = folder) => {
  const id = await buildDocument(app, companyId, of)
  const { data, msg } = await make(id, body)
  if (!data) throw new Error(msg)
  return { id, linkId: data.id, token: data.token }
}
const asked = (of: string, password = '') => ({ body: { token: of, password } })
const open = (of: string, password = '') => app.call(openLink, asked(of, password))
const preview = (of: string, password = '') => app.call(previewLink, asked(of, password))
const download = (of: string, password = '') => app.call(downloadLink, asked(of, password))
const listed = async (id: string) => (await app.call(links, { params: { id } }, token)).data ?? []
const readCodes = async (of: string) => [(await open(of)).code, (await preview(of)).code, (await download(of)).code]
const works = [0, 0, 0]
const ended = [8163, 8163, 8163]

describe('a link', () => {
  it('opens, shows and sends the newest version without an account, counted and in the log of the company', async () => {
    const { id, linkId, token: of } = await link()
    const opened = await open(of)
    expect(opened.data).toMatchObject({ locked: false, mime: 'image/png', downloadable: true, usesLeft: null })
    for (const { data } of [await preview(of), await download(of)]) {
      const sent = await app.server.inject({ url: data?.url ?? '' })
      expect(sent.statusCode).toBe(200)
      expect(sent.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    }
    expect(await listed(id)).toMatchObject([{ id: linkId, uses: 2, usesLeft: null, locked: false, managed: true }])
    const log = await app.sql(
      'select event, company_id, actor_id, entity_name from audit_log where entity_id = $1 order by seq',
      [id],
    )
    expect(log.map(({ event, actor_id }) => [event, actor_id === linkId])).toEqual([
      ['docLink.created', false],
      ['docLink.opened', true],
      ['docLink.previewed', true],
      ['docLink.downloaded', true],
    ])
    expect(new Set(log.map((row) => row.company_id))).toEqual(new Set([companyId]))
    expect(log.every(({ entity_name }) => entity_name === opened.data?.title)).toBe(true)
  })
  it('leads to the newest version, whatever it was when the link was made', async () => {
    const { id, token: of } = await link()
    const newer = await link()
    const sent = async (by: string) => (await app.server.inject({ url: (await preview(by)).data?.url ?? '' })).payload
    expect(await sent(of)).not.toBe(await sent(newer.token))
    await app.sql(
      `insert into document_versions (company_id, document_id, number, file_id, created_by)
       select company_id, $1, 2, file_id, created_by from document_versions where document_id = $2`,
      [id, newer.id],
    )
    await app.sql('update documents set versions = 2 where id = $1', [id])
    expect(await sent(of)).toBe(await sent(newer.token))
  })
  it('stores neither its token nor its password', async () => {
    const { linkId, token: of } = await link({ password: 'Secret-Word-1' })
    const [row] = await app.sql('select to_jsonb(document_links)::text as row from document_links where id = $1', [
      linkId,
    ])
    for (const secret of [of, Buffer.from(of).toString('hex'), Buffer.from(of, 'base64url').toString('hex')])
      expect(String(row?.row)).not.toContain(secret)
    expect(String(row?.row)).not.toContain('Secret-Word-1')
    const log = await app.sql(`select to_jsonb(audit_log)::text as row from audit_log where event = 'docLink.created'`)
    expect(log.some((each) => String(each.row).includes(of) || String(each.row).includes('Secret-Word-1'))).toBe(false)
  })
  it('asks for its password, says nothing before, and closes after twenty wrong ones', async () => {
    const { token: of } = await link({ password: '正确的密码啊' })
    expect((await open(of)).data).toMatchObject({ locked: true, title: '', mime: '', size: 0 })
    expect(await open(of, '错误的密码啊')).toMatchObject({ code: 8164, errors: [{ field: 'password' }] })
    expect((await open(of, '正确的密码啊')).data).toMatchObject({ locked: false, mime: 'image/png' })
    expect([(await preview(of)).code, (await download(of)).code]).toEqual([8164, 8164])
    await app.sql(`delete from limits where key like 'doc-link%'`)
    const codes = []
    for (let n = 0; n < 21; n += 1) codes.push((await open(of, `第${n}次猜测密码`)).code)
    expect(codes).toEqual([...Array(20).fill(8164), 429])
    expect((await open(of, '正确的密码啊')).code).toBe(429)
  })
  it('counts wrong passwords, also where others know the right one', async () => {
    const { token: of } = await link({ password: '正确的密码啊' })
    const guess = async (times: number) => {
      const codes = []
      for (let n = 0; n < times; n += 1) codes.push((await open(of, `第${n}次猜测密码`)).code)
      return codes
    }
    expect(await guess(15)).toEqual(Array(15).fill(8164))
    expect((await open(of, '正确的密码啊')).code).toBe(0)
    expect((await preview(of, '正确的密码啊')).code).toBe(0)
    expect(await guess(6)).toEqual([...Array(5).fill(8164), 429])
  })
  it('is shut by wrong passwords at their address alone, and leaves few to many addresses', async () => {
    const { linkId, token: of } = await link({ password: '正确的密码啊' })
    const openFrom = async (remoteAddress: string, password: string) => {
      const payload = { token: of, password }
      return (await app.server.inject({ method: 'POST', url: openLink.path, remoteAddress, payload })).json().code
    }
    const guess = async (address: string, times: number) => {
      const codes = []
      for (let n = 0; n < times; n += 1) codes.push(await openFrom(address, '错误的密码啊'))
      return codes
    }
    const countAs = (counter: string, points: number) =>
      app.sql('update limits set points = $1 where key like $2', [points, `${counter}:${linkId}%`])
    expect(await guess('203.0.113.5', 1)).toEqual([8164])
    await countAs('doc-link', 20)
    expect(await openFrom('203.0.113.5', '正确的密码啊')).toBe(429)
    expect(await openFrom('203.0.113.6', '正确的密码啊')).toBe(0)
    await countAs('doc-link-all', 200)
    expect(await guess('203.0.113.7', 4)).toEqual([8164, 8164, 8164, 429])
    expect(await guess('2001:db8::1', 3)).toEqual([8164, 8164, 8164])
    expect(await guess('2001:db8::2', 1)).toEqual([429])
    expect(await openFrom('203.0.113.6', '正确的密码啊')).toBe(0)
  })
  it('is in the log as opened once its password was right, and each wrong one as refused', async () => {
    const { linkId, token: of } = await link({ password: '正确的密码啊' })
    await open(of)
    await open(of, '错误的密码啊')
    await open(of, '正确的密码啊')
    const log = await app.sql('select event, code from audit_log where actor_id = $1 order by seq', [linkId])
    expect(log).toEqual([
      { event: 'docLink.opened', code: 8164 },
      { event: 'docLink.opened', code: 0 },
    ])
  })
  it('is used as often as it says, even at once', async () => {
    const { id, token: of } = await link({ mostUses: 3 })
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? preview(of) : download(of))))
    expect(outcomes.filter(({ code }) => code === 0).length).toBe(3)
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([0, 8165]))
    expect(await listed(id)).toMatchObject([{ uses: 3, usesLeft: 0 }])
    expect((await open(of)).data).toMatchObject({ usesLeft: 0 })
  })
  it('may show the file only', async () => {
    const { token: of } = await link({ downloadable: false })
    expect(await readCodes(of)).toEqual([0, 0, 8166])
    expect((await open(of)).data).toMatchObject({ downloadable: false })
  })
  it('is limited by address', async () => {
    const { token: of } = await link()
    const codes = []
    for (let n = 0; n < 61; n += 1) codes.push((await open(of)).code)
    expect([codes.slice(0, 60).every((code) => code === 0), codes.at(-1)]).toEqual([true, 429])
  })
})

describe('a link ends', () => {
  it('when it is revoked, and is then gone', async () => {
    const { id, linkId, token: of } = await link()
    const params = { id, linkId }
    expect((await app.call(revokeLink, { params }, makerToken)).code).toBe(0)
    expect(await readCodes(of)).toEqual(ended)
    expect((await app.call(revokeLink, { params }, makerToken)).code).toBe(404)
    expect(await listed(id)).toEqual([])
  })
  it('at its time', async () => {
    const { id, linkId, token: of } = await link()
    await app.sql(`update document_links set expires_at = now() - interval '1 second' where id = $1`, [linkId])
    expect(await readCodes(of)).toEqual(ended)
    expect(await listed(id)).toEqual([])
  })
  it('with its file or a folder above in the trash, and works again once that is restored', async () => {
    const within = await buildFolder(app, companyId, undefined, folder)
    const { id, token: of } = await link({}, within)
    for (const trashed of [id, within]) {
      await app.call(documentsContract.remove, { params: { id: trashed } }, token)
      expect(await readCodes(of)).toEqual(ended)
      await app.sql('update documents set trashed_at = null where id = $1', [trashed])
      expect(await readCodes(of)).toEqual(works)
    }
  })
  it('when its maker no longer manages the file, may no longer share, or is disabled', async () => {
    const { id, token: of } = await link()
    const changes = [
      [
        'update document_grants set level = 3 where user_id = $1',
        'update document_grants set level = 4 where user_id = $1',
      ],
      ['update users set status = 0 where id = $1', 'update users set status = 1 where id = $1'],
    ] as const
    for (const [lose, regain] of changes) {
      await app.sql(lose, [maker.id])
      expect(await readCodes(of)).toEqual(ended)
      expect(await listed(id)).toMatchObject([{ managed: false }])
      await app.sql(regain, [maker.id])
      expect(await readCodes(of)).toEqual(works)
    }
    const role = `role_id in (select role_id from user_roles where user_id = $1)`
    await app.sql(`delete from role_elements where element = 'sysDocs:share' and ${role}`, [maker.id])
    expect(await readCodes(of)).toEqual(ended)
    await app.sql(
      `insert into role_elements (company_id, role_id, element)
       select company_id, role_id, 'sysDocs:share' from user_roles where user_id = $1`,
      [maker.id],
    )
    expect(await readCodes(of)).toEqual(works)
  })
  it('with the account of its maker, and that of whom a membership belongs to', async () => {
    const member = await buildUser(app, { companyId, permissions })
    await buildGrant(app, companyId, folder, 4, { user: member.id })
    const id = await buildDocument(app, companyId, folder)
    const { data } = await make(id, {}, await app.signIn(member))
    const home = await buildCompany(app, '本公司')
    const principal = await buildUser(app, { companyId: home })
    await app.sql(
      `update users set principal_company_id = $2, principal_id = $3, password_hash = '', phone = null, email = null,
         must_change_password = false, sms_second_step = false, sign_in_notice = false where id = $1`,
      [member.id, home, principal.id],
    )
    expect(await readCodes(data?.token ?? '')).toEqual(works)
    await app.sql('update users set status = 0 where id = $1', [principal.id])
    expect(await readCodes(data?.token ?? '')).toEqual(ended)
    await app.sql('update users set status = 1 where id = $1', [principal.id])
    await app.sql('update users set deleted_at = now() where id = $1', [member.id])
    expect(await readCodes(data?.token ?? '')).toEqual(ended)
    expect(await listed(id)).toMatchObject([{ managed: false }])
  })
  it('while its company admits no users', async () => {
    const { token: of } = await link()
    await app.sql('update companies set status = 0 where id = $1', [companyId])
    expect(await readCodes(of)).toEqual(ended)
    await app.sql('update companies set status = 1, locked_at = now() where id = $1', [companyId])
    expect(await readCodes(of)).toEqual(ended)
    await app.sql('update companies set locked_at = null where id = $1', [companyId])
    expect(await readCodes(of)).toEqual(works)
  })
})

describe('links', () => {
  it('are made by who manages the file, for a time within a year', async () => {
    const id = await buildDocument(app, companyId, folder)
    expect((await make(id, {}, editor)).code).toBe(8153)
    expect((await app.call(links, { params: { id } }, editor)).code).toBe(8153)
    expect(await make(id, { expireTime: inDays(-1) })).toMatchObject({ code: 8167, errors: [{ field: 'expireTime' }] })
    expect(await make(id, { expireTime: inDays(400) })).toMatchObject({ code: 8168, errors: [{ field: 'expireTime' }] })
    expect(await make(id, { password: 'abcde' })).toMatchObject({ code: 400, errors: [{ field: 'password' }] })
    expect(await make(id, { mostUses: 0 })).toMatchObject({ code: 400, errors: [{ field: 'mostUses' }] })
    expect((await make(folder)).code).toBe(404)
    expect((await open('x'.repeat(43))).code).toBe(8163)
    expect((await open('short')).code).toBe(400)
  })
  it('are at most fifty of a file', async () => {
    const { id } = await link()
    await app.sql(
      `insert into document_links (company_id, id, document_id, maker_id, token_hash, expires_at, created_by)
       select company_id, gen_random_uuid(), document_id, maker_id, sha256(gen_random_uuid()::text::bytea), expires_at, created_by
       from document_links, generate_series(1, 49) where document_id = $1`,
      [id],
    )
    expect((await make(id)).code).toBe(8169)
    await app.sql(
      `update document_links set expires_at = now() where id = (select id from document_links where document_id = $1 limit 1)`,
      [id],
    )
    expect((await make(id)).code).toBe(0)
  })
  it('of another company are neither seen nor revoked, and do not open its files', async () => {
    const { id, linkId, token: of } = await link()
    const other = await buildCompany(app, '乙公司')
    const stranger = await app.signIn(
      await buildUser(app, { companyId: other, permissions: [...permissions, 'sysDocs:manage'] }),
    )
    expect((await app.call(links, { params: { id } }, stranger)).code).toBe(404)
    expect((await make(id, {}, stranger)).code).toBe(404)
    const own = await buildDocument(app, other, await buildFolder(app, other))
    for (const documentId of [id, own])
      expect((await app.call(revokeLink, { params: { id: documentId, linkId } }, stranger)).code).toBe(404)
    expect(await readCodes(of)).toEqual(works)
  })
  it('of another company are answered like unknown ones, and so is their file', async () => {
    const { id, linkId } = await link({ password: '正确的密码啊' })
    const other = await buildCompany(app, '丙公司')
    const manager = await buildUser(app, { companyId: other, permissions: [...permissions, 'sysDocs:manage'] })
    const stranger = await app.signIn(manager)
    const own = await buildDocument(app, other, await buildFolder(app, other))
    const answersFor = async (file: string, of: string) => {
      const params = { id: file }
      const version = { params: { id: file, number: 1 } }
      const answers = [
        await app.call(links, { params }, stranger),
        await app.call(createLink, { params, body: { expireTime: inDays(7) } }, stranger),
        await app.call(revokeLink, { params: { id: file, linkId: of } }, stranger),
        await app.call(revokeLink, { params: { id: own, linkId: of } }, stranger),
        await app.call(documentReadersContract.readers, version, stranger),
        await app.call(documentReadersContract.readerSums, version, stranger),
        await app.call(documentReadersContract.downloads, { params }, stranger),
        await app.call(documentReadersContract.exportDownloads, { params, body: {} }, stranger),
      ]
      return answers.map(({ status, code, msg, data }) => ({ status, code, msg, data }))
    }
    const foreign = await answersFor(id, linkId)
    expect(foreign.map(({ code }) => code)).toEqual(Array(8).fill(404))
    expect(foreign).toEqual(await answersFor(newId(), newId()))
    expect((await listed(id)).length).toBe(1)
  })
  it('are told apart in the log when they are revoked', async () => {
    const { id, linkId } = await link({ mostUses: 3, downloadable: false })
    await app.call(revokeLink, { params: { id, linkId } }, makerToken)
    const [row] = await app.sql(`select before from audit_log where event = 'docLink.revoked' and entity_id = $1`, [id])
    expect(row?.before).toMatchObject({ downloadable: false, mostUses: 3, hasPassword: false })
  })
})

import { randomBytes } from 'node:crypto'
import { documentPartsPath, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { sendInParts } from '../../../../test/send-in-parts.ts'

const { folders, createFolder, list, get, create, addVersion, restoreVersion, download, rename, move, remove } =
  documentsContract
const permissions = ['list', 'add', 'edit', 'delete', 'download', 'share'].map((each) => `sysDocs:${each}`)

let app: TestApp
let companyId: string
let user: Awaited<ReturnType<typeof buildUser>>
let token: string
/** Holds every permission but that on all documents. */
let colleague: typeof user
let colleagueToken: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '甲公司')
  user = await buildUser(app, { companyId, permissions: [...permissions, 'sysUploads:list', 'sysUploads:delete'] })
  token = await app.signIn(user)
  colleague = await buildUser(app, { companyId, permissions })
  colleagueToken = await app.signIn(colleague)
})

const folderNamed = async (title: string, parentId: string | null = null, as = token) => {
  const { data, msg } = await app.call(createFolder, { body: { title, parentId } }, as)
  if (!data) throw new Error(msg)
  return data.id
}
const text = () => Buffer.from(randomBytes(50).toString('hex'))
const arrive = (name: string, bytes: Uint8Array = text(), as = token) =>
  sendInParts(app, as, documentPartsPath, bytes, name)
type Extra = Partial<RequestOf<typeof create>['body']>
const put = async (folderId: string, name: string, bytes?: Uint8Array, extra: Extra = {}, as = token) =>
  app.call(create, { body: { fileId: await arrive(name, bytes, as), folderId, ...extra } }, as)
const putFile = async (folderId: string, name: string, bytes?: Uint8Array) => {
  const { data, msg } = await put(folderId, name, bytes)
  if (!data) throw new Error(msg)
  return data.id
}
const titlesIn = async (folderId?: string, search = '', as = token) => {
  const query = { size: 50, search, ...(folderId !== undefined && { 'f.folderId': folderId }) }
  return ((await app.call(list, { query }, as)).data ?? []).map(({ title }) => title).sort()
}
const read = async (id: string, as = token) => (await app.call(get, { params: { id } }, as)).data
const readFolders = async (as = token) => (await app.call(folders, {}, as)).data ?? []
const readVersion = async (id: string) =>
  Number((await app.sql('select version from documents where id = $1', [id]))[0]?.version)

describe('folders', () => {
  it('are created at the top by who manages them then, and below within the rights there', async () => {
    const top = await folderNamed('制度')
    const below = await folderNamed('人事', top)
    expect((await readFolders()).filter(({ id }) => [top, below].includes(id))).toMatchObject([
      { id: below, parentId: top, level: 'manage', inherits: true, files: 0 },
      { id: top, parentId: null, level: 'manage' },
    ])
    expect((await readFolders(colleagueToken)).map(({ id }) => id)).not.toContain(top)
    const body = { title: '财务', parentId: top }
    expect((await app.call(createFolder, { body }, colleagueToken)).code).toBe(404)
    await buildGrant(app, companyId, top, 1, { user: colleague.id })
    expect((await app.call(createFolder, { body }, colleagueToken)).code).toBe(8152)
  })
  it('hold each name once, whatever its case', async () => {
    const top = await folderNamed('Names')
    await folderNamed('Inside', top)
    for (const parentId of [null, top]) {
      const title = parentId === null ? 'NAMES' : 'inside'
      const refused = await app.call(createFolder, { body: { title, parentId } }, token)
      expect(refused).toMatchObject({ code: 8150, errors: [{ field: 'title' }] })
    }
    const bad = await app.call(createFolder, { body: { title: 'a/b', parentId: top } }, token)
    expect(bad).toMatchObject({ code: 400, errors: [{ field: 'title' }] })
  })
  it('do not tell of what one may not see by its name', async () => {
    const [top, hidden] = [await folderNamed('共用资料'), await folderNamed('裁员方案')]
    await buildGrant(app, companyId, top, 3, { user: colleague.id })
    const closed = await folderNamed('董事会纪要', top)
    await app.sql('update documents set inherits = false where id = $1', [closed])
    const own =
      (await app.call(createFolder, { body: { title: '自己的', parentId: top } }, colleagueToken)).data?.id ?? ''
    const places = [
      [null, '裁员方案'],
      [top, '董事会纪要'],
    ] as const
    for (const [parentId, title] of places) {
      const made = await app.call(createFolder, { body: { title, parentId } }, colleagueToken)
      expect(made).toMatchObject({ code: 8170, errors: [{ field: 'title' }] })
    }
    const renaming = { title: '董事会纪要', version: await readVersion(own) }
    expect((await app.call(rename, { params: { id: own }, body: renaming }, colleagueToken)).code).toBe(8170)
    expect((await put(top, '一.txt', undefined, { path: ['董事会纪要'] }, colleagueToken)).code).toBe(8170)
    await buildGrant(app, companyId, hidden, 1, { user: colleague.id })
    const seen = await app.call(createFolder, { body: { title: '裁员方案', parentId: null } }, colleagueToken)
    expect(seen.code).toBe(8150)
  })
  it('are at most twenty levels deep', async () => {
    let id = await folderNamed('深')
    const second = await folderNamed('另一棵')
    for (let level = 2; level <= 20; level += 1) id = await folderNamed(`第${level}级`, id)
    expect((await app.call(createFolder, { body: { title: '太深', parentId: id } }, token)).code).toBe(8156)
    const moved = await app.call(move, { params: { id: second }, body: { folderId: id, version: 1 } }, token)
    expect(moved.code).toBe(8156)
  })
})

describe('a file', () => {
  it('arrives in parts, is listed, read and downloaded under its name', async () => {
    const folder = await folderNamed('上传')
    const bytes = text()
    const id = await putFile(folder, '说明.txt', bytes)
    const row = {
      title: '说明.txt',
      folderId: folder,
      mime: 'text/plain',
      size: bytes.length,
      versions: 1,
      state: 'ready',
    }
    expect((await app.call(list, { query: { 'f.folderId': folder } }, token)).data).toMatchObject([
      { ...row, id, level: 'manage', createBy: { id: user.id } },
    ])
    expect(await read(id)).toMatchObject({
      ...row,
      path: [{ id: folder, title: '上传' }],
      history: [{ number: 1, size: bytes.length, note: '', createBy: { id: user.id } }],
    })
    const { data } = await app.call(download, { params: { id }, body: {} }, token)
    const sent = await app.server.inject({ url: data?.url ?? '' })
    expect(sent.rawPayload.equals(bytes)).toBe(true)
    expect(sent.headers['content-disposition']).toContain(encodeURIComponent('说明.txt'))
    const part = await app.server.inject({ url: data?.url ?? '', headers: { range: 'bytes=10-19' } })
    expect([part.statusCode, part.rawPayload.equals(bytes.subarray(10, 20))]).toEqual([206, true])
    const [audited] = await app.sql(`select event, entity_name from audit_log where entity_id = $1 order by seq desc`, [
      id,
    ])
    expect(audited).toEqual({ event: 'doc.downloaded', entity_name: '说明.txt' })
  })
  it('of a dropped folder lies in the folders of its path, created once', async () => {
    const folder = await folderNamed('拖入')
    const path = ['项目', '图纸']
    expect((await put(folder, '一.txt', undefined, { path })).code).toBe(0)
    expect((await put(folder, '二.txt', undefined, { path })).code).toBe(0)
    const created = (await readFolders()).filter(({ title }) => path.includes(title))
    expect(created.map(({ title, files }) => [title, files]).sort()).toEqual([
      ['图纸', 2],
      ['项目', 0],
    ])
    const events = await app.sql(
      `select count(*)::int as n from audit_log where event = 'docFolder.created' and entity_name = any($1)`,
      [path],
    )
    expect(events[0]?.n).toBe(2)
    expect((await put(folder, '三.txt', undefined, { path: ['一.txt'] })).code).toBe(0)
    expect((await put(folder, '一.txt', undefined, {})).code).toBe(8150)
  })
  it('takes only the caller’s own upload, and each once', async () => {
    const folder = await folderNamed('本人')
    const foreign = await arrive('别人的.txt', text(), colleagueToken)
    expect((await app.call(create, { body: { fileId: foreign, folderId: folder } }, token)).code).toBe(8154)
    const own = await arrive('本人的.txt')
    expect((await app.call(create, { body: { fileId: own, folderId: folder } }, token)).code).toBe(0)
    expect((await app.call(create, { body: { fileId: own, folderId: folder } }, token)).code).toBe(8154)
  })
  it('is sent by its documents alone, and not deleted behind their back', async () => {
    const folder = await folderNamed('受保护')
    const id = await putFile(folder, '机密.txt')
    const [row] = await app.sql('select file_id from document_versions where document_id = $1', [id])
    const params = { id: String(row?.file_id) }
    expect((await app.call(uploadsContract.file, { params }, token)).code).toBe(uploadsErrors.guarded.code)
    const stored = (await app.call(uploadsContract.get, { params }, token)).data
    expect(stored).toMatchObject({ url: '', references: [{ kind: 'document', id, name: '机密.txt' }] })
    expect((await callAndConfirm(app, uploadsContract.remove, { params }, token)).done.code).toBe(8161)
    expect(await read(id)).toMatchObject({ versions: 1 })
  })
})

describe('versions', () => {
  it('come from files of the same name and from uploads onto a file, and are restored', async () => {
    const folder = await folderNamed('版本')
    const [first, second] = [text(), text()]
    const id = await putFile(folder, '手册.txt', first)
    expect(await putFile(folder, '手册.txt', second)).toBe(id)
    const fileId = await arrive('新手册.md', text())
    expect((await app.call(addVersion, { params: { id }, body: { fileId, note: '改版' } }, token)).code).toBe(0)
    expect(await read(id)).toMatchObject({
      title: '手册.md',
      versions: 3,
      history: [
        { number: 3, note: '改版' },
        { number: 2, size: second.length },
        { number: 1, size: first.length },
      ],
    })
    expect((await app.call(restoreVersion, { params: { id, number: 1 } }, token)).code).toBe(0)
    expect((await read(id))?.history[0]).toMatchObject({ number: 4, note: '恢复自第 1 版', size: first.length })
    expect((await read(id))?.title).toBe('手册.txt')
    const { data } = await app.call(download, { params: { id }, body: { number: 2 } }, token)
    expect((await app.server.inject({ url: data?.url ?? '' })).rawPayload.equals(second)).toBe(true)
    const { data: third } = await app.call(download, { params: { id }, body: { number: 3 } }, token)
    const sent = await app.server.inject({ url: third?.url ?? '' })
    expect(sent.headers['content-disposition']).toContain(encodeURIComponent('手册.md'))
    expect((await app.call(download, { params: { id }, body: { number: 9 } }, token)).code).toBe(404)
  })
  it('take the next number each, even at once', async () => {
    const folder = await folderNamed('并发')
    const id = await putFile(folder, '并发.txt')
    const files = await Promise.all(Array.from({ length: 5 }, (_, n) => arrive(`并发${n}.txt`)))
    await Promise.all(files.map((fileId) => app.call(addVersion, { params: { id }, body: { fileId } }, token)))
    expect((await read(id))?.history.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1])
  })
  it('obey the rights of their file', async () => {
    const folder = await folderNamed('旧版本')
    const id = await buildDocument(app, companyId, folder, { versions: 2 })
    await buildGrant(app, companyId, folder, 1, { user: colleague.id })
    expect((await read(id, colleagueToken))?.level).toBe('view')
    for (const number of [1, 2])
      expect((await app.call(download, { params: { id }, body: { number } }, colleagueToken)).code).toBe(8151)
    const restored = await app.call(restoreVersion, { params: { id, number: 1 } }, colleagueToken)
    expect(restored.code).toBe(8152)
  })
})

describe('renaming and moving', () => {
  it('keeps the ending of a file, and names its downloads', async () => {
    const folder = await folderNamed('改名')
    const id = await putFile(folder, '旧名.txt')
    const body = { title: '新名', version: (await read(id))?.version ?? 0 }
    expect((await app.call(rename, { params: { id }, body }, token)).code).toBe(0)
    expect((await app.call(rename, { params: { id }, body }, token)).code).toBe(409)
    const { data } = await app.call(download, { params: { id }, body: {} }, token)
    const sent = await app.server.inject({ url: data?.url ?? '' })
    expect(sent.headers['content-disposition']).toContain(encodeURIComponent('新名.txt'))
  })
  it('moves within the rights of both folders, and never into itself', async () => {
    const [from, to] = [await folderNamed('来处'), await folderNamed('去处')]
    const inner = await folderNamed('内层', from)
    const id = await putFile(from, '搬家.txt')
    const version = await readVersion(id)
    const foreign = await buildFolder(app, companyId, '别人的文件夹')
    const moveTo = (folderId: string | null) => app.call(move, { params: { id }, body: { folderId, version } }, token)
    expect((await moveTo(foreign)).code).toBe(404)
    await buildGrant(app, companyId, foreign, 2, { user: user.id })
    expect((await moveTo(foreign)).code).toBe(8152)
    expect((await moveTo(null)).code).toBe(8157)
    expect((await moveTo(to)).code).toBe(0)
    expect([await titlesIn(from), await titlesIn(to)]).toEqual([[], ['搬家.txt']])
    const body = { folderId: inner, version: await readVersion(from) }
    expect((await app.call(move, { params: { id: from }, body }, token)).code).toBe(8155)
  })
  it('to the top is for who manages the folder, and out of a folder not for who only edits that', async () => {
    const top = await buildFolder(app, companyId)
    const [plain, closed] = [
      await buildFolder(app, companyId, '普通', top),
      await buildFolder(app, companyId, '封闭', top),
    ]
    await app.sql('update documents set inherits = false where id = $1', [closed])
    await buildGrant(app, companyId, top, 3, { user: colleague.id })
    await buildGrant(app, companyId, closed, 1, { user: colleague.id })
    const moveAs = async (id: string, folderId: string | null) => {
      const body = { folderId, version: await readVersion(id) }
      return (await app.call(move, { params: { id }, body }, colleagueToken)).code
    }
    expect(await moveAs(plain, null)).toBe(8153)
    expect(await moveAs(closed, null)).toBe(8152)
    const body = { title: '改名', version: await readVersion(closed) }
    expect((await app.call(rename, { params: { id: closed }, body }, colleagueToken)).code).toBe(8152)
    expect((await app.call(remove, { params: { id: closed } }, colleagueToken)).code).toBe(8152)
    await buildGrant(app, companyId, plain, 4, { user: colleague.id })
    expect(await moveAs(plain, null)).toBe(0)
  })
  it('makes no cycle of two moves at once', async () => {
    const [one, other] = [await folderNamed('甲环'), await folderNamed('乙环')]
    const into = async (id: string, folderId: string) =>
      app.call(move, { params: { id }, body: { folderId, version: await readVersion(id) } }, token)
    const outcomes = await Promise.all([into(one, other), into(other, one)])
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 8155])
  })
})

describe('the search', () => {
  it('covers a folder with all below it, and only what the caller may see', async () => {
    const top = await folderNamed('搜索')
    const below = await folderNamed('下级', top)
    const hidden = await buildFolder(app, companyId, '看不到')
    await putFile(top, '年报上.txt')
    await putFile(below, '年报下.txt')
    await buildDocument(app, companyId, hidden, { name: '年报密.png' })
    expect(await titlesIn(top)).toEqual(['年报上.txt'])
    expect(await titlesIn(top, '年报')).toEqual(['年报上.txt', '年报下.txt'])
    expect(await titlesIn(undefined, '年报')).toEqual(['年报上.txt', '年报下.txt'])
    expect(await titlesIn(undefined, '年报', colleagueToken)).toEqual([])
    expect(await titlesIn(undefined, '%报%')).toEqual([])
  })
  it('answers for ten thousand files in a folder and a tree ten deep', async () => {
    const crowded = await folderNamed('拥挤')
    await putFile(crowded, '一份.txt')
    let deep = crowded
    for (let level = 0; level < 10; level += 1) deep = await folderNamed(`层${level}`, deep)
    // The planner believes the folder to be as small as before.
    await app.superuserSql('analyze documents')
    // Ten thousand references to one file, noted one by one, would take longer than what is tested here.
    await app.sql('alter table document_versions disable trigger file_reference')
    const [file] = await app.sql('select file_id from document_versions limit 1')
    await app.sql(
      `with added as (insert into documents (company_id, id, kind, parent_id, name, versions, type, size, created_by, updated_by)
         select $1, gen_random_uuid(), 'file', $2, '批量' || n || '.txt', 1, 'text/plain', 1, $4, $4 from generate_series(1, 10000) n
         returning id)
       insert into document_versions (company_id, document_id, number, file_id, created_by)
         select $1, added.id, 1, $3, $4 from added`,
      [companyId, crowded, file?.file_id, '{"id":"","name":"系统"}'],
    )
    await app.sql('alter table document_versions enable trigger file_reference')
    const page = await app.call(list, { query: { 'f.folderId': crowded, page: 200, size: 50 } }, token)
    expect([page.data?.length, page.total]).toEqual([50, 10_000])
    await putFile(deep, '最深.txt')
    expect(await titlesIn(crowded, '最深')).toEqual(['最深.txt'])
    expect((await readFolders()).find(({ id }) => id === crowded)?.files).toBe(10_001)
  }, 60_000)
})

it('needs the right of the folder to put a file into the trash', async () => {
  const folder = await folderNamed('删除')
  const id = await putFile(folder, '要删.txt')
  await buildGrant(app, companyId, folder, 2, { user: colleague.id })
  expect((await app.call(remove, { params: { id } }, colleagueToken)).code).toBe(8152)
  expect((await app.call(remove, { params: { id } }, token)).code).toBe(0)
  expect([await titlesIn(folder), await read(id)]).toEqual([[], undefined])
  expect((await app.call(download, { params: { id }, body: {} }, token)).code).toBe(404)
})

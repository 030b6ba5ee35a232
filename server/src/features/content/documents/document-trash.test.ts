import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { trashRetention } from './document-trash.repository.ts'

const { trashed, restore, purge } = documentTrashContract
const { list, folders, remove, createFolder } = documentsContract

let app: TestApp
let companyId: string
let manager: string
let editor: string
let reader: string
let top: string
let inner: string
let file: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '甲公司')
  const rights = ['list', 'add', 'delete'].map((each) => `sysDocs:${each}`)
  const [one, other] = [
    await buildUser(app, { companyId, permissions: rights }),
    await buildUser(app, { companyId, permissions: rights }),
  ]
  manager = await app.signIn(await buildUser(app, { companyId, permissions: [...rights, 'sysDocs:manage'] }))
  editor = await app.signIn(one)
  reader = await app.signIn(other)
  top = await buildFolder(app, companyId, '顶层')
  inner = await buildFolder(app, companyId, '里层', top)
  file = await buildDocument(app, companyId, inner, { name: '文件.png', versions: 2 })
  await buildGrant(app, companyId, top, 3, { user: one.id })
  await buildGrant(app, companyId, top, 2, { user: other.id })
})

const inTrash = async (token: string) =>
  ((await app.call(trashed, { query: {} }, token)).data ?? []).map(({ kind, title }) => `${kind} ${title}`)
const seen = async (token: string) => ({
  folders: ((await app.call(folders, {}, token)).data ?? []).map(({ title }) => title),
  files: ((await app.call(list, { query: {} }, token)).data ?? []).map(({ title }) => title),
})
const all = { folders: ['里层', '顶层'], files: ['文件.png'] }

describe('the trash', () => {
  it('takes a folder with all in it, and gives it back', async () => {
    expect((await app.call(remove, { params: { id: inner } }, reader)).code).toBe(8152)
    expect((await app.call(remove, { params: { id: inner } }, editor)).code).toBe(0)
    expect(await seen(editor)).toEqual({ folders: ['顶层'], files: [] })
    expect([await inTrash(editor), await inTrash(reader)]).toEqual([['folder 里层'], []])
    expect((await app.call(restore, { params: { id: inner }, body: {} }, reader)).code).toBe(8152)
    expect((await app.call(restore, { params: { id: inner }, body: {} }, editor)).code).toBe(0)
    const after = await seen(editor)
    expect({ ...after, folders: after.folders.sort() }).toEqual({ ...all, folders: all.folders.sort() })
  })
  it('leaves a folder at the top to those who manage it', async () => {
    expect((await app.call(remove, { params: { id: top } }, editor)).code).toBe(8152)
    expect((await app.call(remove, { params: { id: top } }, manager)).code).toBe(0)
    expect(await seen(manager)).toEqual({ folders: [], files: [] })
    expect((await app.call(restore, { params: { id: top }, body: {} }, manager)).code).toBe(0)
  })
  it('restores what lies in a trashed folder after that one', async () => {
    for (const id of [file, inner]) expect((await app.call(remove, { params: { id } }, editor)).code).toBe(0)
    expect((await app.call(restore, { params: { id: file }, body: {} }, editor)).code).toBe(8158)
    for (const id of [inner, file]) expect((await app.call(restore, { params: { id }, body: {} }, editor)).code).toBe(0)
    expect((await seen(editor)).files).toEqual(['文件.png'])
  })
  it('frees the name, and asks for it back', async () => {
    expect((await app.call(remove, { params: { id: inner } }, editor)).code).toBe(0)
    const { data } = await app.call(createFolder, { body: { title: '里层', parentId: top } }, editor)
    const refused = await app.call(restore, { params: { id: inner }, body: {} }, editor)
    expect(refused).toMatchObject({ code: 8150, data: { title: '里层（2）' } })
    expect((await app.call(remove, { params: { id: data?.id ?? '' } }, editor)).code).toBe(0)
    expect((await app.call(restore, { params: { id: inner }, body: {} }, editor)).code).toBe(0)
  })
})

describe('what is restored where its name is taken', () => {
  it('gets the name that is offered, with its ending', async () => {
    const folder = await buildFolder(app, companyId, '合同夹', top)
    const old = await buildDocument(app, companyId, folder, { name: '合同.pdf', versions: 1 })
    expect((await app.call(remove, { params: { id: old } }, editor)).code).toBe(0)
    for (const name of ['合同.PDF', '合同（2）.pdf']) await buildDocument(app, companyId, folder, { name, versions: 1 })
    const refused = await app.call(restore, { params: { id: old }, body: {} }, editor)
    expect(refused).toMatchObject({ code: 8150, data: { title: '合同（3）.pdf' } })
    const taken = await app.call(restore, { params: { id: old }, body: { title: '合同（2）' } }, editor)
    expect(taken).toMatchObject({ code: 8150, data: { title: '合同（2）（2）.pdf' } })
    expect((await app.call(restore, { params: { id: old }, body: { title: '合同（3）' } }, editor)).code).toBe(0)
    expect((await seen(editor)).files).toContain('合同（3）.pdf')
    const files = await app.sql(
      'select name from files join document_versions on file_id = files.id where document_id = $1',
      [old],
    )
    expect(files).toMatchObject([{ name: expect.stringMatching(/^合同（3）/) }])
  })
})

describe('what is deleted for good', () => {
  const filesLeft = async () =>
    Number(
      (
        await app.sql(`select count(*)::int as n from files where unused_since is null and company_id = $1`, [
          companyId,
        ])
      )[0]?.n,
    )
  it('needs the right to all documents, and gives its files to the sweep', async () => {
    const folder = await buildFolder(app, companyId, '没用的')
    await buildDocument(app, companyId, folder, { versions: 3 })
    const before = await filesLeft()
    expect((await app.call(purge, { params: { id: folder } }, manager)).code).toBe(404)
    expect((await app.call(remove, { params: { id: folder } }, manager)).code).toBe(0)
    expect((await app.call(purge, { params: { id: folder } }, editor)).status).toBe(403)
    expect((await app.call(purge, { params: { id: folder } }, manager)).code).toBe(0)
    expect(await filesLeft()).toBe(before - 3)
    expect(await inTrash(manager)).not.toContain('folder 没用的')
  })
  it('goes by itself after thirty days', async () => {
    const folder = await buildFolder(app, companyId, '过期的')
    const young = await buildFolder(app, companyId, '刚删的')
    await buildDocument(app, companyId, folder)
    for (const [id, days] of [
      [folder, 31],
      [young, 29],
    ])
      await app.sql(
        `update documents set trashed_by = created_by, trashed_at = now() - make_interval(days => $2) where id = $1`,
        [id, days],
      )
    const left = await inTrash(manager)
    expect([left.includes('folder 过期的'), left.includes('folder 刚删的')]).toEqual([false, true])
    // Folders go after what lies in them.
    for (const expected of [[folder, young], [young]]) {
      for (const statement of trashRetention) await app.database.statement({ text: statement, values: [] })
      const rows = await app.sql('select id from documents where id = any($1)', [[folder, young]])
      expect(rows.map(({ id }) => id).sort()).toEqual([...expected].sort())
    }
  })
})

import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { list, folders, move, remove } = documentsContract
const { trashed } = documentTrashContract
const permissions = ['list', 'add', 'edit', 'delete', 'download', 'share'].map((each) => `sysDocs:${each}`)
const [edit, manage] = [3, 4]

let app: TestApp
let companyId: string
/** Edits `shared`, which the manager manages, and manages `own`. */
let editor: Awaited<ReturnType<typeof buildUser>>
let manager: typeof editor
let token: string
let managerToken: string
let shared: string
let own: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '移动公司')
  editor = await buildUser(app, { companyId, permissions })
  manager = await buildUser(app, { companyId, permissions })
  token = await app.signIn(editor)
  managerToken = await app.signIn(manager)
})
beforeEach(async () => {
  ;[shared, own] = [await buildFolder(app, companyId), await buildFolder(app, companyId)]
  await buildGrant(app, companyId, shared, edit, { user: editor.id })
  await buildGrant(app, companyId, shared, manage, { user: manager.id })
  await buildGrant(app, companyId, own, manage, { user: editor.id })
})

const moveTo = async (id: string, folderId: string | null, as = token) => {
  const version = Number((await app.sql('select version from documents where id = $1', [id]))[0]?.version)
  return (await app.call(move, { params: { id }, body: { folderId, version } }, as)).code
}
const readPlace = async (id: string) =>
  (await app.sql('select parent_id from documents where id = $1', [id]))[0]?.parent_id
const readLevel = async (id: string, as: string) => {
  const query = { size: 50 }
  const rows = [
    ...((await app.call(list, { query }, as)).data ?? []),
    ...((await app.call(folders, {}, as)).data ?? []),
  ]
  return rows.find((row) => row.id === id)?.level
}
/** A folder that does not inherit, managed by the manager. */
const buildShut = async (parentId: string) => {
  const id = await buildFolder(app, companyId, undefined, parentId)
  await app.sql('update documents set inherits = false where id = $1', [id])
  await buildGrant(app, companyId, id, manage, { user: manager.id })
  return id
}

describe('a move by who edits a folder', () => {
  it('into a folder of their own is refused, as it would change who manages what is moved', async () => {
    const [file, folder] = [
      await buildDocument(app, companyId, shared),
      await buildFolder(app, companyId, undefined, shared),
    ]
    for (const id of [file, folder]) {
      expect(await moveTo(id, own)).toBe(8153)
      expect(await readPlace(id)).toBe(shared)
      expect([await readLevel(id, token), await readLevel(id, managerToken)]).toEqual(['edit', 'manage'])
    }
    const checked = await bulkCaller(app, token, 'doc').checked('move', { ids: [file] }, { folderId: own })
    expect(checked.verdicts).toMatchObject({ change: 0, refused: 1 })
  })
  it('into a folder that others manage besides is refused too: a move grants nothing that they could not grant', async () => {
    const below = await buildFolder(app, companyId, undefined, shared)
    await buildGrant(app, companyId, below, manage)
    const file = await buildDocument(app, companyId, shared)
    expect(await moveTo(file, below)).toBe(8153)
    expect(await readLevel(file, token)).toBe('edit')
  })
  it('within the same managers is made', async () => {
    const below = await buildFolder(app, companyId, undefined, shared)
    const file = await buildDocument(app, companyId, shared)
    expect(await moveTo(file, below)).toBe(0)
    expect(await moveTo(file, shared)).toBe(0)
    expect(await moveTo(below, own)).toBe(8153)
  })
  it('is made into any folder that they edit once they manage what they move', async () => {
    const file = await buildDocument(app, companyId, shared)
    await buildGrant(app, companyId, file, manage, { user: editor.id })
    expect(await moveTo(file, own)).toBe(0)
    expect([await readLevel(file, token), await readLevel(file, managerToken)]).toEqual(['manage', undefined])
  })
})

describe('a folder that does not inherit', () => {
  it('is taken along into another folder or the trash by who manages it alone', async () => {
    const outer = await buildFolder(app, companyId, undefined, shared)
    const shut = await buildShut(await buildFolder(app, companyId, undefined, outer))
    const below = await buildFolder(app, companyId, undefined, shared)
    await buildGrant(app, companyId, outer, manage, { user: editor.id })
    for (const to of [own, below, null]) expect([to, await moveTo(outer, to)]).toEqual([to, 8172])
    expect((await app.call(remove, { params: { id: outer } }, token)).code).toBe(8172)
    expect((await app.call(trashed, {}, token)).data).toEqual([])
    expect(await readLevel(shut, managerToken)).toBe('manage')
    expect(await moveTo(outer, below, managerToken)).toBe(0)
    expect((await app.call(remove, { params: { id: outer } }, managerToken)).code).toBe(0)
  })
})

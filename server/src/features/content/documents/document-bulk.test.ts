import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { list } = documentsContract
const rights = ['list', 'add', 'edit', 'delete'].map((each) => `sysDocs:${each}`)

let app: TestApp
let companyId: string
let editor: string
let reader: string
let from: string
let to: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${Date.now()}${Math.random()}`)
  const [one, other] = [
    await buildUser(app, { companyId, permissions: rights }),
    await buildUser(app, { companyId, permissions: rights }),
  ]
  editor = await app.signIn(one)
  reader = await app.signIn(other)
  from = await buildFolder(app, companyId, '来源')
  to = await buildFolder(app, companyId, '目标')
  for (const folder of [from, to]) {
    await buildGrant(app, companyId, folder, 3, { user: one.id })
    await buildGrant(app, companyId, folder, 1, { user: other.id })
  }
})
const titlesIn = async (folderId: string) =>
  ((await app.call(list, { query: { 'f.folderId': folderId, size: 50 } }, editor)).data ?? [])
    .map(({ title }) => title)
    .sort()

describe('many files', () => {
  it('are moved, except those of a name that is taken, and moved back', async () => {
    const first = await buildDocument(app, companyId, from, { name: '甲.png' })
    const taken = await buildDocument(app, companyId, from, { name: '乙.png' })
    const there = await buildDocument(app, companyId, to, { name: '乙.png' })
    const bulk = bulkCaller(app, editor, 'doc')
    const checked = await bulk.checked('move', { ids: [first, taken, there] }, { folderId: to })
    expect(checked).toMatchObject({ title: '移动文件', verdicts: { change: 1, same: 1, refused: 0, conflict: 1 } })
    const { data } = await bulk.apply(checked.id)
    expect(await titlesIn(to)).toEqual(['乙.png', '甲.png'])
    expect(await titlesIn(from)).toEqual(['乙.png'])
    await bulk.undo(data?.runId ?? null)
    expect(await titlesIn(from)).toEqual(['乙.png', '甲.png'])
    expect(await titlesIn(to)).toEqual(['乙.png'])
  })
  it('of a folder are deleted, and restored', async () => {
    for (const name of ['甲.png', '乙.png']) await buildDocument(app, companyId, from, { name })
    await buildDocument(app, companyId, to, { name: '丙.png' })
    const bulk = bulkCaller(app, editor, 'doc')
    const checked = await bulk.checked('remove', { filter: { search: '', 'f.folderId': from } })
    expect(checked).toMatchObject({ total: 2, verdicts: { change: 2 } })
    const { data } = await bulk.apply(checked.id)
    expect([await titlesIn(from), await titlesIn(to)]).toEqual([[], ['丙.png']])
    await bulk.undo(data?.runId ?? null)
    expect(await titlesIn(from)).toEqual(['乙.png', '甲.png'])
  })
  it('stay for those who may only see them', async () => {
    const id = await buildDocument(app, companyId, from, { name: '甲.png' })
    const { verdicts } = await bulkCaller(app, reader, 'doc').checked('remove', { ids: [id] })
    expect(verdicts).toMatchObject({ change: 0, refused: 1 })
  })
})

import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { exportDocuments, list } = documentsContract
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

it('exports the files that the caller may see, of a folder or ticked, and none of another company', async () => {
  const companyId = await buildCompany(app, '甲公司')
  const permissions = ['sysDocs:list', 'sysDocs:export']
  const reader = await buildUser(app, { companyId, permissions })
  const token = await app.signIn(reader)
  const [open, hidden] = [await buildFolder(app, companyId), await buildFolder(app, companyId)]
  await buildGrant(app, companyId, open, 2, { user: reader.id })
  const [first, second] = [await buildDocument(app, companyId, open), await buildDocument(app, companyId, open)]
  const unseen = await buildDocument(app, companyId, hidden)
  const foreign = await buildCompany(app, '乙公司')
  const elsewhere = await buildDocument(app, foreign, await buildFolder(app, foreign))

  const exportRows = async (body: object) => {
    const { raw } = await app.call(exportDocuments, { body: { format: 'xlsx', ...body } }, token)
    return (await readWorkbook(raw)).文档 ?? []
  }
  const [titles, ...rows] = await exportRows({})
  expect(titles).toEqual('名称 文件夹 类型 大小（字节） 版本 我的权限 创建时间 创建人 修改时间 修改人'.split(' '))
  const { data = [] } = await app.call(list, { query: {} }, token)
  expect(data.map(({ id }) => id).sort()).toEqual([first, second].sort())
  expect(rows.map(([title, folder]) => [title, folder]).sort()).toEqual(
    data.map(({ title, folderTitle }) => [title, folderTitle]).sort(),
  )
  expect(rows.map((row) => row[5])).toEqual(['可下载', '可下载'])
  expect(await exportRows({ ids: [first, unseen, elsewhere], columns: ['versions'] })).toEqual([['版本'], [1]])
  expect(await exportRows({ 'f.folderId': hidden, columns: ['title'] })).toEqual([['名称']])

  const without = await app.signIn(await buildUser(app, { companyId, permissions: ['sysDocs:list'] }))
  expect((await app.call(exportDocuments, { body: {} }, without)).status).toBe(403)
})

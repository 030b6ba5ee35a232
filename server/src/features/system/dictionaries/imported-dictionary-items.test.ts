import { beforeAll, expect, it } from 'vitest'
import { buildSheet } from '../../../../test/filled-workbook.ts'
import { createImportStage, type ImportStage } from '../../../../test/import-stage.ts'

const rights = ['list', 'add', 'edit', 'delete'].map((operation) => `sysDicts:${operation}`)
const titles = ['分组编码', '编码', '名称', '上级编码', '排序', '颜色', '状态']

let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})
const own = (companyId: string) =>
  stage.app.sql(
    `select code, name, parent from dict_layers where company_id = $1 and removed_at is null order by code`,
    [companyId],
  )

it('imports items of a company, children before their parents too, and takes them back', async () => {
  const { token, companyId } = await stage.signInNew(rights)
  const rows = [
    ['orgKind', 'unit', '班组', 'plant', 2, '', '启用'],
    ['orgKind', 'plant', '工厂', '', 1, '绿色', '启用'],
    ['orgKind', 'dept', '部门二', '', 1, '', '启用'],
    ['orgKind', 'lost', '无主', 'nowhere', 1, '', '启用'],
  ]
  const id = await stage.upload(token, 'dictItem', [buildSheet(titles, rows)])
  expect((await stage.check(token, id)).counts).toEqual({ total: 4, new: 2, changed: 0, same: 0, refused: 2 })
  const refused = await stage.readRows(token, id, { 'f.verdict': 'refused' })
  expect(refused.map(({ row, problems }) => [row, problems[0]?.field])).toEqual([
    [4, ''],
    [5, 'parent'],
  ])
  const { runId } = await stage.apply(token, id)
  expect(await own(companyId)).toEqual([
    { code: 'plant', name: '工厂', parent: null },
    { code: 'unit', name: '班组', parent: 'plant' },
  ])
  expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 2, skipped: 0 })
  expect(await own(companyId)).toEqual([])
})

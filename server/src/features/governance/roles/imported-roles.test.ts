import { beforeAll, expect, it } from 'vitest'
import { buildSheet } from '../../../../test/filled-workbook.ts'
import { createImportStage, type ImportStage } from '../../../../test/import-stage.ts'

const rights = ['list', 'add', 'edit', 'delete'].map((operation) => `sysRoles:${operation}`)
const titles = ['角色', '编码', '类型', '上级角色', '描述']

let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})
const stored = (companyId: string) =>
  stage.app.sql(
    `select roles.name, roles.code, above.code as above from roles
     left join roles above on above.company_id = roles.company_id and above.id = roles.parent_id
     where roles.company_id = $1 and roles.code in ('store', 'clerk') order by roles.code`,
    [companyId],
  )

it('imports roles below others of the same file, and takes them back', async () => {
  const { token, companyId } = await stage.signInNew(rights)
  const rows = [
    ['店员', 'clerk', '自定义', '店长', ''],
    ['店长', 'store', '自定义', '', '管理一家门店'],
  ]
  const id = await stage.upload(token, 'role', [buildSheet(titles, rows)])
  expect((await stage.check(token, id)).counts).toEqual({ total: 2, new: 2, changed: 0, same: 0, refused: 0 })
  const { runId } = await stage.apply(token, id)
  expect(await stored(companyId)).toEqual([
    { name: '店员', code: 'clerk', above: 'store' },
    { name: '店长', code: 'store', above: null },
  ])

  const again = await stage.upload(token, 'role', [
    buildSheet(titles, [
      ['店员', 'clerk', '自定义', '店长', '收银'],
      ['店长', 'store', '内置', '', ''],
    ]),
  ])
  expect((await stage.check(token, again)).counts).toMatchObject({ changed: 1, refused: 1 })
  const [changed] = await stage.readRows(token, again, { 'f.verdict': 'changed' })
  expect(changed?.changes).toEqual([{ field: 'desc', title: '描述', before: '', after: '收银' }])

  expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 2, skipped: 0 })
  expect(await stored(companyId)).toEqual([])
})

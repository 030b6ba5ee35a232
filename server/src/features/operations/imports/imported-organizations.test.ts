import { beforeAll, expect, it } from 'vitest'
import { buildSheet } from '../../../../test/filled-workbook.ts'
import { createImportStage, type ImportStage } from '../../../../test/import-stage.ts'

const rights = ['list', 'add', 'edit', 'delete', 'members'].map((operation) => `sysOrgs:${operation}`)
const titles = ['组织名称', '编码', '上级组织', '类型', '状态']

let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})
const tree = async (companyId: string) =>
  stage.app.sql(
    `select orgs.name, above.name as above from orgs
     left join orgs above on above.company_id = orgs.company_id and above.id = orgs.parent_id
     where orgs.company_id = $1 order by orgs.path, orgs.name`,
    [companyId],
  )

it('imports organisations below others of the same file, wherever those stand in it', async () => {
  const { token, companyId } = await stage.signInNew(rights)
  const id = await stage.upload(token, 'organization', [
    buildSheet(titles, [
      ['一组', 'team1', '总公司 / 财务部', '小组', '启用'],
      ['财务部', 'finance', '总公司', '部门', '启用'],
      ['总公司', 'head', '', '公司', '启用'],
      ['二组', 'team2', '总公司/没有的部门', '小组', '启用'],
    ]),
  ])
  const { counts } = await stage.check(token, id)
  expect(counts).toEqual({ total: 4, new: 3, changed: 0, same: 0, refused: 1 })
  const [refused] = await stage.readRows(token, id, { 'f.verdict': 'refused' })
  expect(refused).toMatchObject({ row: 5, problems: [{ title: '上级组织', msg: '没有“总公司/没有的部门”' }] })
  expect(await tree(companyId)).toEqual([])

  const { runId } = await stage.apply(token, id)
  expect(await tree(companyId)).toEqual(
    expect.arrayContaining([
      { name: '总公司', above: null },
      { name: '财务部', above: '总公司' },
      { name: '一组', above: '财务部' },
    ]),
  )
  expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 3, skipped: 0 })
  expect(await tree(companyId)).toEqual([])
})

it('changes an organisation where it is, and moves none', async () => {
  const { token } = await stage.signInNew(rights)
  const first = await stage.upload(token, 'organization', [
    buildSheet(titles, [
      ['总公司', 'head', '', '公司', '启用'],
      ['财务部', 'finance', '总公司', '部门', '启用'],
    ]),
  ])
  await stage.check(token, first)
  await stage.apply(token, first)
  const second = await stage.upload(token, 'organization', [
    buildSheet(titles, [
      ['总部', 'head', '', '公司', '启用'],
      ['财务部', 'finance', '总公司', '小组', '启用'],
    ]),
  ])
  expect((await stage.check(token, second)).counts).toMatchObject({ changed: 2, refused: 0 })
  const moved = await stage.upload(token, 'organization', [
    buildSheet(titles, [
      ['分公司', 'branch', '', '公司', '启用'],
      ['财务部', 'finance', '分公司', '部门', '启用'],
    ]),
  ])
  await stage.check(token, moved)
  const [refused] = await stage.readRows(token, moved, { 'f.verdict': 'refused' })
  expect(refused?.problems).toMatchObject([{ field: 'parent', msg: '已有组织的“上级组织”不能通过导入修改' }])
})

it('finds no organisation of another company', async () => {
  const other = await stage.signInNew(rights)
  const theirs = await stage.upload(other.token, 'organization', [
    buildSheet(titles, [['外部公司', 'outside', '', '公司', '启用']]),
  ])
  await stage.check(other.token, theirs)
  await stage.apply(other.token, theirs)
  const { token } = await stage.signInNew(rights)
  const id = await stage.upload(token, 'organization', [
    buildSheet(titles, [
      ['部门', 'mine', '外部公司', '部门', '启用'],
      ['外部公司', 'outside', '', '公司', '启用'],
    ]),
  ])
  // The second row makes one of its own, which the first one then refers to.
  expect((await stage.check(token, id)).counts).toEqual({ total: 2, new: 2, changed: 0, same: 0, refused: 0 })
  const alone = await stage.upload(token, 'organization', [
    buildSheet(titles, [['部门', 'mine', '外部公司', '部门', '启用']]),
  ])
  expect((await stage.check(token, alone)).counts).toMatchObject({ new: 0, refused: 1 })
})

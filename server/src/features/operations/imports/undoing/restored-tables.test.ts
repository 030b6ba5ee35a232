import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { companyTables, differences } from '../../../../../test/company-tables.ts'
import { buildSheet } from '../../../../../test/filled-workbook.ts'
import { createImportStage, type ImportStage } from '../../../../../test/import-stage.ts'
import { asOwner } from '../../../../kernel/db/as-owner.ts'

vi.setConfig({ testTimeout: 120_000 })

const modules = ['sysPosts', 'sysOrgs', 'sysRoles', 'sysDicts', 'sysBases']
const rights = modules.flatMap((module) => ['list', 'add', 'edit', 'delete'].map((right) => `${module}:${right}`))
let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})

const dump = (companyId: string) => companyTables(stage.app, companyId)

/**
 * Imports a sheet.
 * @returns the run
 */
const importRows = async (token: string, entity: string, titles: readonly string[], rows: readonly string[][]) => {
  const id = await stage.upload(token, entity, [buildSheet(titles, rows)])
  const { counts } = await stage.check(token, id)
  expect(counts).toMatchObject({ total: rows.length, refused: 0 })
  return stage.apply(token, id)
}

const titlesOf = {
  post: ['岗位名称', '编码', '级别'],
  organization: ['组织名称', '编码', '上级组织', '类型', '电话', '状态'],
  role: ['角色', '编码', '类型', '上级角色', '描述'],
  dictItem: ['分组编码', '编码', '名称', '上级编码', '排序', '状态'],
  baseParameter: ['编码', '名称', '类型', '参数值'],
}
const former = {
  post: [['出纳', 'cashier', '基层']],
  organization: [['总公司', 'hq', '', '公司', '', '启用']],
  role: [['店长', 'store', '自定义', '', '']],
  dictItem: [['orgKind', 'plant', '工厂', '', '1', '启用']],
  baseParameter: [['own.title', '标题', '文本', '月报']],
}
const changing = {
  post: [
    ['出纳员', 'cashier', '中层'],
    ['会计', 'accountant', '基层'],
  ],
  organization: [
    ['财务部', 'finance', '总部', '部门', '', '启用'],
    ['总部', 'hq', '', '公司', '010-12345678', '启用'],
  ],
  role: [
    ['店员', 'clerk', '自定义', '店长', ''],
    ['店长', 'store', '自定义', '', '管理一家门店'],
  ],
  dictItem: [
    ['orgKind', 'plant', '厂', '', '5', '停用'],
    ['orgKind', 'line', '产线', 'plant', '1', '启用'],
  ],
  baseParameter: [
    ['own.title', '题目', '文本', '周报'],
    ['own.limit', '上限', '数字', '12'],
  ],
}

it.each(Object.keys(titlesOf) as (keyof typeof titlesOf)[])('leaves every table as before: %s', async (entity) => {
  const { token, companyId } = await stage.signInNew(rights)
  await importRows(token, entity, titlesOf[entity], former[entity])
  const before = await dump(companyId)
  const { runId } = await importRows(token, entity, titlesOf[entity], changing[entity])
  expect(differences(before, await dump(companyId))).not.toEqual([])
  expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 2, skipped: 0 })
  expect(differences(before, await dump(companyId))).toEqual([])
})

it('leaves every table as before when it was cancelled on its way', async () => {
  const { app } = stage
  const { token, companyId } = await stage.signInNew(rights)
  const rows = (level: string) => Array.from({ length: 600 }, (_, at) => [`岗位${at}`, `p${at}`, level])
  await importRows(token, 'post', titlesOf.post, rows('基层').slice(0, 300))
  const before = await dump(companyId)
  const id = await stage.upload(token, 'post', [buildSheet(titlesOf.post, rows('中层'))])
  await stage.check(token, id)

  // Holds up the second batch of three until the run is cancelled.
  const runId = await asOwner(app.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from posts where company_id = $1 and code = 'p250' for update`, [companyId])
    const started = await stage.start(token, id)
    const params = { id: started }
    await expect
      .poll(async () => (await app.call(ownJobsContract.ownJob, { params }, token)).data?.ok, { timeout: 60_000 })
      .toBe(200)
    expect((await app.call(ownJobsContract.cancelOwn, { params }, token)).code).toBe(0)
    await owner.query('rollback')
    return started
  })
  expect(await stage.awaitEnd(token, runId)).toMatchObject({ state: 'cancelled', undoable: true })
  expect(differences(before, await dump(companyId))).not.toEqual([])
  expect(await stage.read(token, id)).toMatchObject({ state: 'stopped' })
  expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', skipped: 0 })
  expect(differences(before, await dump(companyId))).toEqual([])
})

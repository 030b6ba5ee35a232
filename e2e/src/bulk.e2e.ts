import { buildCompany, buildPlanWithout, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { addRole, buildAdmin, open, row } from './role-screen.ts'
import { actOnTicked, expect, journey, signIn, test } from './stage.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).click()

test('all users that a search finds are locked, and taken back', journey, async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `批量公司${process.pid}-${Date.now()}`)
  const permissions = ['sysUsers:list', 'sysUsers:get', 'sysUsers:lock']
  const admin = await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.users'] })
  const ids: string[] = []
  for (let at = 0; at < 12; at += 1) ids.push((await buildUser(stage, { companyId })).id)
  await stage.sql(`update users set name = '盘点员' where id = any($1)`, [ids])
  const locked = async () =>
    (await stage.sql('select id from users where company_id = $1 and locked_at is not null', [companyId])).length

  await signIn(page, admin)
  await page.goto('/console/web/sys/users?search=盘点员')
  await expect(page.getByText('共 12 条')).toBeVisible()
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await expect(page.getByText('已选 10 个用户')).toBeVisible()
  await page.getByRole('button', { name: '选择全部 12 个' }).click()
  await expect(page.getByText('已选全部 12 个用户')).toBeVisible()
  await actOnTicked(page, '锁定')
  await drawer(page).getByLabel('原因').fill('年度盘点')
  await press(page, '下一步')
  await expect(drawer(page)).toContainText('共 12 条，将变更 12 条')
  expect(await locked()).toBe(0)
  await press(page, '锁定用户（12）')
  await expect(drawer(page)).toContainText('已变更 12 条')
  expect(await locked()).toBe(12)

  await press(page, '撤销')
  await expect(drawer(page)).toContainText('已撤销')
  await expect(drawer(page)).toContainText('已恢复 12 条')
  expect(await locked()).toBe(0)
  await press(page, '完成')
  await page.getByRole('banner').getByRole('button', { name: /^任务/ }).click()
  await expect(page.getByRole('list', { name: '我的任务' })).toContainText('撤销：锁定用户')
  await page.getByRole('button', { name: '查看“锁定用户”的明细' }).click()
  await expect(drawer(page)).toContainText('已恢复 12 条')
})

test('an element is given to several roles, and taken from them', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const { companyId } = admin
  const [first, second] = [await addRole(stage, companyId, '前台'), await addRole(stage, companyId, '收银')]
  const holders = async () =>
    (
      await stage.sql(`select role_id from role_elements where role_id = any($1) and element = 'sysUsers:list'`, [
        [first, second],
      ])
    ).length
  const tick = async () => {
    for (const name of ['前台', '收银']) await page.getByRole('checkbox', { name: `选择${name}` }).check()
  }
  const ask = async (label: string) => {
    await page.getByRole('button', { name: label }).click()
    await drawer(page).getByRole('combobox', { name: '权限点' }).fill('用户 · 查看列表')
    await page.getByTitle('用户 · 查看列表', { exact: true }).click()
    await page.keyboard.press('Escape')
    await press(page, '下一步')
    await expect(drawer(page)).toContainText('共 2 条，将变更 2 条')
  }
  await open(page, admin)
  await expect(row(page, '前台')).toBeVisible()
  await tick()
  await ask('授予权限点')
  await press(page, '授予角色权限点（2）')
  await expect(drawer(page)).toContainText('已变更 2 条')
  expect(await holders()).toBe(2)
  await press(page, '完成')
  await tick()
  await ask('移除权限点')
  await press(page, '移除角色权限点（2）')
  await expect(drawer(page)).toContainText('已变更 2 条')
  expect(await holders()).toBe(0)
})

test('several files are moved into another folder; those whose name is taken stay', async ({ page }) => {
  const [from, to] = [`来源${Date.now()}`, `目标${Date.now()}`]
  const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  const add = async (title: string, names: readonly string[]) => {
    const folders = page.getByRole('region', { name: '文件夹', exact: true })
    await folders.getByRole('button', { name: '新建顶级文件夹' }).click()
    await drawer(page).getByLabel('名称').fill(title)
    await press(page, '新建文件夹')
    await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(title)
    await page.getByLabel('选择文件', { exact: true }).setInputFiles(names.map(textFile))
    for (const name of names) await expect(row(page, name)).toContainText('第 1 版')
    await folders.getByText(title).click()
  }
  await signIn(page)
  await page.goto('/console/web/public/docs')
  await add(to, ['乙.txt'])
  await add(from, ['甲.txt', '乙.txt'])
  for (const name of ['甲.txt', '乙.txt']) await page.getByRole('checkbox', { name: `选择${name}` }).check()
  await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '移动', exact: true }).click()
  await drawer(page).getByRole('combobox', { name: '移动到' }).fill(to)
  await page.locator('.ant-select-tree-title').filter({ hasText: to }).click()
  await press(page, '下一步')
  await expect(drawer(page)).toContainText('共 2 条，将变更 1 条')
  await drawer(page).getByRole('tab', { name: '有冲突 1' }).click()
  await expect(drawer(page).getByRole('row').filter({ hasText: '乙.txt' })).toContainText('同名')
  await press(page, '移动文件（1）')
  await expect(drawer(page)).toContainText('已变更 1 条')
  await press(page, '完成')
  await expect(row(page, '乙.txt')).toBeVisible()
  await expect(row(page, '甲.txt')).toHaveCount(0)
})

test('several companies are given a plan and their own back, and locked', async ({ page, stage }) => {
  const word = `连锁${process.pid}-${Date.now()}`
  const ids: string[] = []
  for (let at = 1; at <= 3; at += 1) ids.push(await buildTenant(stage, `${word}第${at}店`))
  const plan = await buildPlanWithout(stage, 'sysUsers:list')
  const given = async () =>
    (await stage.sql('select company_id from tenants where company_id = any($1) and plan_id = $2', [ids, plan.id]))
      .length
  const locked = async () =>
    (await stage.sql('select id from companies where id = any($1) and locked_at is not null', [ids])).length
  await signIn(page)
  await page.goto(`/console/web/sys/tenancy/companies?search=${word}`)
  await expect(row(page, `${word}第1店`)).toBeVisible()
  for (const at of [1, 2]) await page.getByRole('checkbox', { name: `选择${word}第${at}店` }).check()
  await page.getByRole('button', { name: '变更套餐' }).click()
  await drawer(page).getByRole('combobox', { name: '套餐' }).fill(plan.name)
  await page.getByTitle(plan.name).click()
  await press(page, '下一步')
  await expect(drawer(page)).toContainText('共 2 条，将变更 2 条')
  await press(page, '变更公司套餐（2）')
  await expect(drawer(page)).toContainText('已变更 2 条')
  expect(await given()).toBe(2)
  await press(page, '撤销')
  await expect(drawer(page)).toContainText('已恢复 2 条')
  expect(await given()).toBe(0)
  await press(page, '完成')

  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await actOnTicked(page, '锁定')
  await drawer(page).getByLabel('原因').fill('欠费')
  await press(page, '下一步')
  await expect(drawer(page)).toContainText('共 3 条，将变更 3 条')
  await press(page, '锁定公司（3）')
  await expect(drawer(page)).toContainText('已变更 3 条')
  expect(await locked()).toBe(3)
  await press(page, '完成')
  await expect(row(page, `${word}第3店`)).toContainText('欠费')
})

test('passwords of several users are reset, and the new ones are downloaded once', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `重置公司${process.pid}-${Date.now()}`)
  const permissions = ['sysUsers:list', 'sysUsers:get', 'sysUsers:reset']
  const admin = await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.users'] })
  const users = [await buildUser(stage, { companyId }), await buildUser(stage, { companyId })]
  await signIn(page, admin)
  await page.goto('/console/web/sys/users')
  for (const { account } of users) {
    await expect(row(page, account)).toBeVisible()
    await row(page, account).getByRole('checkbox').check()
  }
  await actOnTicked(page, '重置密码')
  await press(page, '下一步')
  await expect(drawer(page)).toContainText('共 2 条，将变更 2 条')
  await press(page, '重置用户密码（2）')
  await expect(drawer(page)).toContainText('已变更 2 条')
  const downloading = page.waitForEvent('download')
  await press(page, '下载新密码（2）')
  expect((await downloading).suggestedFilename()).toBe('重置用户密码的新密码.xlsx')
  await expect(drawer(page).getByRole('button', { name: /^下载新密码/ })).toHaveCount(0)
})

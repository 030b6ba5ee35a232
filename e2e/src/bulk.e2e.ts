import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './stage.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).click()

test('all users that a search finds are locked, and taken back', async ({ page, stage }) => {
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
  await page.getByRole('button', { name: '批量锁定' }).click()
  await drawer(page).getByLabel('原因').fill('年度盘点')
  await press(page, '确定')
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
})

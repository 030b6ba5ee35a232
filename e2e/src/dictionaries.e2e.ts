import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const address = '/console/web/sys/dicts'
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const groups = (page: Page) => page.getByRole('region', { name: '分组' })
const save = async (page: Page) => {
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const permissions = ['list', 'add', 'edit', 'delete'].map((each) => `sysDicts:${each}`)

const addGroup = async (page: Page, code: string, name: string) => {
  await page.getByRole('button', { name: '新增分组' }).click()
  await drawer(page).getByLabel('分组编码').fill(code)
  await drawer(page).getByLabel('分组名称').fill(name)
  await save(page)
  await groups(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`f.group=${code}`))
}
const addItem = async (page: Page, code: string, name: string) => {
  await page.getByRole('button', { name: '新增', exact: true }).last().click()
  await drawer(page).getByLabel('编码').fill(code)
  await drawer(page).getByLabel('名称', { exact: true }).fill(name)
  await save(page)
  await expect(row(page, code)).toContainText(name)
}

test('the platform adds a group with items; a company lays its own over them and restores; other tabs follow', async ({
  page,
  browser,
  stage,
}) => {
  const code = `g${randomBytes(4).toString('hex')}`
  await signIn(page)
  await page.goto(address)
  await addGroup(page, code, `状态${code}`)
  await addItem(page, 'open', '待处理')
  await addItem(page, 'done', '已完成')

  const companyId = await buildCompany(stage, `公司${code}`)
  const user = await buildUser(stage, { companyId, permissions, menus: ['settings', 'sys.dicts'] })
  const context = await browser.newContext()
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signIn(first, user)
  for (const tab of [first, second]) {
    await tab.goto(`${address}?f.group=${code}`)
    await expect(row(tab, 'open')).toContainText('待处理')
  }
  await expect(first.getByRole('button', { name: '新增分组' })).toHaveCount(0)

  await actOn(row(first, 'open'), '调整')
  await drawer(first).getByLabel('名称').fill('等待受理')
  await save(first)
  for (const tab of [first, second]) {
    await expect(row(tab, 'open')).toContainText('等待受理')
    await expect(row(tab, 'open')).toContainText('待处理')
  }

  await actOn(row(page, 'done'), '编辑')
  await drawer(page).getByLabel('名称', { exact: true }).fill('已办结')
  await save(page)
  for (const tab of [first, second]) await expect(row(tab, 'done')).toContainText('已办结')
  await expect(row(page, 'open')).toContainText('待处理')

  await actOn(row(second, 'open'), '恢复')
  await second.getByRole('button', { name: '恢复' }).last().click()
  for (const tab of [first, second]) await expect(row(tab, 'open')).not.toContainText('等待受理')
  await context.close()
})

test('an item in use is not deleted, and says where it is', async ({ page, stage }) => {
  const code = `k${randomBytes(4).toString('hex')}`
  await signIn(page)
  await page.goto(`${address}?f.group=industry&size=50`)
  await addItem(page, code, `行业${code}`)
  await stage.sql('update companies set industry = $1 where id = $2', [code, await buildCompany(stage, `公司${code}`)])
  await actOn(row(page, code), '删除')
  await expect(drawer(page)).toContainText('公司的行业：1 条')
  await drawer(page).getByRole('button', { name: '知道了' }).click()
  await stage.sql(`update companies set industry = '' where industry = $1`, [code])
  await actOn(row(page, code), '删除')
  await drawer(page).getByRole('button', { name: '删除' }).click()
  await expect(row(page, code)).toHaveCount(0)
})

test(
  'fields take their options from dictionaries: the platform adds one, and an open form offers it',
  journey,
  async ({ page, browser }) => {
    const code = `f${randomBytes(4).toString('hex')}`
    const context = await browser.newContext()
    const other = await context.newPage()
    await signIn(other)
    await other.goto('/console/web/sys/tenancy/companies')
    await other.getByRole('button', { name: '新增' }).first().click()
    await drawer(other).getByRole('combobox', { name: '行业' }).click()
    await expect(other.getByTitle('制造业')).toBeVisible()
    await signIn(page)
    await page.goto(`${address}?f.group=industry&size=50`)
    await addItem(page, code, `新行业${code}`)
    await drawer(other).getByRole('combobox', { name: '行业' }).fill(`新行业${code}`)
    await expect(other.getByTitle(`新行业${code}`)).toHaveCount(1)
    await context.close()
  },
)

test('the page is accessible in all looks', async ({ page }) => {
  await signIn(page)
  await page.goto(`${address}?f.group=sex`)
  await expect(row(page, '女')).toBeVisible()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { administrator } from '@atrium/server/test/administrator.ts'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { testWithOwnProduct } from './own-product.ts'
import { startProduct } from './product.ts'
import { expect, journey, signIn } from './stage.ts'
import { submitButton } from './submit-button.ts'

const root = path.join(import.meta.dirname, '../..')
const example = path.join(root, 'examples/modules/assets')

/** An installation with the example module, built as its own command does. */
const test = testWithOwnProduct(
  async () => {
    const built = spawnSync(process.execPath, ['scripts/modules/kit.ts', 'build', example], {
      cwd: root,
      encoding: 'utf8',
    })
    if (built.status !== 0) throw new Error(built.stderr)
    return startProduct({}, path.join(example, 'dist'))
  },
  (context) => context,
)

const rightsTo = (module: string, operations: string) =>
  operations.split(' ').map((operation) => `${module}:${operation}`)
const permissions = [
  ...rightsTo('assets', 'list add edit delete handOver scrap export'),
  ...rightsTo('assetsCategories', 'list add edit delete'),
  ...rightsTo('sysUsers', 'list get'),
]
const menus = ['people', 'sys.users', 'assets', 'assets.list', 'assets.categories']
const drawer = (page: Page) => page.getByRole('dialog')
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await drawer(page).getByLabel(label, { exact: true }).fill(value)
}
const choose = async (page: Page, label: string, option: string) => {
  await drawer(page).getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}
const save = async (page: Page) => {
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toHaveCount(0)
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a module is used in its pages, and where the product gives it a place', journey, async ({ page, stage }) => {
  const companyId = await buildTenant(stage, '资产公司')
  const user = await buildUser(stage, { companyId, permissions, menus, name: '陈静' })
  await signIn(page, user)

  await page.goto('/console/web/assets/categories')
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await fill(page, { 分类名称: '电脑', 编码: 'computer' })
  await save(page)
  await expect(row(page, '电脑')).toContainText('36')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索或输入操作' }).fill('新增资产')
  await page.getByRole('option', { name: /^新增 资产/ }).click()
  await expect(page).toHaveURL(/assets\/list/)
  await fill(page, { 资产名称: '笔记本电脑', '购入价格（元）': '6999.00', 购入日期: '2026-01-31' })
  await choose(page, '资产分类', '电脑')
  await drawer(page).getByLabel('保管人', { exact: true }).fill('陈静')
  await page.locator('.ant-select-dropdown:visible').getByTitle(/陈静/).click()
  await save(page)
  await expect(row(page, '笔记本电脑')).toContainText('6,999.00')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])

  await row(page, '笔记本电脑').getByRole('link', { name: '笔记本电脑' }).click()
  await expect(page.getByRole('heading', { name: '笔记本电脑' })).toBeVisible()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])

  await page.goto(`/console/web/sys/users/${user.id}?tab=assets.kept`)
  await expect(page.getByRole('tab', { name: '保管的资产' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toContainText('笔记本电脑')

  await page.goto('/console/dashboard')
  await expect(page.getByRole('region', { name: '我保管的资产' })).toContainText('笔记本电脑')
})

test('a module that is switched off for a tenant is gone from its console until it is on again', async ({
  page,
  browser,
  stage,
}) => {
  const companyId = await buildTenant(stage, '停用公司')
  const user = await buildUser(stage, { companyId, permissions, menus })
  const operator = await browser.newPage()
  const turn = async (verb: string) => {
    await operator.getByRole('region', { name: '模块' }).getByRole('button', { name: verb }).click()
    await operator.getByRole('dialog').getByRole('button', { name: verb }).click()
    await expect(operator.getByRole('dialog')).toHaveCount(0)
  }
  const sidebar = page.getByRole('navigation').getByText('资产管理', { exact: true })

  await signIn(page, user)
  await page.goto('/console/dashboard')
  await expect(sidebar).toBeVisible()

  await signIn(operator, administrator)
  await operator.goto(`/console/web/sys/tenancy/companies/${companyId}?tab=tenant`)
  await turn('停用')
  await page.goto('/console/web/assets/list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(sidebar).toHaveCount(0)

  await turn('启用')
  await page.goto('/console/web/assets/list')
  await expect(page.getByRole('button', { name: '新增', exact: true }).first()).toBeVisible()
  await operator.close()
})

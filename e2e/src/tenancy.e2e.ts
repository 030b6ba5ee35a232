import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, journey, openWorkbench, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'
import { readVariable } from './variable.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const confirm = (page: Page, name?: string) =>
  (name ? drawer(page).getByRole('button', { name, exact: true }) : drawer(page).locator(submitButton)).click()
const isDone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const readAccent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())
const openTenant = async (page: Page, name: string) => {
  await signIn(page)
  await page.goto(`/console/web/sys/tenancy/companies?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await page.getByRole('tab', { name: '租户', exact: true }).click()
}
const buildCustomer = async (stage: FactoryContext) => {
  const name = `品牌${randomUUID().slice(0, 8)}有限公司`
  const companyId = await buildTenant(stage, name)
  const admin = await buildUser(stage, { companyId, permissions: ['sysUsers:list'], menus: ['people', 'sys.users'] })
  return { companyId, name, admin }
}

test('a company’s users see its title, logo and colour, also before signing in at its own host', async ({
  page,
  browser,
  stage,
}) => {
  const { companyId, name, admin } = await buildCustomer(stage)
  await openTenant(page, name)
  await page.getByRole('button', { name: '品牌设置' }).click()
  await drawer(page).getByLabel('标题').fill('云'.repeat(31))
  await drawer(page).getByLabel('主题色').fill('#ffcc00')
  await expect(drawer(page).getByText('最多 30 个字符')).toBeVisible()
  await drawer(page).getByLabel('标题').fill('云上工厂')
  await confirm(page)
  await expect(drawer(page).getByText(/对比度仅 1\.\d:1/)).toBeVisible()
  await drawer(page).getByLabel('主题色').fill('#7a1fa2')
  await confirm(page)
  await isDone(page)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  await page
    .getByLabel('上传标志', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await expect(page.getByRole('img', { name: `${name}的标志` })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])

  const host = `c${randomUUID().slice(0, 8)}.localhost`
  await page.getByRole('button', { name: '添加域名' }).click()
  await drawer(page).getByRole('textbox', { name: '域名' }).fill(host)
  await confirm(page)
  await isDone(page)
  await expect(page.getByText(`_atrium.${host}`)).toBeVisible()
  await page.getByRole('button', { name: `验证 ${host}` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: host }).getByRole('alert')).toContainText(
    `未在 _atrium.${host} 查到验证记录`,
  )
  // The DNS check is covered by server tests; here the domain counts as verified.
  await stage.sql('update tenant_domains set verified_at = now() where company_id = $1', [companyId])
  const own = await browser.newPage()
  await own.goto(`http://${host}:${new URL(readVariable('E2E_URL')).port}/console/login`)
  await expect(own).toHaveTitle(/云上工厂/)
  await expect(own.locator('.entrance-logo')).toBeVisible()
  expect(await readAccent(own)).toContain('#7a1fa2')
  await own.close()

  const context = await browser.newContext()
  const guest = await context.newPage()
  await openWorkbench(guest, admin)
  await expect(guest.getByRole('link', { name: '云上工厂，回到工作台' })).toBeVisible()
  await expect(guest.locator('.sidebar-logo')).toBeVisible()
  await expect(guest).toHaveTitle(/云上工厂/)
  expect(await readAccent(guest)).toContain('#7a1fa2')
  expect(await seriousViolations(guest)).toEqual([])
  await guest.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousViolations(guest)).toEqual([])
  await context.close()
})

test('a company is closed by typing its name, and restored within thirty days', async ({ page, browser, stage }) => {
  const { name, admin } = await buildCustomer(stage)
  const guest = await browser.newPage()
  await openWorkbench(guest, admin)
  await openTenant(page, name)
  await page.getByRole('button', { name: '注销公司' }).click()
  await drawer(page).getByLabel('原因').fill('合同终止')
  await drawer(page).getByLabel('公司名称').fill('别的公司')
  await confirm(page, '注销公司')
  await expect(drawer(page).getByText('与公司名称不一致').first()).toBeVisible()
  await drawer(page).getByLabel('公司名称').fill(name)
  await confirm(page, '注销公司')
  await expect(drawer(page).getByText('1 处登录将立即退出')).toBeVisible()
  await confirm(page, '注销公司')
  await isDone(page)
  await expect(page.getByText('正在注销：合同终止')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await guest.reload()
  await expect(guest).toHaveURL(/\/console\/login/)
  await guest.getByLabel('账号').fill(admin.account)
  await guest.getByLabel('密码', { exact: true }).fill(admin.password)
  await guest.getByRole('button', { name: '登录', exact: true }).click()
  await expect(guest.getByText('公司正在注销，请联系平台').first()).toBeVisible()
  await page.getByRole('button', { name: '撤销注销' }).click()
  await drawer(page).getByRole('button', { name: '撤销注销' }).click()
  await expect(page.getByText('正在注销：合同终止')).toHaveCount(0)
  await signIn(guest, admin)
  await guest.close()
})

test('a tenant shows the usage of its quotas, and its data can be downloaded', journey, async ({ page, stage }) => {
  const { companyId, name } = await buildCustomer(stage)
  await stage.sql(
    `insert into limits (key, points, expire) values ('message.tenant:' || $1, 9, (extract(epoch from now()) + 3600) * 1000)`,
    [companyId],
  )
  await openTenant(page, name)
  await expect(page.getByText('9 条 · 不限')).toBeVisible()
  await page.getByRole('button', { name: '租户设置' }).click()
  const plan = `小型版${randomUUID().slice(0, 8)}`
  await stage.sql(
    `insert into plans (id, code, name, most_users) values (gen_random_uuid(), 'p-' || right($1, 8), $1, 345)`,
    [plan],
  )
  await drawer(page).getByLabel('套餐', { exact: true }).fill(plan)
  await page.locator('.ant-select-item-option').getByText(plan).click()
  await expect(drawer(page).getByText('不填则按套餐：345 人')).toBeVisible()
  await confirm(page)
  const card = page.getByRole('dialog', { name: /更换“.*”的套餐/ })
  await expect(card).toContainText('不限 → 345 人已用 1 人')
  expect(await seriousViolations(page)).toEqual([])
  await card.getByRole('button', { name: '返回修改' }).click()
  await expect(card).toHaveCount(0)
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await isDone(page)
  await page.getByRole('button', { name: '租户设置' }).click()
  await drawer(page).getByLabel('用户数上限').pressSequentially('1o')
  await expect(drawer(page).getByRole('alert')).toHaveText('仅可填写数字')
  await drawer(page).getByLabel('每日短信上限').fill('10')
  await drawer(page).getByLabel('存储上限').fill('5')
  await confirm(page)
  await isDone(page)
  await expect(page.getByText('9 / 10 条')).toBeVisible()
  await expect(page.getByText('0 / 5 MB')).toBeVisible()
  await expect(page.getByText(/^用户数已达上限/)).toBeVisible()
  await expect(page.getByText(/^今日短信接近上限/)).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])

  // The policies are in the same row, so their form sees the change first.
  await page.getByRole('button', { name: '策略设置' }).click()
  await drawer(page).getByLabel('无操作自动退出（分钟）').fill('30')
  await confirm(page)
  await isDone(page)

  await page.getByRole('button', { name: '注销公司' }).click()
  await drawer(page).getByRole('button', { name: '导出公司数据' }).click()
  await expect(page.getByText('已开始导出').first()).toBeVisible()

  await page.goto(`/console/web/sys/tenancy/companies?f.usage=full&search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})

import { randomUUID } from 'node:crypto'
import { administrator } from '@atrium/server/test/administrator.ts'
import { buildCompany, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { expect, journey, openWorkbench, signIn, test } from './stage.ts'

const han = /\p{Script=Han}/u
const form = (page: Page) => ({
  account: page.getByLabel('Username'),
  password: page.locator('input[type=password]'),
  submit: page.getByRole('button', { name: 'Sign in', exact: true }),
})

test.describe('in an English browser', () => {
  test.use({ locale: 'en-US' })

  test('the console is in English, from sign-in on', journey, async ({ page }) => {
    await page.goto('/console/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const { account, password, submit } = form(page)
    await account.fill(administrator.account)
    await password.fill('Wrong#Pass1')
    await submit.click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByRole('alert')).not.toHaveText(han)
    await password.fill(administrator.password)
    await submit.click()
    await expect(page).toHaveURL(/\/console\/dashboard/)
    await page.locator('button.avatar-menu').click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    await page.goto('/console/help')
    await expect(page.locator('.help-page')).toHaveAttribute('lang', 'en')
  })

  test('another language is chosen before sign-in, and keeps the typed username', async ({ page }) => {
    await page.goto('/console/login')
    await form(page).account.fill('zhangsan')
    await page.getByLabel('Language').selectOption('中文')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await expect(page.getByLabel('账号')).toHaveValue('zhangsan')
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await page.getByLabel('语言').selectOption('English')
    await expect(form(page).account).toHaveValue('zhangsan')
  })

  test('another language is chosen in the avatar menu, and stays', async ({ page, stage }) => {
    const user = await buildUser(stage, { companyId: await buildCompany(stage) })
    await openWorkbench(page, user)
    await page.locator('button.avatar-menu').click()
    await page.getByRole('menuitemradio', { name: '中文' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await page.goto('/portal/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })
})

test('a Chinese browser stays in Chinese', async ({ page }) => {
  await page.goto('/console/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByLabel('语言')).toHaveValue('zh-CN')
})

test('the console speaks the language of the account, or else that of its company', async ({
  page,
  browser,
  stage,
}) => {
  const companyId = await buildTenant(stage, `多语言${randomUUID().slice(0, 8)}有限公司`)
  await stage.sql(`update tenants set language = 'en' where company_id = $1`, [companyId])
  const permissions = ['sysTenantPolicies:view', 'sysTenantPolicies:edit']
  const menus = ['security', 'sys.tenantPolicies']
  const person = await buildUser(stage, { companyId, permissions, menus })
  await signIn(page, person)
  await page.goto('/console/web/sys/identity/tenant-policies')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('lang', 'en')
  await expect(page.getByText('Default language')).toBeVisible()
  await expect(page.getByText('English', { exact: true })).toBeVisible()

  await stage.sql(`update users set language = 'zh-CN' where id = $1`, [person.id])
  await page.reload()
  await expect(root).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByText('默认语言')).toBeVisible()

  const other = await browser.newContext({ locale: 'zh-CN' })
  const elsewhere = await other.newPage()
  const colleague = await buildUser(stage, { companyId })
  await stage.sql(`update users set language = 'zh-CN' where id = $1`, [colleague.id])
  await signIn(elsewhere, colleague)
  await elsewhere.goto('/console/dashboard')
  await expect(elsewhere.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await other.close()
})

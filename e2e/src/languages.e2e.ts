import { administrator } from '@atrium/server/test/administrator.ts'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { expect, journey, openWorkbench, test } from './stage.ts'

const han = /\p{Script=Han}/u
const form = (page: Page) => ({
  account: page.getByLabel('Account'),
  password: page.getByLabel('Password', { exact: true }),
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

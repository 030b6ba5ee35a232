import { chromium } from '@playwright/test'
import { testBrowser } from './test-browser.ts'

/** What an operator does in the first minutes: signs in, adds a category and an asset of it, and reads the list. */
export const tryFirstModule = async (url: string, password: string): Promise<string[]> => {
  const browser = await chromium.launch(await testBrowser())
  const page = await browser.newPage({ baseURL: url, locale: 'zh-CN', viewport: { width: 1920, height: 1000 } })
  await page.goto('/console/login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/console\/dashboard/)
  const form = page.getByRole('dialog')
  await page.goto('/console/web/assets/categories')
  await page.getByRole('button', { name: '新增' }).first().click()
  await form.getByLabel('类别名称').fill('电脑')
  await form.getByRole('button', { name: '新增类别' }).click()
  await page.getByRole('link', { name: '电脑' }).waitFor()
  await page.goto('/console/web/assets/list')
  await page.getByRole('button', { name: '新增' }).first().click()
  await form.getByLabel('资产名称').fill('笔记本电脑')
  await form.getByLabel('价格').fill('6999')
  await form.getByLabel('状态').click()
  await page.getByTitle('正常').click()
  await form.getByLabel('购入日期').fill('2026-01-31')
  await page.keyboard.press('Tab')
  await form.getByLabel('类别').click()
  await page.getByTitle('电脑').click()
  await form.getByRole('button', { name: '新增资产' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: '笔记本电脑' }) })
  await row.waitFor()
  const cells = await row.getByRole('cell').allInnerTexts()
  await browser.close()
  return cells
}

import { actOn, expect, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

// Alone in its file and serial: it renames the console for all tests and back.
test('changing system.title changes the title for all users', async ({ page, browser, baseURL }) => {
  await signIn(page)
  const rename = async (title: string) => {
    await page.goto('/console/web/sys/bases?search=system.title')
    await actOn(page.getByRole('row').filter({ hasText: 'system.title' }), '编辑')
    await page.getByRole('dialog').getByLabel('参数值').fill(title)
    await page.getByRole('dialog').locator(submitButton).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await rename('晨曦控制台')
  await expect(page).toHaveTitle('基础参数 - 晨曦控制台')
  const colleague = await browser.newPage({ ...(baseURL && { baseURL }) })
  await colleague.goto('/console/login')
  await expect(colleague).toHaveTitle('登录 - 晨曦控制台')
  await colleague.close()
  await rename('Atrium 管理控制台')
  await expect(page).toHaveTitle('基础参数 - Atrium 管理控制台')
})

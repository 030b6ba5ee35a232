import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations, seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, journey, openWorkbench, signIn, test } from './stage.ts'

const article = (page: Page) => page.getByRole('article')
const title = (page: Page, name: string) => article(page).getByRole('heading', { name, level: 2, exact: true })
const contents = (page: Page) => page.getByRole('navigation', { name: '使用手册目录' })
const search = (page: Page, words: string) => page.getByLabel('搜索使用手册').fill(words)

test(
  'the handbook opens at the page about a screen, is searched, read in English and followed to a screen',
  journey,
  async ({ page }) => {
    await signIn(page)
    await page.goto('/console/web/sys/users')
    await page.getByRole('link', { name: '使用手册' }).click()
    await expect(title(page, '添加同事')).toBeVisible()
    await expect(contents(page).getByRole('link', { name: '添加同事' })).toHaveAttribute('aria-current', 'page')
    const picture = article(page).locator('img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await seriousViolationsInAllLooks(page)).toEqual([])

    await search(page, '恢复码 丢失')
    await expect(contents(page).getByRole('link')).toHaveText(['账号与登录'])
    await contents(page).getByRole('link', { name: '账号与登录' }).press('Enter')
    await expect(title(page, '账号与登录')).toBeFocused()
    await expect(page).toHaveURL(/\/console\/help\?page=sign-in$/)
    await search(page, '')

    await article(page).getByRole('button', { name: 'English' }).click()
    await expect(title(page, 'Accounts and signing in')).toBeVisible()
    await expect(article(page)).toHaveAttribute('lang', 'en')
    await contents(page).getByRole('link', { name: 'Roles and grants' }).click()
    await expect(title(page, 'Roles and grants')).toBeVisible()
    await page.goBack()
    await expect(title(page, 'Accounts and signing in')).toBeVisible()
    await page.goForward()

    await article(page).getByRole('link', { name: '角色管理' }).click()
    await expect(page.getByRole('table', { name: '角色' })).toBeVisible()
  },
)

test('the palette finds a page of the handbook', async ({ page }) => {
  await openWorkbench(page)
  await expect(page.getByRole('button', { name: '搜索或输入操作' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索或输入操作' }).fill('离职')
  await page.getByRole('option', { name: /同事离职/ }).click()
  await expect(title(page, '同事离职')).toBeVisible()
})

test('names screens that the reader lacks without leading there, and unknown pages by the first one', async ({
  page,
  stage,
}) => {
  const companyId = await buildTenant(stage, `手册公司${Date.now()}`)
  await signIn(page, await buildUser(stage, { companyId, menus: ['people', 'sys.users'] }))
  await page.goto('/console/help?page=add-people')
  await expect(article(page).getByRole('link', { name: '用户管理' }).first()).toBeVisible()
  await expect(article(page)).toContainText('打开“邀请码”')
  await expect(article(page).getByRole('link', { name: '邀请码' })).toHaveCount(0)
  await page.goto('/console/help?page=nothing')
  await expect(title(page, '使用手册')).toBeVisible()
})

test('is opened from the menu of the account on a phone, with its contents folded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWorkbench(page)
  await page.getByRole('button', { name: /管理员/ }).click()
  await page.getByRole('menuitem', { name: '使用手册' }).click()
  await expect(title(page, '第一次登录后的一小时')).toBeVisible()
  await expect(contents(page)).toBeHidden()
  await page.getByText('目录', { exact: true }).click()
  expect(await seriousViolations(page)).toEqual([])
  await contents(page).getByRole('link', { name: '日志与审计' }).click()
  await expect(title(page, '日志与审计')).toBeVisible()
  await expect(contents(page)).toBeHidden()
})

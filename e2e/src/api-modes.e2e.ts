import { buildUser, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, openWorkbench, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const choose = async (page: Page, text: string, action: string) => {
  await row(page, text).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: action }).press('Enter')
}
const readStatus = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const answer = await fetch(url, { headers: { token: localStorage.getItem('token') ?? '' } })
    return answer.status
  }, path)

test('an API is observed while its binding is tightened, and enforced once the refused users are known', async ({
  page,
  browser,
  stage,
}) => {
  const path = '/api/sys/invitations/v1'
  const rebind = (from: string, to: string) =>
    stage.sql(
      `update element_apis set element = $2 where element = $1 and api_id = (select id from apis where path = $3 and method = 'GET')`,
      [from, to, path],
    )
  const companyId = await readPlatformCompany(stage)
  const colleague = await buildUser(stage, { companyId, permissions: ['sysInvitations:list'] })
  await signIn(page)
  await page.goto('/console/web/sys/access/apis?search=invitations/v1&sort=method')
  await choose(page, 'GET/api/sys/invitations', '切换方式')
  await expect(drawer(page)).toContainText('当前为强制执行')
  await drawer(page).getByRole('button', { name: '开始观察' }).click()
  await expect(drawer(page)).toContainText('sysInvitations:list')
  await drawer(page).getByRole('button', { name: '开始观察' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'GET/api/sys/invitations')).toContainText('观察中')

  await rebind('sysInvitations:list', 'sysInvitations:add')
  const refusedPage = await browser.newPage()
  await openWorkbench(refusedPage, colleague)
  expect(await readStatus(refusedPage, path)).toBe(200)
  // A node may cache the former binding for up to a second, and stores observations every few seconds.
  await expect
    .poll(
      async () => {
        await readStatus(refusedPage, path)
        return stage.sql('select 1 from observed_calls where user_id = $1', [colleague.id])
      },
      { timeout: 20_000 },
    )
    .toHaveLength(1)
  await page.goto('/console/web/sys/access/apis?f.mode=observe')
  await choose(page, 'GET/api/sys/invitations', '切换方式')
  await expect(drawer(page).getByRole('region', { name: '本应拒绝的用户' })).toContainText(colleague.account)
  await drawer(page).getByRole('button', { name: '强制执行' }).click()
  await expect(drawer(page)).toContainText('1 人（1 家公司）仅依靠观察模式调用')
  await drawer(page).getByRole('button', { name: '强制执行' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => readStatus(refusedPage, path)).toBe(403)
  await refusedPage.close()
  await rebind('sysInvitations:add', 'sysInvitations:list')
})

test('a rate per user is set, and a refused user is told the reason', journey, async ({ page, browser, stage }) => {
  const refusedUser = await buildUser(stage, { companyId: await readPlatformCompany(stage) })
  const refusedPage = await browser.newPage()
  await openWorkbench(refusedPage, refusedUser)
  expect(await readStatus(refusedPage, '/api/sys/messages/v1')).toBe(403)
  await refusedPage.close()
  await signIn(page)
  await page.goto('/console/web/sys/access/apis?search=messages/v1')
  const messages = 'GET/api/sys/messages/v1'
  await actOn(row(page, messages), '编辑')
  await drawer(page).getByLabel('频率限制').click()
  await page.getByTitle('每人每分钟最多').click()
  await drawer(page).getByLabel('次数').fill('')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('请输入整数')
  await drawer(page).getByLabel('次数').fill('30')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await actOn(row(page, messages), '查看调用')
  await expect(drawer(page)).toContainText('每人每分钟最多 30 次')
  await expect(drawer(page)).toContainText(refusedUser.account)
  await drawer(page).getByRole('button', { name: '被拒的原因' }).first().click()
  await expect(drawer(page)).toContainText('没有所需的权限点')
})

import { administrator } from '@atrium/server/test/administrator.ts'
import { assignCompanyAdmin } from '@atrium/server/test/authorization.ts'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { testWithOwnProduct } from './own-product.ts'
import { startProduct } from './product.ts'
import { expect, signIn, thorough } from './stage.ts'

/** An installation of its own, in which nothing has been entered yet. */
const test = testWithOwnProduct(startProduct, (context) => context)
test.describe.configure({ mode: 'default' })

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the workbench at both widths: nothing overflows, and every link and button of a card leads somewhere. */
const visit = async (page: Page, who: { account: string; password: string }, look: () => Promise<void>) => {
  await signIn(page, who)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto('/console/dashboard')
    await look()
    expect(
      await page.locator('.page-frame:visible').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0)
    expect(await seriousViolations(page)).toEqual([])
    const links = page.locator('.workbench-board a[href]')
    for (const href of new Set(await links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? '')))) {
      await page.goto(href)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect(page).not.toHaveURL(/404|login/)
    }
  }
}

test('the first administrator sees what comes first', thorough, async ({ page }) => {
  await visit(page, administrator, async () => {
    await expect(card(page, '待办').getByText('暂无待办')).toBeVisible()
    await expect(card(page, '即将到期').getByText('暂无即将到期的账号或角色')).toBeVisible()
    await expect(card(page, '开始使用').getByText('已完成 0 / 3')).toBeVisible()
    // The first figures are counted within seconds of the start.
    await expect(async () => {
      await page.reload()
      await expect(card(page, '租户健康')).toBeVisible({ timeout: 2000 })
    }).toPass()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/console/dashboard')
  await card(page, '开始使用').getByRole('link', { name: '新增公司' }).click()
  await expect(page.getByRole('dialog')).toContainText('新增公司')
})

test('the administrator and a member of the first company see what they can do', thorough, async ({ page, stage }) => {
  const companyId = await buildTenant(stage, '第一家公司')
  const admin = await buildUser(stage, { companyId })
  await stage.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  await visit(page, admin, async () => {
    await expect(card(page, '待办').getByText('暂无待办')).toBeVisible()
    await expect(card(page, '开始使用').getByRole('link', { name: '去建立' })).toBeVisible()
    await expect(card(page, '套餐用量')).toBeVisible()
  })
  const member = await buildUser(stage, { companyId })
  await visit(page, member, async () => {
    await expect(card(page, '接下来').getByRole('link', { name: '申请权限' })).toBeVisible()
    await expect(card(page, '我的公司').getByText('第一家公司')).toBeVisible()
  })
})

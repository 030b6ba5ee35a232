import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'
import { totpCode } from './totp-code.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
test('an administrator sets sign-in policies; a colleague sets up the second step during sign-in', async ({
  page,
  browser,
  stage,
}) => {
  const name = `策略${randomUUID().slice(0, 8)}有限公司`
  const companyId = await buildTenant(stage, name)
  const admin = await buildUser(stage, {
    companyId,
    permissions: ['sysTenantPolicies:view', 'sysTenantPolicies:edit'],
    menus: ['security', 'sys.tenantPolicies'],
  })
  const colleague = await buildUser(stage, { companyId })
  await signIn(page, admin)
  await page.goto('/console/web/sys/identity/tenant-policies')
  await page.getByRole('button', { name: '修改策略' }).click()
  await drawer(page).getByLabel('无操作自动退出（分钟）').fill('30')
  await drawer(page).getByLabel('每人同时登录设备数').fill('2')
  const addresses = drawer(page).getByLabel('允许登录的地址')
  await addresses.fill('203.0.113.0/24')
  await addresses.press('Enter')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page).getByText(/您当前的地址 .+ 不在列表中/)).toBeVisible()
  for (const own of ['127.0.0.1', '::1']) {
    await addresses.fill(own)
    await addresses.press('Enter')
  }
  expect(await seriousViolations(page)).toEqual([])
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('203.0.113.0/24、127.0.0.1、::1')).toBeVisible()
  await expect(page.getByText('30 分钟')).toBeVisible()

  await stage.sql(`update tenants set second_step_from = now() - interval '1 day' where company_id = $1`, [companyId])
  const context = await browser.newContext()
  const colleaguePage = await context.newPage()
  await colleaguePage.goto('/console/login')
  await colleaguePage.getByLabel('账号').fill(colleague.account)
  await colleaguePage.getByLabel('密码', { exact: true }).fill(colleague.password)
  await colleaguePage.getByRole('button', { name: '登录', exact: true }).click()
  await expect(colleaguePage.getByRole('heading', { name: '二次验证' })).toBeVisible()
  expect(await seriousViolations(colleaguePage)).toEqual([])
  const secret = await colleaguePage.locator('.set-up-form code').textContent()
  await colleaguePage.getByRole('textbox', { name: '动态验证码' }).fill(totpCode(secret ?? ''))
  await colleaguePage.getByRole('button', { name: '完成设置并登录' }).click()
  await expect(colleaguePage.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)
  await colleaguePage.getByRole('button', { name: '我已保存，进入' }).click()
  await expect(colleaguePage).toHaveURL(/\/console\/dashboard/)
  await context.close()
})

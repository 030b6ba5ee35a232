import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, openWorkbench, signIn, test } from './stage.ts'

const address = '/console/web/sys/tenant'
const card = (page: Page) => page.getByRole('region', { name: '服务与用量' })
const notice = (page: Page) => page.locator('.main-layout-notice')
const download = (page: Page) => card(page).getByRole('button', { name: '下载公司数据' })
const downloadData = async (page: Page, name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^公司数据 ${name} \\d{4}-\\d\\d-\\d\\d\\.zip$`))
  await expect(page.getByText('导出完成').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('an administrator is warned before the term ends, sees the usage, and downloads the data afterwards', async ({
  page,
  browser,
  stage,
}) => {
  const name = `服务${randomUUID().slice(0, 8)}有限公司`
  const companyId = await buildTenant(stage, name)
  const menus = ['tenancy', 'sys.tenant']
  const admin = await buildUser(stage, { companyId, permissions: ['sysTenant:view', 'sysTenant:archive'], menus })
  const member = await buildUser(stage, { companyId, permissions: ['sysTenant:view'], menus })
  await stage.sql('update companies set admin_id = $2 where id = $1', [companyId, admin.id])
  await stage.sql(`update tenants set expire_at = now() + interval '20 days', most_users = 2 where company_id = $1`, [
    companyId,
  ])
  await openWorkbench(page, admin)
  await expect(notice(page)).toHaveText(/^公司服务将于 .+ 到期，之后仅可查看，不能修改，请尽快联系平台续期$/)
  await page.goto(address)
  await expect(card(page).getByText('服务中')).toBeVisible()
  await expect(card(page).getByText('2 / 2 人')).toBeVisible()
  await expect(card(page).getByText(/^用户数已达上限.+请联系平台调整上限或更换套餐。$/)).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await downloadData(page, name)

  const context = await browser.newContext()
  const memberPage = await context.newPage()
  await signIn(memberPage, member)
  await memberPage.goto(address)
  await expect(card(memberPage).getByText('服务中')).toBeVisible()
  await expect(notice(memberPage)).toHaveCount(0)
  await expect(download(memberPage)).toHaveCount(0)
  await context.close()

  await stage.sql(
    `update tenants set expire_at = now() - interval '1 day', grace_days = 0, version = version + 1 where company_id = $1`,
    [companyId],
  )
  await page.reload()
  await expect(notice(page)).toContainText('请联系平台续期，也可在“服务与用量”下载公司数据')
  await expect(card(page).getByText('已到期')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await downloadData(page, name)
})

test('usage of the last year is drawn to the limit, and says when it will be reached', async ({ page, stage }) => {
  const companyId = await buildTenant(stage, `用量${randomUUID().slice(0, 8)}有限公司`)
  const admin = await buildUser(stage, { companyId, permissions: ['sysTenant:view'], menus: ['tenancy', 'sys.tenant'] })
  await stage.sql('update tenants set most_users = 446, most_storage = 10240 where company_id = $1', [companyId])
  await stage.sql(
    `insert into tenant_usage_days (company_id, day, users, sms, storage)
     select $1, (now() at time zone 'Asia/Shanghai')::date - ago, 400 - ago, ago % 7, 10240
     from generate_series(0, 300) as ago`,
    [companyId],
  )
  await signIn(page, admin)
  await page.goto(address)
  const usage = page.getByRole('region', { name: '用量走势', exact: true })
  await expect(usage.getByText('预计 46 天后用满')).toBeVisible()
  await expect(usage.getByText('上限 10 GB')).toBeVisible()
  await expect(usage.locator('canvas')).toHaveCount(3)
  await expect(card(page).getByText('0 / 10 GB')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await usage.getByRole('button', { name: '以表格查看' }).click()
  await expect(usage.getByRole('row').nth(1)).toContainText('400 人')
  await expect(usage.getByRole('row').nth(1)).toContainText('10 KB')
})

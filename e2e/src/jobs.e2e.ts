import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { actOn, expect, openWorkbench, signIn, test } from './stage.ts'

const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^任务/ })
const panel = (page: Page) => page.getByRole('dialog', { name: '我的任务' })
const item = (page: Page, title: string) => panel(page).getByRole('listitem').filter({ hasText: title }).first()
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const openPanel = async (page: Page) => {
  await button(page).click()
  await expect(panel(page)).toBeVisible()
}
/** Enough to be exported for seconds. */
const fillCompany = (stage: FactoryContext, companyId: string) =>
  stage.sql(
    `insert into posts (company_id, id, name, code, level, created_by, updated_by)
     select $1, gen_random_uuid(), md5(n::text) || md5(random()::text), 'p' || n, 1, '{"id":"","name":""}', '{"id":"","name":""}'
     from generate_series(1, 400000) as n`,
    [companyId],
  )

test('a run is followed in the top bar, paused, resumed, cancelled, and its result downloaded', async ({
  page,
  stage,
}) => {
  test.setTimeout(180_000)
  const name = `任务${randomUUID().slice(0, 8)}有限公司`
  const companyId = await buildTenant(stage, name)
  await fillCompany(stage, companyId)
  const title = `导出公司数据：${name}`
  await signIn(page)
  await page.goto(`/console/web/sys/tenancy/companies?search=${encodeURIComponent(name)}`)
  await page.getByRole('tab', { name: '租户', exact: true }).click()
  const start = page.getByRole('button', { name: '导出公司数据' })
  await start.click()
  await expect(button(page)).toHaveAccessibleName(/任务，\d+ 个进行中/)
  await openPanel(page)
  await expect(item(page, title)).toContainText('进行中')
  await expect(item(page, title)).toContainText(/\d \/ 400,\d+ 条/)
  await item(page, title)
    .getByRole('button', { name: `暂停“${title}”` })
    .click()
  await expect(item(page, title)).toContainText('已暂停')
  expect(await seriousViolations(page)).toEqual([])

  // Leaving the page loses nothing.
  await page.goto('/console/dashboard')
  await openPanel(page)
  await item(page, title)
    .getByRole('button', { name: `继续“${title}”` })
    .click()
  await expect(item(page, title)).toContainText(/排队中|进行中/)
  await item(page, title)
    .getByRole('button', { name: `取消“${title}”` })
    .click()
  await page.getByRole('dialog').last().getByRole('button', { name: '取消任务' }).click()
  await openPanel(page)
  await expect(item(page, title)).toContainText('已取消')

  await stage.sql('delete from posts where company_id = $1', [companyId])
  await page.goto(`/console/web/sys/tenancy/companies?search=${encodeURIComponent(name)}`)
  await page.getByRole('tab', { name: '租户', exact: true }).click()
  await start.click()
  await openPanel(page)
  const finished = panel(page).getByRole('listitem').filter({ hasText: title }).filter({ hasText: '已完成' })
  await expect(finished).toHaveCount(1, { timeout: 30_000 })
  const download = page.waitForEvent('download')
  await finished.getByRole('button', { name: `下载结果“${title}”` }).click()
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^公司数据 ${name} \\d{4}-\\d\\d-\\d\\d\\.zip$`))

  await panel(page).getByRole('link', { name: '查看全部' }).click()
  await expect(page).toHaveURL(/sys\/jobs/)
  await expect(row(page, title)).toHaveCount(2)
  await actOn(row(page, title).filter({ hasText: '已完成' }), '详情')
  const details = page.getByRole('dialog').last()
  await expect(details.getByRole('list', { name: '日志' })).toContainText('执行完成')
  expect(await seriousViolations(page)).toEqual([])
})

test('nobody without runs sees the button', async ({ page, stage }) => {
  const companyId = await buildTenant(stage, `无任务${randomUUID().slice(0, 8)}`)
  await openWorkbench(page, await buildUser(stage, { companyId }))
  await expect(page.getByRole('banner').getByRole('link', { name: '通知' })).toBeVisible()
  await page.waitForResponse('**/recent-jobs/v1')
  await expect(button(page)).toHaveCount(0)
})

import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, journey, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildCompany>[0]

const logPath = '/console/web/sys/logs/operation'
let companies = 0
/** An auditor of a company whose log holds a row for each of the last 48 hours: seven refused, one failed. */
const buildAuditor = async (stage: Stage) => {
  companies += 1
  const companyId = await buildCompany(stage, `分布公司${process.pid}-${companies}-${Date.now()}`)
  await stage.sql(
    `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
     select $1, 0, gen_random_uuid(), now(), md5(at::text), '10.0.0.1', '', 'portrait.replaced', at % 6 <> 0,
       case when at = 12 then 500 when at % 6 = 0 then 403 else 0 end, 1, '', ''
     from generate_series(1, 48) as at`,
    [companyId],
  )
  await stage.sql('update audit_log set time = now() - make_interval(hours => 49 - seq::int) where company_id = $1', [
    companyId,
  ])
  const permissions = ['sysLogs:oper', 'sysLogs:login']
  return buildUser(stage, { companyId, permissions, menus: ['audit', 'sys.operationLogs', 'sys.signInLogs'] })
}
const total = (page: Page, count: number) => expect(page.getByText(`共 ${count} 条`)).toBeVisible()

test(
  'the histogram of operations filters the list by keys, by pointer and by its table',
  journey,
  async ({ page, stage }) => {
    await signIn(page, await buildAuditor(stage))
    await page.goto(logPath)
    const drawing = page.getByRole('region', { name: '操作时间分布', exact: true })
    const columns = page.getByRole('slider', { name: '操作时间分布' })
    // A sign-in adds two rows.
    await expect(drawing).toContainText('成功 42，被拒绝 7，系统出错 1')
    await total(page, 50)
    expect(await seriousViolations(page)).toEqual([])

    await columns.focus()
    await page.keyboard.press('Home')
    await expect(columns).toHaveAttribute('aria-valuetext', /成功 1，被拒绝 0，系统出错 0$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/f\.time=/)
    await total(page, 1)
    await page.getByRole('button', { name: '显示全部时间' }).click()
    await total(page, 50)
    await expect(drawing).toContainText('成功 42，被拒绝 7，系统出错 1')

    await columns.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await expect(columns).toHaveAttribute('aria-valuetext', /成功 42，被拒绝 7，系统出错 1$/)
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/f\.time=/)

    const box = await columns.boundingBox()
    if (!box) throw new Error('no columns')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.5, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, y, { steps: 4 })
    await page.mouse.up()
    await expect(page).toHaveURL(/f\.time=/)
    await expect(page.getByText(/共 2[4-9] 条/)).toBeVisible()
    await page.getByRole('button', { name: '显示全部时间' }).click()
    await total(page, 50)

    await page.getByRole('button', { name: '以表格查看' }).click()
    const table = page.getByRole('region', { name: '操作时间分布的数据' })
    await expect(table.getByRole('row').nth(48)).toBeVisible()
    expect(await seriousViolations(page)).toEqual([])
    await table.getByRole('button').last().click()
    await total(page, 1)
  },
)

test('the histogram follows the filters of the list', async ({ page, stage }) => {
  await signIn(page, await buildAuditor(stage))
  await page.goto(`${logPath}?f.result=failure`)
  const drawing = page.getByRole('region', { name: '操作时间分布', exact: true })
  await expect(drawing).toContainText('成功 0，被拒绝 7，系统出错 1')
  await total(page, 8)
  await page.goto(`${logPath}?f.module=sysBases`)
  await expect(drawing).toContainText('所选条件下暂无记录')
})

test('the sign-in log shows when and where people signed in', async ({ page, stage }) => {
  await signIn(page, await buildAuditor(stage))
  await page.goto('/console/web/sys/identity/sign-in-logs')
  await expect(page.getByRole('region', { name: '登录时间分布', exact: true })).toContainText('成功 1，被拒绝 0')
  const places = page.getByRole('region', { name: '登录地点排名' })
  await expect(places.getByRole('row').last()).toContainText('内网')
  expect(await seriousViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('slider', { name: '登录时间分布' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

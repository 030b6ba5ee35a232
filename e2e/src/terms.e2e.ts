import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const permissions = ['sysUsers:list', 'sysUsers:get', 'sysUsers:edit', 'sysUsers:roles']
test(
  'an expiring term is extended, left to expire, or ended after its impact is shown',
  journey,
  async ({ page, stage }) => {
    const companyId = await buildCompany(stage, `期限${randomUUID().slice(0, 8)}公司`)
    const admin = await buildUser(stage, {
      companyId,
      permissions,
      menus: ['people', 'sys.users', 'access', 'sys.terms'],
    })
    const [longer, left, ended] = await Promise.all([1, 2, 3].map(() => buildUser(stage, { companyId })))
    const ids = [longer, left, ended].map((user) => user?.id)
    await stage.sql(
      `update user_roles set expires_at = now() + interval '2 days', reason = '春节值班' where user_id = any($1)`,
      [ids],
    )
    await stage.sql(`update users set expire_at = now() + interval '1 day' where id = $1`, [ended?.id])

    await signIn(page, admin)
    await page.goto('/console/web/sys/terms')
    const findRow = (user: typeof longer, what = '角色') =>
      page
        .getByRole('row')
        .filter({ hasText: `（${user?.account}）` })
        .filter({ hasText: what })
    await expect(page.getByRole('row').filter({ hasText: '待处理' })).toHaveCount(4)
    expect(await seriousViolations(page)).toEqual([])

    await findRow(longer).getByRole('button', { name: '续期', exact: true }).click()
    const extending = page.getByRole('dialog', { name: /^续期/ })
    await extending.getByLabel('新的到期时间').click()
    await expect(page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')).toBeVisible()
    // On a phone a selected day applies without a confirm button, which has no room.
    await page.setViewportSize({ width: 390, height: 844 })
    await page
      .locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden) .ant-picker-header-super-next-btn')
      .click()
    await page
      .locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden) .ant-picker-cell-in-view')
      .getByText('15', { exact: true })
      .click()
    await extending.getByRole('button', { name: '取消' }).focus()
    await expect(extending.getByLabel('新的到期时间')).toHaveValue(/-15 23:59:59$/)
    await page.setViewportSize({ width: 1280, height: 720 })
    await extending.getByLabel('新的到期时间').fill('2090-01-01 00:00:00')
    await extending.getByLabel('新的到期时间').press('Enter')
    expect(await seriousViolations(page)).toEqual([])
    await extending.locator(submitButton).click()
    await expect(findRow(longer)).toHaveCount(0)

    await findRow(left).getByRole('button', { name: '不续期' }).click()
    const letting = page.getByRole('dialog', { name: /不续期$/ })
    await expect(letting.getByRole('radio', { name: /到期即止/ })).toBeChecked()
    await letting.getByRole('button', { name: '不续期' }).click()
    await expect(findRow(left)).toContainText('到期即止')

    for (const what of ['角色', '账号']) await findRow(ended, what).getByRole('checkbox').check()
    await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '不续期', exact: true }).click()
    await letting.getByRole('radio', { name: /立即结束/ }).check()
    await letting.getByRole('button', { name: '不续期' }).click()
    await expect(letting.getByRole('alert')).toContainText('将立即结束 2 项')
    await expect(letting.getByRole('alert')).toContainText('1 个账号将立即退出')
    expect(await seriousViolations(page)).toEqual([])
    await letting.getByRole('button', { name: '不续期' }).click()
    await expect(page.getByRole('row').filter({ hasText: `（${ended?.account}）` })).toHaveCount(0)
  },
)

test('the strip shows what ends within ninety days, and filters the list by keys', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `到期${randomUUID().slice(0, 8)}公司`)
  const admin = await buildUser(stage, { companyId, permissions, menus: ['access', 'sys.terms'] })
  const [soon, later] = [await buildUser(stage, { companyId }), await buildUser(stage, { companyId })]
  await stage.sql(`update users set expire_at = now() + interval '1 day 23 hours' where id = $1`, [soon.id])
  await stage.sql(`update user_roles set expires_at = now() + interval '49 days 23 hours' where user_id = $1`, [
    later.id,
  ])
  await signIn(page, admin)
  await page.goto('/console/web/sys/terms')
  const strip = page.getByRole('region', { name: '90 天内到期' })
  await expect(strip).toContainText('3 天内 1 项，30 天内 1 项，90 天内 2 项')
  const rows = page.getByRole('table', { name: '即将到期的账号或角色' }).getByRole('row').filter({ hasText: '待处理' })
  // The list is as long as the strip.
  await expect(rows).toContainText(['2 天', '50 天'])
  await strip.getByRole('button', { name: /^账号 1 项，2 天后到期/ }).press('Enter')
  await expect(page).toHaveURL(/f\.days=3$/)
  await expect(rows).toHaveCount(1)

  await strip.getByRole('button', { name: /^账号 1 项，2 天后到期/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(strip.getByRole('button', { name: /^角色 1 项，50 天后到期/ })).toBeFocused()
  await expect(strip).toContainText('50 天后到期')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/f\.days=60/)
  await expect(rows).toHaveCount(2)
  expect(await seriousViolations(page)).toEqual([])

  await page.getByRole('button', { name: '以表格查看' }).click()
  await expect(page.getByRole('region', { name: '到期时间的数据' }).getByRole('row')).toHaveCount(3)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

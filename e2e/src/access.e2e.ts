import { buildCompany, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, journey, openWorkbench, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

test('a user with fewer permissions sees only what is granted and can do nothing else', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `只读公司${Date.now()}`)
  const reader = await buildUser(stage, { companyId, permissions: ['sysBases:list'], menus: ['settings', 'sys.bases'] })
  await stage.sql(
    `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by)
     values ($1, gen_random_uuid(), 'own.parameter', '自己的参数', 'string', '"值"', '{"id":"","name":"x"}', '{"id":"","name":"x"}')`,
    [companyId],
  )
  await signIn(page, reader)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: 'own.parameter' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toHaveCount(0)
  for (const name of ['新增', '编辑', '删除', '更新密钥'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '查看历史' })).toBeVisible()
  const status = await page.evaluate(async () => {
    const token = Object.entries(localStorage).find(([key]) => /(^|\W)token$/.test(key))?.[1] ?? ''
    const headers = { token: token.replace(/^"|"$/g, ''), 'content-type': 'application/json' }
    return (
      await fetch('/api/sys/bases/v1', {
        method: 'POST',
        headers,
        body: '{"code":"a.b","name":"x","kind":"string","value":""}',
      })
    ).status
  })
  expect(status).toBe(403)
})

test('a user without menus has only the workbench', async ({ page, stage }) => {
  const userWithoutMenus = await buildUser(stage, { companyId: await buildCompany(stage, `空公司${Date.now()}`) })
  await openWorkbench(page, userWithoutMenus)
  await expect(page.getByRole('heading', { name: /张伟/ })).toBeVisible()
  await expect(page.getByText('系统设置')).toHaveCount(0)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('heading', { name: '无法打开该页面' })).toBeVisible()
  await expect(page).toHaveURL(/\/console\/web\/sys\/bases\?topic=all$/)
})

test('a page that the plan of the company does not contain says so, inside the shell', async ({ page, stage }) => {
  const customer = await buildUser(stage, { companyId: await buildTenant(stage, `套餐公司${Date.now()}`) })
  await signIn(page, customer)
  await page.goto('/console/web/sys/tenancy/plans')
  await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText('工作台无访问权限')
  await expect(page.getByText('公司当前的套餐不包含该页面，需由平台调整或更换套餐。')).toBeVisible()
  await expect(page.getByRole('button', { name: '查看原因' })).toHaveCount(0)
})

test(
  'a user who cannot open a page learns why, requests it, and finds the request again',
  journey,
  async ({ page, stage }) => {
    const userWithoutMenus = await buildUser(stage, { companyId: await buildCompany(stage, `求助公司${Date.now()}`) })
    await signIn(page, userWithoutMenus)
    await page.goto('/console/web/sys/nowhere')
    await expect(page.getByText('/console/web/sys/nowhere')).toBeVisible()
    await expect(page).toHaveURL(/\/console\/404$/)
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
    await page.goto('/console/web/sys/bases?topic=all')
    // The shell stands around it.
    await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText('工作台无访问权限')
    await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link')).toHaveText([
      '工作台',
      '无访问权限',
    ])
    await expect(page).toHaveTitle(/^无访问权限 - /)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: '查看原因' }).click()
    const drawer = page.getByRole('dialog').last()
    await expect(drawer).toContainText('您没有该页面的访问权限，可向管理员申请。')
    await expect(drawer).toContainText('打开页面 /console/web/sys/bases')
    await drawer.getByRole('button', { name: '申请权限' }).click()
    await page.getByRole('dialog').last().getByLabel('申请原因').fill('月底对账')
    await page.getByRole('dialog').last().locator(submitButton).click()
    await page.getByRole('link', { name: '查看我的全部申请' }).click()
    await expect(page).toHaveURL(/\/console\/web\/user\/requests$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const row = page.getByRole('row').filter({ hasText: '基础参数 · 查看列表' })
    await expect(row).toContainText('月底对账')
    await expect(row).toContainText('待处理')
    await stage.sql(
      `update access_requests set state = 'rejected', decide_reason = '请走审批', decided_at = now(),
       decided_by = '{"id":"x","name":"李经理"}' where user_id = $1`,
      [userWithoutMenus.id],
    )
    await page.getByRole('button', { name: '刷新' }).click()
    for (const words of ['已驳回', '李经理', '请走审批']) await expect(row).toContainText(words)

    // The page opens by itself once it is granted.
    await page.getByRole('link', { name: '无访问权限' }).click()
    await expect(page.getByRole('heading', { name: '无法打开该页面' })).toBeVisible()
    const { companyId, roleId } = userWithoutMenus
    await stage.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:list')`, [
      companyId,
      roleId,
    ])
    await stage.sql(
      `insert into role_menus (company_id, role_id, menu_id)
       select $1, $2, id from menus where code in ('settings', 'sys.bases')`,
      [companyId, roleId],
    )
    await expect(page.getByRole('link', { name: '基础参数' }).first()).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('heading', { name: '无法打开该页面' })).toHaveCount(0)
  },
)

import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { expect, signIn, test } from './stage.ts'

test('a weaker user sees and can do nothing more than granted', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `只读公司${Date.now()}`)
  const reader = await buildUser(stage, { companyId, permissions: ['sysBases:list'], menus: ['sys', 'sys.bases'] })
  await stage.sql(
    `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by)
     values ($1, gen_random_uuid(), 'own.parameter', '自己的参数', 'string', '"值"', '{"id":"","name":"x"}', '{"id":"","name":"x"}')`,
    [companyId],
  )
  await signIn(page, reader)
  await page.goto('/console/web/sys/bases')
  await expect(page.getByRole('cell', { name: 'own.parameter' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'system.title' })).toHaveCount(0)
  for (const name of ['新增', '编辑', '删除', '更新密钥'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '历史' })).toBeVisible()
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

test('somebody without any menu has the workbench and nothing else', async ({ page, stage }) => {
  const nobody = await buildUser(stage, { companyId: await buildCompany(stage, `空公司${Date.now()}`) })
  await signIn(page, nobody)
  await expect(page.getByRole('heading', { name: /张伟/ })).toBeVisible()
  await expect(page.getByText('系统管理')).toHaveCount(0)
  await page.goto('/console/web/sys/bases')
  await expect(page).toHaveURL(/\/console\/404$/)
})

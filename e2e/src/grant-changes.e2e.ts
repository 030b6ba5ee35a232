import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { expect, journey, openWorkbench, signIn, test } from './stage.ts'

const soon = { timeout: 2000 }

test(
  'a revoked permission removes its button immediately, and its page with the menu',
  journey,
  async ({ page, stage }) => {
    const companyId = await buildCompany(stage, `变更公司${Date.now()}`)
    const permissions = ['sysBases:list', 'sysBases:add']
    const user = await buildUser(stage, { companyId, permissions, menus: ['settings', 'sys.bases'] })
    await signIn(page, user)
    await page.goto('/console/web/sys/bases?topic=all')
    const add = page.getByRole('search').getByRole('button', { name: '新增' })
    await expect(add).toBeVisible()
    const tried = () =>
      page.evaluate(async () => {
        const headers = { token: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
        const body = '{"code":"a.b","name":"x","kind":"string","value":""}'
        return (await fetch('/api/sys/bases/v1', { method: 'POST', headers, body })).status
      })

    await stage.sql(`delete from role_elements where role_id = $1 and element = 'sysBases:add'`, [user.roleId])
    await expect(add).toHaveCount(0, soon)
    expect(await tried()).toBe(403)
    await stage.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:add')`, [
      companyId,
      user.roleId,
    ])
    await expect(add).toBeVisible(soon)

    await stage.sql('delete from role_menus where role_id = $1', [user.roleId])
    await expect(page.getByText('“基础参数”的访问权限已被收回')).toBeVisible(soon)
    await expect(page).toHaveURL(/\/console\/dashboard$/)
    await expect(page.getByText('暂无可用菜单').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '基础参数' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: '基础参数' })).toHaveCount(0)
  },
)

test('a permission revoked before the console listens is removed as well', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `先变公司${Date.now()}`)
  const permissions = ['sysBases:list', 'sysBases:add']
  const user = await buildUser(stage, { companyId, permissions, menus: ['settings', 'sys.bases'] })
  await signIn(page, user)
  const held = Promise.withResolvers<void>()
  await page.route(/console\/events/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/console/web/sys/bases?topic=all')
  const add = page.getByRole('search').getByRole('button', { name: '新增' })
  await expect(add).toBeVisible()
  await stage.sql(`delete from role_elements where role_id = $1 and element = 'sysBases:add'`, [user.roleId])
  held.resolve()
  await expect(add).toHaveCount(0, soon)
})

test('a stream that was cut resumes behind its last event, or refetches', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `续接公司${Date.now()}`)
  const positions: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/console/events/')) positions.push(request.headers()['last-event-id'])
  })
  await openWorkbench(page, await buildUser(stage, { companyId }))
  await expect.poll(() => positions.length).toBeGreaterThan(0)
  expect(positions[0]).toBeUndefined()
  // A tab that is shown again reconnects.
  const reconnect = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    return positions.at(-1)
  }
  await expect.poll(reconnect).toMatch(/^\d+\.\d+$/)
  // A position that the server cannot read means that events may have been missed.
  await page.route(/console\/events/, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'last-event-id': 'lost' } }),
  )
  const refetched = page.waitForRequest(/console\/grants/)
  await reconnect()
  await refetched
})

test('an API without any element is refused even to users with that element', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `解绑公司${Date.now()}`)
  const user = await buildUser(stage, { companyId, permissions: ['sysLogs:login'] })
  await openWorkbench(page, user)
  const tried = () =>
    page.evaluate(async () => {
      const headers = { token: localStorage.getItem('token') ?? '' }
      return (await fetch('/api/sys/logs/login/v1', { headers })).status
    })
  expect(await tried()).toBe(200)
  const bound = `api_id = (select id from apis where key = 'sysLogs.list')`
  await stage.sql(`delete from element_apis where ${bound}`)
  try {
    await expect.poll(tried, soon).toBe(403)
  } finally {
    await stage.sql(
      `insert into element_apis (element, api_id) select 'sysLogs:login', id from apis where key = 'sysLogs.list'`,
    )
  }
})

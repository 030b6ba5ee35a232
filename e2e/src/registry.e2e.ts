import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const fresh = () => `erp${randomBytes(4).toString('hex')}`
const save = async (page: Page) => {
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const more = async (page: Page, text: string, action: string) => {
  await row(page, text).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Adds a module with one element on their screen. */
const addModule = async (page: Page) => {
  const code = fresh()
  await page.goto('/console/web/sys/access/modules')
  await page.getByRole('button', { name: '新增模块' }).click()
  await drawer(page).getByLabel('模块编码').fill(code)
  await drawer(page).getByLabel('模块名称').fill(`订单 ${code}`)
  await save(page)
  const entry = page.getByRole('button', { name: new RegExp(`^订单 ${code}`) })
  await entry.click()
  await expect(entry).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('search').getByRole('button', { name: '新增' }).click()
  await expect(drawer(page)).toContainText(`订单 ${code}`)
  await drawer(page).getByLabel('操作编码').fill('ship')
  await drawer(page).getByLabel('权限点名称').fill('发货')
  await save(page)
  await expect(row(page, `${code}:ship`)).toBeVisible()
  return code
}

test.beforeEach(({ page }) => signIn(page))

test('a business system: module, element and API are bound by keyboard and unbound', async ({ page, stage }) => {
  const code = await addModule(page)
  await page.getByRole('button', { name: `模块订单 ${code}的变更记录` }).click()
  await expect(drawer(page)).toContainText('新增模块')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/console/web/sys/access/apis')
  await page.getByRole('search').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('接口地址').fill('erp')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('以 / 开头')
  await drawer(page).getByLabel('接口地址').fill(`/${code}/orders/{id}/v1`)
  await drawer(page).getByLabel('接口名称').fill('发货接口')
  await drawer(page).getByLabel('模块').fill(code)
  await page.getByTitle(`订单 ${code}（${code}）`).click()
  await save(page)
  await page.goto(`/console/web/sys/access/apis?f.module=${code}`)
  await expect(row(page, `/${code}/`)).toContainText('未绑定')

  await page.goto(`/console/web/sys/access/modules?f.module=${code}`)
  await actOn(row(page, `${code}:ship`), '绑定接口')
  await drawer(page).getByLabel('搜索可绑定').fill(code)
  const candidate = drawer(page).getByRole('checkbox', { name: /发货接口/ })
  await candidate.focus()
  await page.keyboard.press('Space')
  await drawer(page).getByRole('button', { name: '绑定所选' }).click()
  const bound = drawer(page).getByRole('region', { name: /^已绑定/ })
  await expect(bound).toContainText('发货接口')

  const holder = { companyId: await buildCompany(stage, `解绑 ${code}`), permissions: [`${code}:ship`] }
  await buildUser(stage, holder)
  await bound.getByRole('checkbox', { name: /发货接口/ }).focus()
  await page.keyboard.press('Space')
  await bound.getByRole('button', { name: '解除绑定' }).click()
  await expect(drawer(page)).toContainText('1 家公司的 1 个角色，1 人将立即无法调用')
  await expect(drawer(page)).toContainText(`GET /${code}/orders/{id}/v1`)
  await drawer(page).getByRole('button', { name: '解除绑定' }).click()
  await expect(bound).toContainText('暂无绑定的接口')
  await expect(bound.getByLabel('搜索已绑定')).toBeFocused()

  await drawer(page)
    .getByRole('checkbox', { name: /发货接口/ })
    .check()
  await drawer(page).getByRole('button', { name: '绑定所选' }).click()
  await expect(drawer(page)).toContainText('1 家公司的 1 个角色，1 人立即可以调用')
  await drawer(page).getByRole('button', { name: '绑定', exact: true }).click()
  await expect(bound).toContainText('发货接口')
})

test('an element shows its holders, and who loses it before it is deleted', thorough, async ({ page, stage }) => {
  const code = fresh()
  await stage.sql(
    `with module as (insert into modules (id, code, name, origin) values (gen_random_uuid(), $1, $1, 'custom')),
       element as (insert into elements (id, code, module, operation, name, origin)
         values (gen_random_uuid(), $1 || ':ship', $1, 'ship', '发货', 'custom')),
       api as (insert into apis (id, method, path, name, module, auth, origin)
         values (gen_random_uuid(), 'GET', '/' || $1 || '/orders/v1', '发货', $1, 'perm', 'custom') returning id)
     insert into element_apis (element, api_id) select $1 || ':ship', id from api`,
    [code],
  )
  await buildUser(stage, { companyId: await buildCompany(stage, `持有 ${code}`), permissions: [`${code}:ship`] })
  await page.goto(`/console/web/sys/access/modules?f.module=${code}`)
  await actOn(row(page, `${code}:ship`), '查看角色')
  await expect(drawer(page)).toContainText('另有其他公司的 1 个角色')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await more(page, `${code}:ship`, '删除')
  await expect(drawer(page)).toContainText('1 家公司的 1 个角色，1 人将立即失去该权限')
  await expect(drawer(page)).toContainText(`GET /${code}/orders/v1`)
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(row(page, `${code}:ship`)).toBeVisible()
  await more(page, `${code}:ship`, '删除')
  await drawer(page).getByRole('button', { name: '删除' }).click()
  await expect(row(page, `${code}:ship`)).toHaveCount(0)
})

test('an API is bound and unbound on its own screen, and deleted', journey, async ({ page }) => {
  const code = await addModule(page)
  await page.goto('/console/web/sys/access/apis?search=bases/{id}/history')
  const history = row(page, '/history/')
  await history.getByRole('button', { name: '绑定权限点' }).click()
  await drawer(page).getByLabel('添加权限点').fill(`${code}:ship`)
  await page.getByTitle(`发货（${code}:ship）`).click()
  const bound = drawer(page)
    .getByRole('listitem')
    .filter({ hasText: `${code}:ship` })
  await expect(bound).toBeVisible()
  await bound.getByRole('button', { name: '解除绑定' }).click()
  await expect(drawer(page)).toContainText('没有角色仅凭该权限点调用')
  await drawer(page).getByRole('button', { name: '解除绑定' }).click()
  await expect(bound).toHaveCount(0)
  const others = drawer(page).getByRole('button', { name: /^解除绑定/ })
  await expect(others.first()).toBeFocused()
  // The confirmation must have closed: it has a button of the same name.
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await drawer(page).getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await history.getByRole('button', { name: '编辑' }).click()
  await expect(drawer(page).getByText('由产品代码设定，不能修改')).toBeVisible()
  await drawer(page).getByLabel('已弃用').click()
  await save(page)
  await expect(history).toContainText('已弃用')
  await history.getByRole('button', { name: '编辑' }).click()
  await drawer(page).getByLabel('已弃用').click()
  await save(page)
  await expect(history).toContainText('正常')
})

test('new declarations of the code are shown before they are accepted', thorough, async ({ page, stage }) => {
  await stage.sql(`update apis set state = 'new' where key = 'sysBases.get'`)
  await page.goto('/console/web/sys/access/apis?f.state=new')
  await expect(row(page, '/api/sys/bases/{id}/v1')).toContainText('新增')
  await page.getByRole('button', { name: '同步' }).click()
  await expect(drawer(page)).toContainText('GET /api/sys/bases/{id}/v1')
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, '/api/sys/bases/{id}/v1')).toBeVisible()
  await page.getByRole('button', { name: '同步' }).click()
  await drawer(page).getByRole('button', { name: '确认变更' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, '/api/sys/bases/{id}/v1')).toHaveCount(0)
  await page.getByRole('button', { name: '同步' }).click()
  await expect(drawer(page)).toContainText('没有变化')
})

test('on a phone the modules fold above their elements', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/console/web/sys/access/modules')
  await page.getByText('模块：全部模块').click()
  await page.getByRole('button', { name: /^基础参数/ }).click()
  await expect(page.getByText('模块：基础参数')).toBeVisible()
  await expect(page.getByText('sysBases:secret')).toBeVisible()
  await expect(page.getByText('sysApis:sync')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

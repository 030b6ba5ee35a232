import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
})

const freshCode = () => `e2e.n${randomBytes(6).toString('hex')}`
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
const find = async (page: Page, code: string) => {
  await page.getByPlaceholder(/搜索编码/).fill(code)
  await page.getByPlaceholder(/搜索编码/).press('Enter')
  await expect(row(page, code)).toBeVisible()
}
const add = async (page: Page, code: string, value = '第一版') => {
  await page.getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('参数编码').fill(code)
  await expect(drawer(page).getByText('其他参数', { exact: true })).toBeVisible()
  await drawer(page).getByLabel('参数名称').fill('端到端参数')
  await drawer(page).getByLabel('参数值').fill(value)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('操作成功').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('parameters are added, found, edited, compared, restored and deleted', journey, async ({ page }) => {
  const code = freshCode()
  await add(page, code)
  await find(page, code)
  await expect(page).toHaveURL(new RegExp(`search=${code}`))

  await actOn(row(page, code), '编辑')
  await drawer(page).getByLabel('参数值').fill('第二版')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, code)).toContainText('第二版')

  await actOn(row(page, code), '查看历史')
  await expect(drawer(page)).toContainText('第一版')
  await drawer(page).getByText('版本 1').click()
  await drawer(page).getByRole('button', { name: '恢复到此版本' }).click()
  await page.getByRole('button', { name: '恢复', exact: true }).last().click()
  await expect(page.getByText('操作成功').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(drawer(page)).toContainText('版本 3')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, code)).toContainText('第一版')

  await actOn(row(page, code), '删除')
  await page.getByRole('button', { name: '删除', exact: true }).last().click()
  await expect(row(page, code)).toHaveCount(0)
})

test('form problems are shown at their fields, those reported by the server as well', async ({ page }) => {
  await page.getByRole('button', { name: '新增' }).click()
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('请输入参数编码')
  await expect(drawer(page).getByLabel('参数编码')).toBeFocused()
  await drawer(page).getByLabel('参数编码').fill('system.title')
  await drawer(page).getByLabel('参数名称').fill('重复')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('参数编码已存在')
})

test('unsaved input is not lost without a confirmation, and a running task cannot be cancelled', async ({ page }) => {
  await page.getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('参数编码').fill(freshCode())
  await drawer(page).getByLabel('参数名称').fill('慢')
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(page.getByText(/未保存|放弃/).first()).toBeVisible()
  await page
    .getByRole('button', { name: /继续|取消/ })
    .last()
    .click()
  await page.route('**/api/sys/bases/v1', async (route) => {
    if (route.request().method() === 'POST') await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await drawer(page).locator(submitButton).click()
  for (const name of ['新增参数', '取消'])
    await expect(drawer(page).getByRole('button', { name }).locator('.spinner')).toBeVisible()
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('有任务正在执行中').first()).toBeVisible()
  await expect(page.getByText('操作成功').first()).toBeVisible()
})

test('a double click saves once', async ({ page, stage }) => {
  const code = freshCode()
  await page.getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('参数编码').fill(code)
  await drawer(page).getByLabel('参数名称').fill('双击')
  await drawer(page).locator(submitButton).dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const [events] = await stage.sql(
    `select count(*)::int as n from audit_log where event = 'baseParameter.created' and after->>'code' = $1`,
    [code],
  )
  expect(events).toEqual({ n: 1 })
})

test('the second of two editors sees both versions and chooses one', async ({ page, stage }) => {
  const code = freshCode()
  await add(page, code)
  await find(page, code)
  await actOn(row(page, code), '编辑')
  await drawer(page).getByLabel('参数值').fill('我的')
  await stage.sql(`update base_parameters set value = '"别人的"', version = version + 1 where code = $1`, [code])
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('别人的').first()).toBeVisible()
  await page.getByRole('button', { name: '使用我的' }).click()
  await expect(row(page, code)).toContainText('我的')
})

test('a secret can be written but is never shown', async ({ page }) => {
  const code = freshCode()
  await page.getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('参数编码').fill(code)
  await drawer(page).getByLabel('参数名称').fill('网关密钥')
  await drawer(page).getByLabel('类型').click()
  await page.getByTitle('密钥', { exact: true }).click()
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await find(page, code)
  await expect(row(page, code)).toContainText('未设置')
  await actOn(row(page, code), '更新密钥')
  await drawer(page).locator('input').first().fill('tip-top-secret')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, code)).toContainText('******')
  await expect(page.locator('body')).not.toContainText('tip-top-secret')
})

test("the list's state is in its address, so that a link shows the same rows", async ({ page }) => {
  await page.goto('/console/web/sys/bases?page=2&size=10&sort=-code')
  await expect(page.getByRole('columnheader', { name: '编码' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('cell', { name: '11', exact: true })).toBeVisible()
  await page.goto('/console/web/sys/bases?page=x&size=7&sort=evil')
  await expect(page.getByRole('cell', { name: '1', exact: true }).first()).toBeVisible()
})

test('an empty search and a failed list both offer a next step', async ({ page }) => {
  await page.getByPlaceholder(/搜索编码/).fill('没有这样的参数')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByRole('table').getByRole('button', { name: '清除条件' }).click()
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  const traceId = '8f3a61c2aa014f0e9b7d5a1c2e3f4a5b'
  const fail = () =>
    page.route('**/api/sys/bases/v1?*', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: '', data: null, traceId } }),
    )
  await fail()
  await page.goto('/console/web/sys/bases?topic=all')
  const failed = page.getByRole('table').getByRole('alert')
  const acts = failed.getByRole('button')
  await expect(acts).toHaveText(['重试', '处理办法', '追踪号 8f3a61c2'])
  // They stand in one row, and nothing counts rows that could not be read.
  expect(new Set(await acts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))).size).toBe(1)
  await expect(page.getByRole('navigation', { name: '分页' })).toHaveCount(0)
  await expect(acts.last()).toHaveAccessibleName(`复制追踪号 ${traceId}`)
  await page.unroute('**/api/sys/bases/v1?*')
  await acts.first().click()
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await fail()
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect(page.getByText(/^刷新失败，显示的是 \d\d:\d\d 的数据$/)).toBeVisible()
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.unroute('**/api/sys/bases/v1?*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('刷新失败')).toHaveCount(0)
})

test('shortcuts: / searches, n adds, r refreshes, ? shows help', async ({ page }) => {
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder(/搜索编码/)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByPlaceholder(/搜索编码/).blur()
  const reloaded = page.waitForRequest(/\/api\/sys\/bases\/v1/)
  await page.keyboard.press('r')
  await reloaded
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('搜索')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(drawer(page)).toContainText('新增')
})

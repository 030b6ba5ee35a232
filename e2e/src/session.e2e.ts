import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { digestSession, expect, journey, signIn, signInByForm, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

test('an expired access token is refreshed without notice', async ({ page, stage }) => {
  await signIn(page)
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/refreshToken/')) refreshes.push(request.url())
  })
  await stage.sql(`update sessions set access_expires_at = now() - interval '1 second' where access_hash = $1`, [
    await digestSession(page),
  ])
  await page.waitForTimeout(1100)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  expect(refreshes).toHaveLength(1)
})

test('a session ended elsewhere shows a message and returns to the sign-in page', journey, async ({ page, stage }) => {
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await stage.sql('update sessions set ended_at = now() where access_hash = $1', [await digestSession(page)])
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByText('登录已过期，请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/\/console\/login/)
})

test('a late answer to a former session keeps the tokens that another tab has stored', async ({
  page,
  context,
  stage,
}) => {
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  const other = await context.newPage()
  let refused: unknown
  await page.route('**/api/sys/bases/**', async (route) => {
    await stage.sql('update sessions set ended_at = now() where access_hash = $1', [await digestSession(page)])
    await page.waitForTimeout(1100)
    const response = await route.fetch()
    refused = await response.json()
    await signIn(other)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => refused).toMatchObject({ code: 101 })
  await page.unroute('**/api/sys/bases/**')
  await page.waitForTimeout(2000)
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
})

test('the sign-in page shows why the session ended, in every tab, until the next sign-in', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `离线公司${Date.now()}`)
  const user = await buildUser(stage, { companyId })
  await signInByForm(page, user)
  const other = await page.context().newPage()
  await other.goto('/console/dashboard')
  await expect(other.getByRole('heading', { name: /张伟/ })).toBeVisible()
  await stage.sql(`update sessions set ended_at = now(), end_reason = 'password' where access_hash = $1`, [
    await digestSession(page),
  ])
  await page.waitForTimeout(1100)
  await page.reload()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/console\/login/)
    await expect(tab.locator('form').getByText('密码已修改，请重新登录')).toBeVisible()
  }
  await other.close()
  await signInByForm(page, user)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/console/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByText('密码已修改，请重新登录')).toHaveCount(0)
})

test('a missing server response shows the specified message', async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.route('**/api/sys/bases/**', (route) => route.abort())
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByText('数据加载失败，请检查网络～').first()).toBeVisible()
})

test('while offline a list shows a message, and a save fails instead of being queued', async ({ page, context }) => {
  const code = `e2e.offline${Date.now()}`
  const bar = page.getByText('连接已断开，正在重连…')
  await signIn(page)
  const barLoaded = page.waitForResponse(/\/connection-bar-[^/]*\.js/)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('参数编码').fill(code)
  await form.getByLabel('参数名称').fill('断网时填写')
  await form.getByLabel('参数值').fill('一')
  await barLoaded
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await expect(page.getByText(/^显示的是 \d\d:\d\d 的数据$/)).toBeVisible()
  await form.locator(submitButton).click()
  await expect(page.getByText('数据加载失败，请检查网络～').first()).toBeVisible()
  await expect(form.getByRole('alert')).toHaveText('保存失败，请检查网络后重试')
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByRole('alert').getByText('数据加载失败，请检查网络～')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByPlaceholder(/搜索编码/).fill(code)
  await page.getByPlaceholder(/搜索编码/).press('Enter')
  await expect(page.getByText('没有符合条件的基础参数')).toBeVisible()
})

test('each HTTP status shows the specified message', async ({ page }) => {
  await signIn(page)
  let answered = 200
  await page.route('**/api/sys/bases/**', (route) => route.fulfill({ status: answered, body: '' }))
  for (const [status, words] of [
    [400, '请求错误'],
    [401, '未授权，请登录'],
    [403, '拒绝访问'],
    [404, '请求地址出错'],
    [408, '请求超时'],
    [500, '服务器内部错误'],
    [501, '服务未实现'],
    [502, '网关错误'],
    [503, '服务不可用'],
    [504, '网关超时'],
    [505, 'HTTP版本不受支持'],
    [418, '系统错误'],
  ] as const) {
    answered = status
    await page.goto('/console/web/sys/bases?topic=all')
    await expect(page.getByText(words).first()).toBeVisible()
  }
})

test('a call without an answer is given up after thirty seconds', async ({ page }) => {
  // A hundredth of the limit passes faster; any other limit stays as it is.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms === 30_000 ? 300 : ms)
  })
  await signIn(page)
  await page.goto('/console/dashboard')
  await page.route('**/api/sys/bases/v1?*', () => undefined)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByText('数据加载失败，请检查网络～').first()).toBeVisible()
})

/** Whether a message is shown that is not about to leave. */
const says = (page: Page, text: string) =>
  page.locator('.toast:not(.toast-leaving)').filter({ hasText: text }).isVisible()

test('messages of success and failure stay two seconds', async ({ page }) => {
  const code = `e2e.toast${Date.now()}`
  await page.clock.install()
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  for (const [label, value] of [
    ['参数编码', code],
    ['参数名称', '提示时长'],
    ['参数值', '一'],
  ] as const)
    await form.getByLabel(label).fill(value)
  const staysTwoSeconds = async (text: string, act: () => Promise<void>) => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await act()
    await expect.poll(() => says(page, text)).toBe(true)
    await page.clock.runFor(1900)
    expect(await says(page, text)).toBe(true)
    await page.clock.runFor(200)
    expect(await says(page, text)).toBe(false)
    await page.clock.resume()
  }
  await staysTwoSeconds('操作成功', () => form.locator(submitButton).click())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.route('**/api/sys/bases/v1?*', (route) =>
    route.fulfill({ json: { code: 4711, msg: '仓库正在盘点', traceId: 'x' } }),
  )
  await staysTwoSeconds('仓库正在盘点', () => page.getByRole('button', { name: '刷新', exact: true }).click())
})

test('an ended session says so for one and a half seconds, without its tokens, and then reloads', async ({
  page,
  stage,
}) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  const session = await digestSession(page)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await stage.sql('update sessions set ended_at = now() where access_hash = $1', [session])
  // The server believes a session for a second. Its events may say sooner that it has ended.
  await new Promise((done) => setTimeout(done, 1100))
  if (!(await says(page, '登录已过期，请重新登录')))
    await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect.poll(() => says(page, '登录已过期，请重新登录')).toBe(true)
  const kept = () =>
    page.evaluate(() => ['token', 'refreshToken', 'aesKey'].flatMap((name) => localStorage.getItem(name) ?? []))
  expect(await kept()).toEqual([])
  await page.clock.runFor(1400)
  await expect(page).toHaveURL(/\/console\/web\/sys\/bases/)
  const loaded = page.waitForEvent('load')
  await page.clock.runFor(200)
  await loaded
  await expect(page).toHaveURL(/\/console\/login/)
})

test('a session that cannot be loaded says it has expired, with one way out', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/sys/console/login/v1', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/console/dashboard')
  const dialog = page.getByRole('dialog', { name: '提示' })
  await expect(dialog).toContainText('登录已过期，请重新登录')
  await expect(dialog.getByRole('button')).toHaveText(['重新登录'])
  const ended = page.waitForRequest(/\/api\/sys\/login\/logout\/v1/)
  await dialog.getByRole('button').click()
  await ended
  await expect(page).toHaveURL(/\/console\/login/)
})

test('without a session every address but the guest pages leads to the sign-in page', async ({ page }) => {
  for (const address of ['/console/404', '/console/nowhere', '/console/web/sys/nowhere', '/console/ywRedirect/x']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/console\/login/)
  }
})

test('a lost network while the grants load is named, and the page opens once it is back', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/sys/console/**', (route) => route.abort())
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('heading', { name: '数据加载失败，请检查网络～' })).toBeVisible()
  await expect(page.getByText('登录已过期')).toHaveCount(0)
  await page.unroute('**/api/sys/console/**')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
})

test('a page opened before the encryption was switched on goes on working', async ({ page, stage }) => {
  const code = `e2e.cipher${Date.now()}`
  await signIn(page)
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  const setMode = async (mode: string) => {
    await stage.sql(`update base_parameters set value = to_jsonb($1::text) where code = 'encrypt'`, [mode])
    await page.waitForTimeout(1100)
  }
  try {
    for (const mode of ['2', '1', '0']) {
      await setMode(mode)
      await page.getByRole('button', { name: '新增' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('参数编码').fill(`${code}.${mode}`)
      await form.getByLabel('参数名称').fill('换了加密方式')
      await form.getByLabel('参数值').fill('一')
      await form.locator(submitButton).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  } finally {
    await setMode('0')
  }
})

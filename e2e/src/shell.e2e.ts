import { actOn, expect, journey, openWorkbench, test, thorough } from './stage.ts'

test.beforeEach(({ page }) => openWorkbench(page))

const tags = (page: import('@playwright/test').Page) => page.getByRole('navigation', { name: '已打开的页面' })

test('a cookie stores whether the sidebar is open', async ({ page, context }) => {
  const toggle = page.getByRole('button', { name: /侧边栏/ })
  await toggle.click()
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value
  expect(await cookie()).toBe('0')
  await page.reload()
  await toggle.click()
  expect(await cookie()).toBe('1')
  expect(
    await page
      .getByRole('navigation', { name: /菜单/ })
      .evaluate((side) => side.closest('aside')?.getBoundingClientRect().width ?? side.getBoundingClientRect().width),
  ).toBe(210)
})

test(
  'tags: one per page, the workbench fixed, a context menu, closing returns to the workbench',
  journey,
  async ({ page }) => {
    await page.goto('/console/web/sys/bases?topic=all')
    await expect(tags(page).getByRole('link')).toHaveText(['工作台', '基础参数'])
    await expect(tags(page).getByRole('button', { name: '关闭工作台' })).toHaveCount(0)
    await tags(page).getByRole('link', { name: '工作台' }).click({ button: 'right' })
    await expect(page.getByRole('menuitem')).toHaveText(['刷新', '关闭', '关闭其他', '关闭全部'])
    await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await tags(page).getByRole('button', { name: '关闭基础参数' }).click()
    await expect(page).toHaveURL(/\/console\/dashboard/)
    await expect(tags(page).getByRole('link')).toHaveText(['工作台'])
    for (const [name, title] of [
      ['profile', '个人中心'],
      ['security', '安全设置'],
    ] as const) {
      await page.goto(`/console/web/user/${name}`)
      await expect(tags(page).getByRole('link').last()).toHaveText(title)
    }
    const choose = async (label: string) => {
      await tags(page).getByRole('link', { name: '个人中心' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: label, exact: true }).click()
    }
    await choose('关闭其他')
    await expect(tags(page).getByRole('link')).toHaveText(['工作台', '个人中心'])
    await expect(page).toHaveURL(/\/console\/web\/user\/profile$/)
    await choose('关闭全部')
    await expect(tags(page).getByRole('link')).toHaveText(['工作台'])
    await expect(page).toHaveURL(/\/console\/dashboard$/)
  },
)

test('refreshing a tag replaces the address by that of ywRedirect, which leads back', async ({ page }) => {
  const address = '/web/sys/bases?topic=all&page=2'
  await page.goto(`/console${address}`)
  const row = page.getByRole('cell', { name: '11', exact: true })
  await expect(row).toBeVisible()
  const entries = await page.evaluate(() => history.length)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url().replace(/^.*?\/console/, '')))
  const reloaded = page.waitForResponse(/\/api\/sys\/bases\/v1/)
  await tags(page).getByRole('link', { name: '基础参数' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await reloaded
  await expect.poll(() => visited).toEqual([`/ywRedirect${address}`, address])
  await expect(row).toBeVisible()
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '基础参数'])
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('a page keeps its state while its tag is open and loses it on refresh', async ({ page }) => {
  await page.goto('/console/web/sys/bases?topic=all')
  const search = page.getByPlaceholder(/搜索编码/)
  await search.fill('草稿')
  await tags(page).getByRole('link', { name: '工作台' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await tags(page).getByRole('link', { name: '基础参数' }).click()
  await expect(search).toHaveValue('草稿')
  await tags(page).getByRole('link', { name: '基础参数' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/console\/web\/sys\/bases/)
})

test('the breadcrumb starts with the workbench; the last crumb and groups are not links', async ({ page }) => {
  await page.goto('/console/web/sys/bases?topic=all')
  const crumbs = page.getByRole('navigation', { name: /面包屑|位置/ })
  await expect(crumbs.getByRole('link')).toHaveText(['工作台'])
  await expect(crumbs).toContainText('系统设置')
  await expect(crumbs).toContainText('基础参数')
})

test('the first press of Tab on a page reaches the link to its content', async ({ page }) => {
  await page.goto('/console/web/sys/bases')
  await expect(tags(page).getByRole('link', { name: '基础参数' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused()
})

test('an unknown address ends at 404', async ({ page }) => {
  for (const address of [
    '/console/nowhere',
    '/console/web/sys/nothing',
    '/console/ywRedirect//example.com',
    '/console/ywRedirect/%5Cexample.com',
    '/console/ywRedirect/https:%2F%2Fexample.com',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/console\/404$/)
    await page.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/console\/dashboard/)
  }
})

test('the root and ywRedirect lead to pages of the console', async ({ page }) => {
  await page.goto('/console/')
  await expect(page).toHaveURL(/\/console\/dashboard/)
  await page.goto('/console/ywRedirect/web/sys/bases?page=2')
  await expect(page).toHaveURL(/\/console\/web\/sys\/bases\?page=2/)
})

test('below 992 px the sidebar overlays the page and closes after a choice', async ({ page }) => {
  const sidebar = page.getByRole('navigation', { name: /菜单/ })
  await page.setViewportSize({ width: 992, height: 844 })
  await expect(sidebar).toBeVisible()
  await page.setViewportSize({ width: 991, height: 844 })
  await expect(sidebar).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(sidebar).toHaveCount(0)
  await page
    .getByRole('button', { name: /侧边栏|菜单/ })
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: '系统设置' }).click()
  await panel.getByRole('link', { name: '基础参数' }).click()
  await expect(page).toHaveURL(/\/web\/sys\/bases/)
  await expect(panel).toHaveCount(0)
})

test('at 1024 the first crumbs give way, and the last one is whole', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/console/web/sys/users')
  const last = page.getByRole('navigation', { name: '面包屑' }).getByRole('listitem').last()
  await expect(last).toHaveText('用户管理')
  expect(await last.locator('span').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

/** Contrast of the frame around each input with what it stands on. */
const frameContrasts = (inputs: (SVGElement | HTMLElement)[]) => {
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const luminance = (color: string) =>
    channels(color)
      .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, at) => sum + value * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)
  const climb = (from: Element | null, isFound: (style: CSSStyleDeclaration) => boolean): Element => {
    const at = from ?? document.body
    return at === document.body || isFound(getComputedStyle(at)) ? at : climb(at.parentElement, isFound)
  }
  return inputs.map((input) => {
    const frame = climb(input, ({ borderTopWidth }) => borderTopWidth !== '0px')
    const ground = climb(frame.parentElement, ({ backgroundColor }) => !/, 0\)$/.test(backgroundColor))
    const both = [getComputedStyle(frame).borderTopColor, getComputedStyle(ground).backgroundColor].map(luminance)
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
  })
}

test('what is filled in or ticked has a frame that stands out, in both schemes', async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => localStorage.setItem('atrium.theme', chosen), theme)
    await page.goto('/console/web/sys/users')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const inputs = page.locator('input:is([type=checkbox], [type=search], [role=combobox], .ant-input):visible')
    const contrasts = await inputs.evaluateAll(frameContrasts)
    expect(contrasts.length).toBeGreaterThan(4)
    expect(contrasts.filter((each) => each < 3)).toEqual([])
    expect(
      await page
        .locator('input[type=checkbox]')
        .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).appearance)),
    ).not.toContain('auto')
  }
})

test('dark mode is chosen in the avatar menu and kept', async ({ page }) => {
  await page.getByRole('button', { name: /系统管理员/ }).click()
  // Half as tall as one with a line for each choice.
  expect((await page.locator('.popup-menu').boundingBox())?.height).toBeLessThan(300)
  await page.getByRole('menuitemradio', { name: '跟随系统' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('menuitemradio', { name: '深色' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a portrait is replaced and shown; only JPG and PNG are accepted', thorough, async ({ page }) => {
  await page.goto('/console/web/user/profile')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('上传头像图片只能是 JPG或PNG 格式!')).toBeVisible()
})

test('a chunk that fails to load is fetched again once, and then reported', async ({ page }) => {
  const file = /assets\/timeline-drawer-.*\.js/
  await page.goto('/console/web/sys/tenancy/plans')
  const plan = page.getByRole('row').filter({ has: page.getByText('standard', { exact: true }) })
  const timeline = () => actOn(plan, '变更记录')
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
  const reloaded = page.waitForEvent('load')
  await timeline()
  await reloaded
  await timeline()
  const failed = page.getByRole('alert').filter({ hasText: '“套餐管理”打开失败' })
  await expect(failed).toContainText('页面文件加载失败，请检查网络')
  await page.unroute(file)
  await failed.getByRole('button', { name: '重试' }).click()
  await timeline()
  await expect(page.getByRole('dialog')).toContainText('变更记录')
})

test('a chunk that fails while the server is away is fetched once it is back', async ({ page }) => {
  await page.goto('/console/web/sys/tenancy/plans')
  const plan = page.getByRole('row').filter({ has: page.getByText('standard', { exact: true }) })
  await expect(plan).toBeVisible()
  // No more than this: what else is loaded meanwhile may fail in another place of the page.
  const away = /assets\/timeline-drawer-.*\.js|\/healthz$/
  await page.route(away, (route) => route.abort())
  await actOn(plan, '变更记录')
  const failed = page.getByRole('alert').filter({ hasText: '“套餐管理”打开失败' })
  const retry = failed.getByRole('button', { name: '重试' })
  await retry.click()
  await expect(page.getByText('数据加载失败，请检查网络～').first()).toBeVisible()
  await expect(failed).toBeVisible()
  await page.unroute(away)
  await retry.click()
  await actOn(plan, '变更记录')
  await expect(page.getByRole('dialog')).toContainText('变更记录')
})

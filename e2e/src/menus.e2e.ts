import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

// In sequence: five hundred menus would push the rows of other tests out of the virtualised list.
test.describe.configure({ mode: 'default' })

const fresh = () => `e2e${randomBytes(5).toString('hex')}`
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const remove = async (page: Page, name: string) => {
  await row(page, name).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
}
const sidebar = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const names = (page: Page) => page.locator('[data-menu] .ellipsis-text').allTextContents()

type Menu = { name: string; parent?: string; sort?: number; kind?: string; metadata?: object }
type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
const put = async (sql: Sql, { name, parent, sort = 900, kind = 'menu', metadata = {} }: Menu) => {
  const full = { path: name, ...(kind === 'menu' && { component: 'sample/welcome' }), ...metadata }
  await sql(
    `insert into menus (id, code, parent_id, name, sort, kind, metadata)
     values (gen_random_uuid(), $1, (select id from menus where code = $2), $1, $3, $4, $5)`,
    [name, parent ?? null, sort, kind, JSON.stringify(full)],
  )
}
const drop = (sql: Sql, prefix: string) =>
  sql(`delete from menus where code like $1 || '%' or name like $1 || '%'`, [prefix])

let prefix = ''
test.beforeEach(() => {
  prefix = fresh()
})
test.afterEach(({ stage }) => drop(stage.sql, prefix))

const open = async (page: Page, path = '/console/web/sys/menus') => {
  await signIn(page)
  await page.goto(path)
}

test('a directory and a page are added, edited as JSON, shown in the sidebar and deleted', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await drawer(page).getByLabel('菜单名称').fill(prefix)
  await drawer(page).getByLabel('类型').click()
  await page.getByTitle('目录', { exact: true }).click()
  await drawer(page).getByRole('button', { name: '图标：未选择' }).click()
  await drawer(page).getByLabel('搜索图标').fill('公司')
  await drawer(page).getByRole('button', { name: 'building-2' }).click()
  await drawer(page).getByLabel('路径').fill(prefix)
  await expect(drawer(page).getByRole('region', { name: '预览' })).toContainText(`/web/${prefix}`)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await actOn(row(page, prefix), '新增下级')
  await drawer(page).getByLabel('菜单名称').fill(`${prefix}的页面`)
  await drawer(page).getByLabel('路径').fill('page')
  await drawer(page).getByLabel('模板').fill('sample/welcome')
  await drawer(page).getByLabel('角标').fill('新')
  await expect(drawer(page).getByRole('region', { name: '预览' })).toContainText(`/web/${prefix}/page`)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The sidebar of this console shows it without a reload.
  await sidebar(page).getByRole('button', { name: prefix }).click()
  await expect(sidebar(page).getByRole('link', { name: `${prefix}的页面` })).toContainText('新')

  await actOn(row(page, `${prefix}的页面`), '编辑')
  await drawer(page).getByRole('tab', { name: 'JSON' }).click()
  const editor = drawer(page).getByRole('textbox', { name: 'metadata' })
  await expect(editor).toContainText('"badge": "新"')
  await editor.fill('{"path":"page","component":"sample/welcome","evil":1}')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('不支持的字段：evil')
  await editor.fill('{"path":"other","component":"sample/welcome","query":{"tab":"all"},"badge":"热"}')
  await expect(drawer(page).getByRole('region', { name: '预览' })).toContainText(`/web/${prefix}/other?tab=all`)
  await drawer(page).getByRole('tab', { name: '表单' }).click()
  await expect(drawer(page).getByLabel('角标')).toHaveValue('热')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await sidebar(page)
    .getByRole('link', { name: `${prefix}的页面` })
    .click()
  await expect(page).toHaveURL(new RegExp(`/web/${prefix}/other\\?tab=all$`))
  await page.goBack()

  await remove(page, `${prefix}的页面`)
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(row(page, `${prefix}的页面`)).toHaveCount(0)
  await expect(sidebar(page).getByRole('link', { name: `${prefix}的页面` })).toHaveCount(0)
})

test('server errors are shown at their fields', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await drawer(page).getByLabel('菜单名称').fill(prefix)
  await drawer(page).getByLabel('路径').fill('sys/bases')
  await drawer(page).getByLabel('模板').fill('sample/welcome')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('路径重复')
})

test('disabling a page shows who loses it; deleting one includes its children', journey, async ({ page, stage }) => {
  await put(stage.sql, { name: `${prefix}d`, kind: 'dir' })
  await put(stage.sql, { name: `${prefix}p`, parent: `${prefix}d` })
  await open(page)
  await actOn(row(page, `${prefix}p`), '编辑')
  await drawer(page).getByRole('switch').first().click()
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('人将无法打开该页面')
  await drawer(page)
    .getByRole('button', { name: /返回修改|取消/ })
    .click()
  await drawer(page).locator(submitButton).click()
  await drawer(page).getByRole('button', { name: '确认修改' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, `${prefix}p`)).toContainText('停用')

  await remove(page, `${prefix}d`)
  await expect(drawer(page)).toContainText('将删除 2 个菜单，不影响任何用户。')
  await drawer(page).getByRole('button', { name: '删除' }).click()
  await expect(row(page, prefix)).toHaveCount(0)
})

test('branches fold, and a search keeps the ancestors of its results', async ({ page }) => {
  await open(page)
  await expect(row(page, '登录日志')).toBeVisible()
  const headings = await page.getByRole('columnheader').allTextContents()
  expect(headings.filter((text) => ['名称', '图标', '路径', '模板'].includes(text))).toEqual([
    '名称',
    '图标',
    '路径',
    '模板',
  ])
  await expect(page.getByRole('navigation', { name: '分页' })).toHaveCount(0)
  await page.getByRole('button', { name: '审计的下级', exact: true }).click()
  await expect(row(page, '登录日志')).toHaveCount(0)
  await page.getByRole('button', { name: '全部收起' }).click()
  await expect(row(page, '菜单管理')).toHaveCount(0)
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect(row(page, '登录日志')).toBeVisible()
  await page.getByPlaceholder(/搜索名称/).fill('登录日志')
  await page.getByPlaceholder(/搜索名称/).press('Enter')
  await expect(row(page, '菜单管理')).toHaveCount(0)
  expect(await names(page)).toEqual(['审计', '登录日志'])
})

test('menus are moved by mouse and by keyboard, with one call each', async ({ page, stage }) => {
  await put(stage.sql, { name: `${prefix}d`, kind: 'dir', sort: 900 })
  for (const [name, sort] of [
    ['a', 10],
    ['b', 20],
    ['c', 30],
  ] as const)
    await put(stage.sql, { name: `${prefix}${name}`, parent: `${prefix}d`, sort })
  await open(page)
  const own = async () => (await names(page)).flatMap((name) => (name.startsWith(prefix) ? name.at(-1) : []))
  const handle = (name: string) => page.getByRole('button', { name: `移动${prefix}${name}`, exact: true })
  await expect.poll(own).toEqual(['d', 'a', 'b', 'c'])
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))

  await handle('c').scrollIntoViewIfNeeded()
  const target = (await row(page, `${prefix}a`).boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const from = (await handle('c').boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, target.y + 20, { steps: 4 })
  await page.mouse.move(from.x + 8, target.y + 4)
  await page.mouse.up()
  await expect.poll(own).toEqual(['d', 'c', 'a', 'b'])
  await expect(page.getByText(/^已放到 “.*c”/)).toBeAttached()
  expect(calls).toHaveLength(1)

  await handle('b').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(own).toEqual(['d', 'b', 'c', 'a'])
  await expect(handle('b')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(own).toEqual(['d', 'c', 'a', 'b'])
  await page.keyboard.press('Escape')
  await expect.poll(own).toEqual(['d', 'c', 'a', 'b'])
  expect(calls).toHaveLength(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/“.*c”下第 1 个，共 1 个/)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect.poll(() => calls.length).toBe(2)
  await expect
    .poll(
      async () =>
        (
          await stage.sql(
            `select parent.code as name from menus join menus parent on parent.id = menus.parent_id where menus.code = $1`,
            [`${prefix}b`],
          )
        )[0]?.name,
    )
    .toBe(`${prefix}c`)
})

test('pages follow their metadata', async ({ page, stage, context }) => {
  await context.route('https://frame.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<title>外</title><p>外部内容</p>' }),
  )
  const { sql } = stage
  await put(sql, { name: `${prefix}hidden`, metadata: { hidden: true, activeMenu: `/web/${prefix}shown` } })
  await put(sql, { name: `${prefix}shown` })
  await put(sql, { name: `${prefix}affix`, metadata: { affix: true } })
  await put(sql, { name: `${prefix}fleeting`, metadata: { keepAlive: false } })
  await put(sql, { name: `${prefix}link`, kind: 'link', metadata: { external: 'https://frame.example.com/a' } })
  await put(sql, { name: `${prefix}frame`, kind: 'iframe', metadata: { external: 'https://frame.example.com/b' } })
  await put(sql, { name: `${prefix}dir`, kind: 'dir', metadata: { redirect: `/web/${prefix}shown` } })
  await put(sql, { name: `${prefix}below`, parent: `${prefix}dir` })
  // The content security policy caches frame origins for a second.
  await new Promise((done) => setTimeout(done, 1100))
  await open(page, `/console/web/${prefix}hidden`)

  await expect(sidebar(page).getByRole('link', { name: `${prefix}shown` })).toHaveAttribute('aria-current', 'true')
  await expect(sidebar(page).getByRole('link', { name: `${prefix}hidden` })).toHaveCount(0)

  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  await expect(tags.getByRole('link', { name: `${prefix}affix` })).toBeVisible()
  await expect(tags.getByRole('button', { name: `关闭${prefix}affix` })).toHaveCount(0)
  await tags.getByRole('link', { name: `${prefix}affix` }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  await expect(tags.getByRole('link')).toHaveText(['工作台', `${prefix}affix`])

  for (const [name, kept] of [
    ['shown', 1],
    ['fleeting', 0],
  ] as const) {
    await sidebar(page)
      .getByRole('link', { name: `${prefix}${name}` })
      .click()
    await expect(page.locator(`[data-page="/web/${prefix}${name}"]`)).toBeVisible()
    await tags.getByRole('link', { name: '工作台' }).click()
    await expect(page.locator(`[data-page="/web/${prefix}${name}"]`)).toHaveCount(kept)
  }

  const link = sidebar(page).getByRole('link', { name: `${prefix}link` })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL('https://frame.example.com/a')
  await opened.close()

  await sidebar(page)
    .getByRole('link', { name: `${prefix}frame` })
    .click()
  await expect(page.frameLocator('iframe').getByText('外部内容')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^allow-scripts(?!.*allow-top-navigation)/)
  await page.goto(`/console/web/${prefix}dir`)
  await expect(page).toHaveURL(new RegExp(`/web/${prefix}shown$`))
})

test('a disabled menu disappears from open consoles, with a notice to users on its page', async ({ page, stage }) => {
  await put(stage.sql, { name: `${prefix}page` })
  await open(page, `/console/web/${prefix}page`)
  await expect(sidebar(page).getByRole('link', { name: `${prefix}page` })).toBeVisible()
  await stage.sql('update menus set status = 0 where code = $1', [`${prefix}page`])
  await expect(page.getByText('的访问权限已被收回')).toBeVisible()
  await expect(page).toHaveURL(/\/console\/dashboard$/)
  await expect(sidebar(page).getByRole('link', { name: `${prefix}page` })).toHaveCount(0)
})

test('a tree of five hundred menus is virtualised and can be folded', thorough, async ({ page, stage }) => {
  // A virtualised list is not a table for the browser.
  const line = (of: Page, name: string) => of.locator('[data-menu]').filter({ hasText: name })
  for (let n = 0; n < 20; n += 1) {
    await put(stage.sql, { name: `${prefix}d${n}`, kind: 'dir', metadata: { hidden: true } })
    await stage.sql(
      `insert into menus (id, code, parent_id, name, sort, kind, metadata)
       select gen_random_uuid(), $1 || '.' || n, (select id from menus where code = $1), $1 || '很长的菜单名称很长的菜单名称很长的菜单名称' || n,
              n, 'menu', jsonb_build_object('path', 'p' || n, 'component', 'sample/welcome') from generate_series(1, 25) n`,
      [`${prefix}d${n}`],
    )
  }
  await open(page)
  await expect(line(page, '组织与成员')).toBeVisible()
  expect(await page.locator('[data-menu]').count()).toBeLessThan(60)
  await page.getByRole('button', { name: '全部收起' }).click()
  await expect(line(page, `${prefix}d1`).first()).toBeVisible()
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect(line(page, '在线用户')).toBeVisible()
})

test('a custom menu lists an element: its row counts it, and only its holders see the page', async ({
  page,
  browser,
  stage,
}) => {
  await put(stage.sql, { name: `${prefix}shop` })
  await open(page)
  await expect(row(page, '用户管理').getByRole('cell').nth(6)).toHaveText('1')
  await actOn(row(page, `${prefix}shop`), '设置权限点')
  await drawer(page).getByLabel('模块', { exact: true }).fill('sysUsers')
  await page.getByTitle('用户（sysUsers）').click()
  await drawer(page).getByLabel('需要的权限点').first().fill('sysUsers:list')
  await page.locator('.ant-select-item-option').getByText('（sysUsers:list）').click()
  await expect(drawer(page).getByRole('list', { name: '需要的权限点' })).toContainText('sysUsers:list')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, `${prefix}shop`).getByRole('cell').nth(6)).toHaveText('1')

  const companyId = await buildCompany(stage, `商城公司${prefix}`)
  const reader = await buildUser(stage, { companyId, menus: [`${prefix}shop`] })
  const other = await browser.newPage()
  await openWorkbench(other, reader)
  await expect(other.getByRole('heading', { name: /张伟/ })).toBeVisible()
  await expect(sidebar(other).getByRole('link', { name: `${prefix}shop` })).toHaveCount(0)
  await stage.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [
    companyId,
    reader.roleId,
    'sysUsers:list',
  ])
  // Its console updates by itself.
  await expect(sidebar(other).getByRole('link', { name: `${prefix}shop` })).toBeVisible()
  await other.close()
})

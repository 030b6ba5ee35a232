import { buildCompany, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, journey, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildCompany>[0]

const rows = 12
/** A company with twelve users, roles and operations, and an administrator of its lists. */
const buildFullCompany = async (stage: Stage) => {
  const companyId = await buildCompany(stage, `列表公司${Date.now()}`)
  const permissions = [
    ...['list', 'get', 'add', 'edit', 'delete', 'export', 'roles', 'reset', 'lock'].map((name) => `sysUsers:${name}`),
    ...['list', 'add', 'edit', 'delete', 'export'].map((name) => `sysRoles:${name}`),
    ...['oper', 'export', 'verify'].map((name) => `sysLogs:${name}`),
  ]
  const menus = ['people', 'sys.users', 'access', 'sys.roles', 'audit', 'sys.operationLogs']
  const admin = await buildUser(stage, { companyId, permissions, menus })
  await stage.sql(
    `insert into users (company_id, id, account, name, password_hash)
     select $1::uuid, gen_random_uuid(), 'room' || at || substr($1::uuid::text, 1, 8), '列表用户' || at, '' from generate_series(1, $2::int) at`,
    [companyId, rows],
  )
  await stage.sql(
    `insert into roles (company_id, id, code, name)
     select $1, gen_random_uuid(), 'room' || at, '列表角色' || at from generate_series(1, $2::int) at`,
    [companyId, rows],
  )
  await stage.sql(
    `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
     select $1, 0, gen_random_uuid(), now(), md5(at::text), '10.0.0.1', '', 'portrait.replaced', true, 0, 1, '', ''
     from generate_series(1, $2::int) at`,
    [companyId, rows],
  )
  return admin
}
/**
 * Opens the users of a full company.
 * @returns the pages of the list
 */
const openUsers = async (page: Page, stage: Stage) => {
  await signIn(page, await buildFullCompany(stage))
  await page.goto(pages.users)
  return page.getByRole('navigation', { name: '分页' })
}

/** How much of a list is seen: whole rows, the toolbar's height, and cells that the actions cover. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const isWhole = (element: Element) => element.getBoundingClientRect().bottom <= innerHeight
    const tableRows = [...document.querySelectorAll('tr[data-row]')]
    const covered = tableRows.filter((row) => {
      const [actions, before] = [...row.children].reverse()
      return actions && before && before.getBoundingClientRect().right > actions.getBoundingClientRect().left + 1
    })
    return {
      wholeRows: tableRows.filter(isWhole).length,
      toolbar: document.querySelector('form.search-bar')?.getBoundingClientRect().height ?? 0,
      covered: covered.length,
    }
  })

const pages = {
  users: '/console/web/sys/users',
  roles: '/console/web/sys/roles',
  log: '/console/web/sys/logs/operation',
}
const companiesPage = '/console/web/sys/tenancy/companies'

test(
  'at 1280 by 720 ten rows are whole, the toolbar is one row and covers nothing',
  journey,
  async ({ page, stage }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await signIn(page, await buildFullCompany(stage))
    for (const path of Object.values(pages)) {
      await page.goto(path)
      await expect(page.locator('tr[data-row]')).toHaveCount(10)
      const { wholeRows, toolbar, covered } = await measure(page)
      // Beside a role the list is narrow: its buttons stand below the search.
      const most = path === pages.roles ? 80 : 40
      expect([path, wholeRows >= 10, toolbar <= most, covered]).toEqual([path, true, true, 0])
    }
  },
)

test('at 1280 by 720 ten companies are whole beside the details of one', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const prefix = `列表客户${Date.now()}`
  for (let at = 0; at < rows; at += 1) await buildTenant(stage, `${prefix}-${at}`)
  await signIn(page)
  await page.goto(`${companiesPage}?search=${prefix}`)
  await expect(page.locator('tr[data-row]')).toHaveCount(10)
  const { wholeRows, toolbar, covered } = await measure(page)
  expect([wholeRows >= 10, toolbar <= 40, covered]).toEqual([true, true, 0])
})

test('at 390 by 844 the first row begins in the first third, below a toolbar of at most 120 px', async ({
  page,
  stage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await buildFullCompany(stage))
  for (const [path, most] of [
    [pages.users, 260],
    [pages.roles, 260],
    [pages.log, 420],
  ] as const) {
    await page.goto(path)
    const card = page.locator('.data-card').first()
    await expect(card).toBeVisible()
    const toolbar = await page.locator('form.search-bar').evaluate((bar) => bar.getBoundingClientRect().height)
    const top = await card.evaluate((first) => first.getBoundingClientRect().top)
    expect([path, toolbar <= 120, top < most]).toEqual([path, true, true])
  }
})

/** Rests a finger on an element. */
const pressLong = async (page: Page, target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to press')
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 12 }]
  const browser = await page.context().newCDPSession(page)
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByRole('group', { name: '批量操作' })).toBeVisible()
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
const bottomOf = async (target: Locator) => {
  const box = await target.boundingBox()
  return Math.round((box?.y ?? 0) + (box?.height ?? 0))
}

test('on a phone: three lines a card, filters and forms in sheets, and a long press selects', async ({
  browser,
  stage,
}) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await signIn(page, await buildFullCompany(stage))
  await page.goto(pages.users)
  const cards = page.getByRole('list', { name: '用户', exact: true }).getByRole('listitem')
  await expect(cards).toHaveCount(10)
  await expect(page.getByRole('navigation', { name: '已打开的页面' })).toBeHidden()
  expect(await cards.first().locator('dd:not(:empty)').count()).toBeLessThanOrEqual(3)
  await cards.first().getByRole('button', { name: '展开' }).tap()
  await expect(cards.first()).toContainText('创建时间')

  await page.getByRole('button', { name: '筛选' }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await expect(sheet.getByRole('button', { name: '查看 13 条' })).toBeInViewport()
  expect(await bottomOf(sheet)).toBe(844)
  await sheet.getByRole('group', { name: '状态' }).getByRole('button', { name: '正常' }).tap()
  await expect(page).toHaveURL(/f\.status=1/)
  await sheet.getByRole('button', { name: /^查看/ }).tap()
  await expect(page.getByText('状态：正常')).toBeVisible()
  await expect(cards.first()).toBeVisible()
  expect((await cards.first().boundingBox())?.y ?? 999).toBeLessThan(260)

  await pressLong(page, cards.nth(1))
  const bar = page.getByRole('group', { name: '批量操作' })
  await expect(bar).toContainText('已选 1 个用户')
  await expect(cards.nth(1).getByRole('checkbox')).toBeChecked()
  await expect(bar.getByRole('button')).toHaveText(['选择全部 13 个', '授予角色', '设置到期时间', '解锁', '更多', ''])
  expect(await bottomOf(bar)).toBeLessThanOrEqual(844)
  await page.getByRole('button', { name: '取消', exact: true }).tap()
  await expect(bar).toHaveCount(0)

  // The same by keyboard.
  await page.getByRole('button', { name: '选择', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: '全选本页' }).focus()
  await page.keyboard.press('Space')
  await expect(bar).toContainText('已选 10 个用户')
  await bar.getByRole('button', { name: '取消选择' }).tap()

  await page.getByRole('button', { name: '新增' }).tap()
  const form = page.getByRole('dialog').last()
  await expect(form).toBeVisible()
  await expect.poll(() => bottomOf(form)).toBe(844)
  await expect(form.getByRole('button', { name: '新增用户' })).toBeInViewport()
  await context.close()
})

test('the bar of ticked rows moves nothing, and shows three acts and the dangers under 更多', async ({
  page,
  stage,
}) => {
  const paging = await openUsers(page, stage)
  await expect(page.locator('tr[data-row]')).toHaveCount(10)
  const before = await paging.boundingBox()
  await page.locator('tr[data-row]').first().getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: '批量操作' })
  await expect(bar).toBeInViewport()
  expect(await paging.boundingBox()).toEqual(before)
  await bar.getByRole('button', { name: '更多' }).click()
  const items = page.getByRole('menu', { name: '更多' }).getByRole('menuitem')
  const dangers = await items.evaluateAll((all) => all.map((item) => item.hasAttribute('data-danger')))
  expect(dangers).toEqual(dangers.toSorted())
  expect(dangers.includes(true)).toBe(true)
})

test('nothing of a toolbar leaves its card, at any width', async ({ page, stage }) => {
  await signIn(page, await buildFullCompany(stage))
  for (const width of [1024, 1280, 1440])
    for (const path of Object.values(pages)) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(page.locator('tr[data-row]').first()).toBeVisible()
      const over = await page.locator('form.search-bar').evaluate((bar) => bar.scrollWidth - bar.clientWidth)
      expect([width, path, over]).toEqual([width, path, 0])
    }
})

test('filters without room open in a panel, are named below the toolbar, and are cleared one by one', async ({
  page,
  stage,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, await buildFullCompany(stage))
  await page.goto(pages.users)
  await page.getByRole('button', { name: '筛选' }).click()
  const panel = page.getByRole('dialog', { name: '筛选' })
  await panel.getByLabel('到期', { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText('已到期', { exact: true }).click()
  await expect(page).toHaveURL(/f\.expire=0/)
  await expect(panel.getByRole('button', { name: '查看 0 条' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('到期：已到期')).toBeVisible()
  await page.getByRole('button', { name: '清除到期' }).click()
  await expect(page).not.toHaveURL(/f\.expire/)
  await expect(page.locator('tr[data-row]')).toHaveCount(10)
})

/** Search inputs of another width than they should have. */
const wrongWidths = (inputs: Locator) =>
  inputs.evaluateAll((all) =>
    all.flatMap((input) => {
      const width = Math.round(input.getBoundingClientRect().width)
      return width === (input.classList.contains('search-bar-range') ? 330 : 260) ? [] : [`${input.className} ${width}`]
    }),
  )

test('in a window of 1440 px search inputs are 260 px wide, ranges 330, and each list has 查询, 刷新 and 新增', async ({
  page,
  stage,
}) => {
  await buildTenant(stage, `列表客户${Date.now()}`)
  await signIn(page)
  const lists = ['/console/web/sys/bases?topic=all', companiesPage, '/console/web/sys/dicts?f.group=industry']
  for (const path of [...lists, '/console/web/sys/menus', pages.roles, pages.users, pages.log]) {
    await page.goto(path)
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    const bar = page.locator('form.search-bar').last()
    const buttons = ['查询', '刷新', ...(path === pages.log ? [] : ['新增'])]
    for (const name of buttons) await expect(bar.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(bar.getByRole('textbox').first()).toHaveAttribute('maxlength', '64')
    const inputs = bar.locator('> .search-bar-search, > .search-bar-item')
    await expect.poll(async () => [path, ...(await wrongWidths(inputs))]).toEqual([path])
    const fold = bar.getByRole('button', { name: '筛选' })
    if ((await fold.count()) === 0) continue
    await fold.click()
    await expect(page.locator('.filter-panel .search-bar-item').first()).toBeVisible()
    expect([path, ...(await wrongWidths(page.locator('.filter-panel .search-bar-item')))]).toEqual([path])
    await page.keyboard.press('Escape')
  }
})

test('pages of a list: total, sizes, back, numbers, forward and a jump, beside a single page too', async ({
  page,
  stage,
}) => {
  const paging = await openUsers(page, stage)
  await expect(paging).toContainText('共 13 条')
  const parts = [
    paging.getByText('共 13 条'),
    paging.getByTitle('10 条/页'),
    paging.getByRole('img', { name: '上一页' }),
    paging.getByTitle('1', { exact: true }),
    paging.getByTitle('2', { exact: true }),
    paging.getByRole('img', { name: '下一页' }),
    paging.getByRole('textbox', { name: '页码' }),
  ]
  const lefts = await Promise.all(parts.map(async (part) => (await part.first().boundingBox())?.x ?? 0))
  expect(lefts.every((left) => left > 0)).toBe(true)
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
  await paging.getByRole('textbox', { name: '页码' }).fill('2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('cell', { name: '11', exact: true })).toBeVisible()
  await paging.getByRole('combobox', { name: '每页条数' }).click()
  await expect(page.locator('.ant-select-item-option')).toHaveText(['10 条/页', '20 条/页', '30 条/页', '50 条/页'])
  await page.locator('.ant-select-item-option').getByText('20 条/页').click()
  await expect(page).toHaveURL(/size=20/)
  await expect(page.locator('tr[data-row]')).toHaveCount(13)
  await expect(paging.getByTitle('2', { exact: true })).toHaveCount(0)
  await expect(paging.getByRole('textbox', { name: '页码' })).toBeVisible()
})

test('the groups of the sidebar stay open as a user left them', async ({ page, browser, stage }) => {
  const admin = await buildFullCompany(stage)
  await signIn(page, admin)
  await page.goto('/console/dashboard')
  const group = (of: Page, name: string) => of.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name })
  await expect(group(page, '组织与成员')).toHaveAttribute('aria-expanded', 'true')
  await expect(group(page, '审计')).toHaveAttribute('aria-expanded', 'false')
  const saved = page.waitForResponse((answer) => answer.url().includes('/preferences/'))
  await group(page, '审计').click()
  await saved
  const closing = page.waitForResponse((answer) => answer.url().includes('/preferences/'))
  await group(page, '组织与成员').click()
  await closing
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, admin)
  await elsewhere.goto('/console/dashboard')
  await expect(group(elsewhere, '审计')).toHaveAttribute('aria-expanded', 'true')
  await expect(group(elsewhere, '组织与成员')).toHaveAttribute('aria-expanded', 'false')
  await elsewhere.close()
})

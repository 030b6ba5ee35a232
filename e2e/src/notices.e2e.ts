import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { bell, drawer, issue, makeTitle, permissions, row, write } from './notices-stage.ts'
import { actOn, expect, journey, openWorkbench, signIn, test } from './stage.ts'

test(
  'a notice is written, issued, rings the bell of its readers, is confirmed, and shows its receipts',
  journey,
  async ({ page, browser, stage }) => {
    const title = makeTitle()
    const companyId = await buildCompany(stage, `公司${title}`)
    const author = await buildUser(stage, { companyId, permissions, menus: ['content', 'sys.news'] })
    const reader = await buildUser(stage, { companyId })
    const context = await browser.newContext()
    const [tab, other] = [await context.newPage(), await context.newPage()]
    await signIn(tab, reader)
    for (const each of [tab, other]) {
      await each.goto('/console/dashboard')
      await expect(bell(each)).toHaveAccessibleName('通知')
    }

    await signIn(page, author)
    await write(page, title, async () => {
      await expect(drawer(page)).toContainText('预计触达 2 人')
      await drawer(page).getByLabel('须确认').click()
    })
    await issue(page, title)

    for (const each of [tab, other])
      await expect(bell(each)).toHaveAccessibleName('通知，1 条未读', { timeout: 15_000 })
    await bell(tab).hover()
    await tab
      .getByRole('dialog', { name: '通知' })
      .getByRole('link', { name: new RegExp(title) })
      .click()
    await expect(tab).toHaveURL(/\/web\/public\/news\/[0-9a-f-]{36}$/)
    await expect(tab.getByRole('heading', { name: title })).toBeVisible()
    for (const each of [tab, other]) await expect(bell(each)).toHaveAccessibleName('通知', { timeout: 15_000 })
    await tab.getByRole('button', { name: '我已知悉' }).click()
    await expect(tab.getByText(/您已于 .* 确认知悉/)).toBeVisible()

    await actOn(row(page, title), '回执')
    await expect(drawer(page)).toContainText('已确认1 50%')
    await expect(drawer(page).getByRole('columnheader', { name: '组织' })).toBeVisible()
    await expect(row(drawer(page), author.account)).toContainText('未读')
    await drawer(page).getByRole('button', { name: '已确认' }).click()
    await expect(row(drawer(page), reader.account)).toContainText('已确认')
    await expect(drawer(page).getByRole('columnheader', { name: '确认时间' })).toBeVisible()
    await page.keyboard.press('Escape')

    await actOn(row(page, title), '撤回')
    await drawer(page).getByLabel('撤回原因').fill('内容有误')
    await drawer(page).getByRole('button', { name: '撤回' }).click()
    await expect(row(page, title)).toContainText('已撤回')
    await expect(tab.getByText('数据不存在或已被删除')).toBeVisible({ timeout: 15_000 })
    await expect(tab.getByText('本周六停机维护')).toHaveCount(0)
    await context.close()
  },
)

test('what is issued for the portal is read without signing in, and among the own notices with a session', async ({
  page,
  browser,
}) => {
  const title = makeTitle()
  await signIn(page)
  await write(page, title, () => drawer(page).getByRole('button', { name: '门户' }).click())
  await issue(page, title)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/console/web/notice/news')
  await visitor.getByRole('link', { name: new RegExp(title) }).click()
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
  await expect(visitor.getByText('本周六停机维护')).toBeVisible()
  await visitor.getByRole('link', { name: '登录' }).click()
  await expect(visitor).toHaveURL(/\/login/)
  await visitor.context().close()

  await page.goto('/console/web/notice/news')
  await expect(row(page, title)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/console/web/notice/news')
  await page.goto('/console/dashboard')
  await bell(page).click()
  await expect(row(page, title)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/console/web/notice/news')

  const address = `/console/web/notice/news/${randomUUID()}`
  await page.goto(address)
  await expect(page.getByText('数据不存在或已被删除')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(address)
})

test('a notice in two languages is read by each in theirs', async ({ page, browser, stage }) => {
  const title = makeTitle()
  const companyId = await buildCompany(stage, `公司${title}`)
  const author = await buildUser(stage, { companyId, permissions, menus: ['content', 'sys.news'] })
  const reader = await buildUser(stage, { companyId })
  await signIn(page, author)
  await write(page, title, async () => {
    await drawer(page).getByRole('tab', { name: 'English · 未翻译' }).click()
    await drawer(page).getByLabel('标题（English）').fill(`Maintenance ${title}`)
    await drawer(page).getByRole('button', { name: '保存草稿' }).click()
    await expect(drawer(page)).toContainText('请输入正文')
    await drawer(page).getByRole('textbox', { name: '正文（English）' }).fill('We are closed on Saturday')
    await expect(drawer(page).getByRole('tab', { name: 'English · 已翻译' })).toBeVisible()
  })
  await expect(row(page, title)).toContainText('English')
  await issue(page, title)

  const context = await browser.newContext({ locale: 'en-US' })
  const tab = await context.newPage()
  await signIn(tab, reader)
  await tab.goto('/console/web/notice/news')
  await tab
    .getByRole('row')
    .filter({ hasText: `Maintenance ${title}` })
    .getByRole('button', { name: 'Details' })
    .click()
  await expect(drawer(tab)).toContainText('We are closed on Saturday')
  await context.close()
})

test('the bell leads to all notices by click, middle click and touch, and shows the newest on hover and focus', async ({
  page,
  browser,
  context,
}) => {
  await openWorkbench(page)
  const panel = page.getByRole('dialog', { name: '通知' })
  await bell(page).focus()
  await expect(panel.getByRole('link', { name: '查看全部' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await page.getByRole('heading', { level: 2 }).first().click()
  await bell(page).hover()
  await expect(panel).toBeInViewport({ ratio: 1 })
  const beside = context.waitForEvent('page')
  await panel.getByRole('link', { name: '查看全部' }).click({ modifiers: ['ControlOrMeta'] })
  await (await beside).close()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await bell(page).hover()
  await expect(panel).toBeVisible()
  await page.getByRole('navigation', { name: '已打开的页面' }).hover()
  await expect(panel).toHaveCount(0)

  const opened = context.waitForEvent('page')
  await bell(page).click({ button: 'middle' })
  await expect(await opened).toHaveURL(/\/console\/web\/notice\/news$/)
  await (await opened).close()
  await expect(page).toHaveURL(/\/console\/dashboard$/)
  await bell(page).click()
  await expect(page).toHaveURL(/\/console\/web\/notice\/news$/)
  await expect(panel).toHaveCount(0)

  const phone = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const held = await phone.newPage()
  await openWorkbench(held)
  await bell(held).tap()
  await expect(held).toHaveURL(/\/console\/web\/notice\/news$/)
  await expect(held.getByRole('dialog', { name: '通知' })).toHaveCount(0)
  await phone.close()
})

test('a scheduled notice rings the bell at its time, though the clock of the browser is ahead', async ({
  page,
  stage,
}) => {
  const companyId = await buildCompany(stage, `公司${makeTitle()}`)
  await page.clock.setSystemTime(new Date(Date.now() + 10 * 60_000))
  await signIn(page, await buildUser(stage, { companyId }))
  await stage.sql(
    `insert into notices (company_id, id, type, title, content, scope, state, starts_at, created_by, updated_by)
     values ($1, $2, 'notice', '定时', '<p>定时</p>', 'all', 'issued', now() + interval '8 seconds', $3, $3)`,
    [companyId, randomUUID(), '{"id":"","name":""}'],
  )
  await page.goto('/console/dashboard')
  await expect(bell(page)).toHaveAccessibleName('通知，1 条未读', { timeout: 30_000 })
})

test('the screens of notices are accessible', async ({ page }) => {
  await signIn(page)
  await write(page, makeTitle())
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await expect(drawer(page).getByLabel('标题', { exact: true })).toBeVisible()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.goto('/console/web/public/news')
  await bell(page).hover()
  await expect(page.getByRole('dialog', { name: '通知' })).toBeVisible()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Browser, Page } from '@playwright/test'
import { seriousViolations, seriousViolationsInBothSchemes } from './accessibility-scan.ts'
import { actOn, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildTenant>[0]
const companies = '/console/web/sys/tenancy/companies'
const plans = '/console/web/sys/tenancy/plans'
const short = () => randomUUID().slice(0, 8)

const drawer = (page: Page) => page.getByRole('dialog').last()
const isDone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const confirm = (page: Page, name?: string) =>
  (name ? drawer(page).getByRole('button', { name, exact: true }) : drawer(page).locator(submitButton)).click()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const find = async (page: Page, path: string, search: string) => {
  await page.goto(`${path}?search=${encodeURIComponent(search)}`)
  await expect(row(page, search)).toBeVisible()
}
const act = (page: Page, name: string, label: string) => actOn(row(page, name), label)
const signInThroughForm = async (browser: Browser, { account, password }: { account: string; password: string }) => {
  const page = await browser.newPage()
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  return page
}
/** A customer with its own plan and a user administrator. */
const buildCustomer = async (stage: Stage) => {
  const name = `客户${short()}有限公司`
  const companyId = await buildTenant(stage, name)
  const code = `e-${short()}`
  const [plan] = await stage.sql(
    `insert into plans (id, code, name) values (gen_random_uuid(), $1, '套餐' || $1) returning id, name`,
    [code],
  )
  const permissions = ['sysUsers:list', 'sysUsers:get', 'sysUsers:add', 'sysOnline:list']
  await stage.sql('insert into plan_elements select $1, unnest($2::text[])', [plan?.id, permissions])
  const menus = ['people', 'sys.users', 'security', 'sys.online']
  await stage.sql('insert into plan_menus select $1, id from menus where code = any($2)', [plan?.id, menus])
  await stage.sql('update tenants set plan_id = $2 where company_id = $1', [companyId, plan?.id])
  const admin = await buildUser(stage, { companyId, permissions, menus })
  return { companyId, name, plan: String(plan?.name), admin }
}

test('the usage of all tenants of a plan is drawn to the sum of their limits, with a table', async ({
  page,
  stage,
}) => {
  const { plan, companyId } = await buildCustomer(stage)
  const other = await buildTenant(stage, `客户${short()}有限公司`)
  await stage.sql(
    `update tenants set most_users = 300, most_sms = 50, plan_id = (select id from plans where name = $3)
     where company_id in ($1, $2)`,
    [companyId, other, plan],
  )
  await stage.sql(
    `insert into tenant_usage_days (company_id, day, users, sms, storage)
     select company_id, (now() at time zone 'Asia/Shanghai')::date - ago, 200 - ago / 3, 10 + ago % 7, 2048
     from unnest(array[$1, $2]::uuid[]) as company_id, generate_series(0, 300) as ago`,
    [companyId, other],
  )
  await signIn(page)
  await find(page, plans, plan)
  await act(page, plan, '用量走势')
  const usage = drawer(page).getByRole('region', { name: '用量走势', exact: true })
  await expect(drawer(page)).toContainText('现有 2 个租户的用量合计')
  await expect(usage.locator('canvas')).toHaveCount(3)
  await expect(usage).toContainText('上限合计 600 人')
  await expect(usage).toContainText('上限 不限')
  await expect(usage.getByText('天后用满')).toHaveCount(0)
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  await usage.getByRole('button', { name: '以表格查看' }).press('Enter')
  await expect(usage.getByRole('row').nth(1)).toContainText('400 人')
  await expect(usage.getByRole('row').nth(1)).toContainText('20 条')
  expect(await seriousViolations(page)).toEqual([])
})

test('a plan can be copied, and an empty one is marked where it is chosen', thorough, async ({ page, stage }) => {
  const { plan } = await buildCustomer(stage)
  await signIn(page)
  await page.goto(plans)
  const [copiedPlan, empty] = [`照搬${short()}`, `空白${short()}`]
  const add = async (name: string, template?: string) => {
    await page.getByRole('button', { name: '新增', exact: true }).click()
    await drawer(page).getByLabel('套餐名称').fill(name)
    await drawer(page).getByLabel('编码', { exact: true }).fill(`e-${short()}`)
    if (template) {
      await drawer(page).getByLabel('权限范围取自').fill(template)
      await page.locator('.ant-select-item-option').getByText(template).click()
    }
    await confirm(page)
    await isDone(page)
  }
  await add(copiedPlan, plan)
  await add(empty)
  await find(page, plans, copiedPlan)
  await act(page, copiedPlan, '设置权限')
  await expect(drawer(page).getByRole('checkbox', { name: '用户管理', exact: true }).first()).toBeChecked()
  await page.keyboard.press('Escape')
  await page.goto(companies)
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('公司名称').fill(`公司${short()}`)
  await drawer(page).getByRole('button', { name: '下一步' }).click()
  await drawer(page).getByLabel('管理员账号').fill(`k_${short()}`)
  await drawer(page).getByLabel('管理员姓名').fill('王小明')
  await drawer(page).getByRole('button', { name: '下一步' }).click()
  await drawer(page).getByLabel('套餐', { exact: true }).fill(empty)
  await expect(page.locator('.ant-select-item-option')).toHaveText(`${empty}（未设置权限范围）`)
})

test(
  'a company is added step by step, and its administrator signs in with the shown password',
  journey,
  async ({ page, browser, stage }) => {
    const copiedPlan = await buildCustomer(stage)
    await stage.sql(
      `insert into orgs (company_id, id, name, path)
     select $1, id, '总部', '/' || id || '/' from (select gen_random_uuid() as id) made`,
      [copiedPlan.companyId],
    )
    await signIn(page)
    await page.goto(companies)
    await page.getByRole('button', { name: '新增' }).first().click()
    const name = `新客户${short()}有限公司`
    const account = `k_${short()}`
    const next = () => drawer(page).getByRole('button', { name: '下一步' }).click()
    await expect(drawer(page).getByLabel('公司名称')).toBeFocused()
    await expect(drawer(page).getByText('请输入公司名称')).toHaveCount(0)
    await drawer(page).getByLabel('公司名称').fill(name)
    await drawer(page).getByLabel('统一社会信用代码').fill('91310000MA1FL00000')
    await next()
    await expect(drawer(page)).toContainText('请输入正确的统一社会信用代码')
    await drawer(page).getByLabel('统一社会信用代码').fill('')
    await page.keyboard.press('Enter')
    await expect(drawer(page).getByLabel('管理员账号')).toBeFocused()
    expect(await seriousViolations(page)).toEqual([])
    await next()
    await expect(drawer(page)).toContainText('请输入姓名')
    await drawer(page).getByLabel('管理员账号').fill('admin')
    await drawer(page).getByLabel('管理员姓名').fill('王小明')
    await drawer(page).getByRole('button', { name: '上一步' }).click()
    await expect(drawer(page).getByLabel('公司名称')).toHaveValue(name)
    await next()
    await expect(drawer(page).getByLabel('管理员姓名')).toHaveValue('王小明')
    await next()
    const ends = drawer(page).getByLabel('到期时间')
    // A date alone means the end of that day, and a field cleared by keyboard stays empty.
    await ends.fill('2031-01-31')
    await page.keyboard.press('Tab')
    await expect(ends).toHaveValue('2031-01-31 23:59:59')
    await ends.fill('')
    await page.keyboard.press('Tab')
    await next()
    await drawer(page).getByRole('button', { name: '上一步' }).click()
    await expect(ends).toHaveValue('')
    await next()
    await drawer(page).getByLabel('模板公司').fill(copiedPlan.name)
    await page.locator('.ant-select-item-option').getByText(copiedPlan.name).click()
    await confirm(page)
    // The server's message on the administrator is shown at the administrator's field.
    await expect(drawer(page).getByText('账号已存在')).toBeVisible()
    await expect(drawer(page).getByLabel('管理员账号')).toBeFocused()
    await drawer(page).getByLabel('管理员账号').fill(account)
    await next()
    await next()
    await expect(drawer(page).getByTitle(copiedPlan.name)).toBeVisible()
    await confirm(page)
    const dialog = page.getByRole('dialog', { name: `“${name}”的管理员` })
    await expect(dialog).toContainText(account)
    await expect(dialog).toContainText(`模板：${copiedPlan.name}`)
    const password = (await dialog.locator('code').nth(1).textContent()) ?? ''
    await dialog.getByRole('button', { name: '已记下，关闭' }).click()
    await expect(row(page, name)).toContainText('服务中')

    const newcomer = await signInThroughForm(browser, { account, password })
    await newcomer.getByLabel('新密码', { exact: true }).fill('Fresh#Pass2026')
    await newcomer.getByLabel('确认新密码').fill('Fresh#Pass2026')
    await newcomer.getByRole('button', { name: '修改密码并登录' }).click()
    await expect(newcomer).toHaveURL(/\/console\/dashboard/)
    await newcomer.goto('/console/web/sys/orgs')
    await expect(newcomer.getByText('总部').first()).toBeVisible()
    await newcomer.close()
  },
)

test('locking a company shows its active users first, and blocks sign-in until it is unlocked', async ({
  page,
  browser,
  stage,
}) => {
  const { name, admin } = await buildCustomer(stage)
  const elsewhere = await browser.newPage()
  await openWorkbench(elsewhere, admin)
  await signIn(page)
  await find(page, companies, name)
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await act(page, name, '锁定')
  await drawer(page).getByLabel('原因').fill('欠费')
  await confirm(page, '锁定')
  await expect(drawer(page).getByRole('alert')).toContainText('1 处登录将立即退出')
  await confirm(page, '锁定')
  await isDone(page)
  await expect(row(page, name)).toContainText('锁定')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/console\/login/)
  await elsewhere.close()
  const refused = await signInThroughForm(browser, admin)
  await expect(refused.getByText('公司已停用').first()).toBeVisible()
  await refused.close()
  await act(page, name, '解锁')
  await drawer(page).getByRole('button', { name: '解锁' }).click()
  await expect(row(page, name)).toContainText('服务中')
})

test('a company links to a list of its subsidiaries', thorough, async ({ page, stage }) => {
  const { companyId, name } = await buildCustomer(stage)
  const below = `分公司${short()}`
  await stage.sql(`insert into companies (id, name, parent_id, top_id) values (gen_random_uuid(), $1, $2, $2)`, [
    below,
    companyId,
  ])
  await signIn(page)
  await find(page, companies, name)
  await page.getByRole('tab', { name: '子公司' }).click()
  await expect(page.getByRole('list', { name: '子公司' })).toContainText(below)
  await page.getByRole('button', { name: '在列表中查看（1 家）' }).click()
  await expect(row(page, below)).toBeVisible()
  await expect(row(page, below)).toContainText('与上级公司共用')
  await expect(page.getByRole('heading', { name: below, level: 2 })).toBeVisible()
  await page.getByRole('tab', { name: '子公司' }).click()
  await expect(page.getByText('暂无子公司')).toBeVisible()
})

test('an expired tenant is read-only for a grace period, with a banner', async ({ page, browser, stage }) => {
  const { companyId, name, admin } = await buildCustomer(stage)
  await stage.sql(`update tenants set start_at = now() - interval '1 year' where company_id = $1`, [companyId])
  await signIn(page)
  await find(page, companies, name)
  await page.getByRole('tab', { name: '租户', exact: true }).click()
  await page.getByRole('button', { name: '租户设置' }).click()
  await drawer(page).getByLabel('到期时间').fill('2026-01-01 00:00:00')
  await page.keyboard.press('Enter')
  await drawer(page).getByLabel('宽限天数').fill('365')
  await confirm(page)
  await isDone(page)
  await expect(row(page, name)).toContainText('宽限期')
  expect(await seriousViolations(page)).toEqual([])

  const guest = await browser.newPage()
  await openWorkbench(guest, admin)
  await expect(guest.getByText('期间仅可查看，不能修改')).toBeVisible()
  await guest.goto('/console/web/sys/users')
  await guest.getByRole('button', { name: '新增' }).first().click()
  await drawer(guest).getByLabel('账号').fill(`u_${short()}`)
  await drawer(guest).getByLabel('姓名').fill('李雷')
  await confirm(guest)
  await expect(guest.getByText('当前只能查看，不能修改').first()).toBeVisible()
  await guest.close()
})

test('a smaller plan shows who loses what, and takes it from open consoles', async ({ page, browser, stage }) => {
  const { plan, name, admin } = await buildCustomer(stage)
  const guest = await browser.newPage()
  await openWorkbench(guest, admin)
  await expect(guest.getByRole('navigation', { name: /菜单/ }).getByText('在线用户')).toBeAttached()
  await signIn(page)
  await find(page, plans, plan)
  await act(page, plan, '设置权限')
  const tree = drawer(page).getByRole('tree', { name: '菜单和权限点' })
  await drawer(page).getByLabel('搜索菜单和权限点').fill('sysOnline:list')
  await expect(tree.getByRole('treeitem')).toHaveCount(3)
  const element = tree.getByRole('treeitem', { name: '查看列表', exact: true })
  await element.click()
  const warning = drawer(page).getByRole('list', { name: '授权提示' })
  await expect(warning).toContainText('“在线用户”已授予，但缺少权限点“查看列表”')
  await warning.getByRole('button', { name: '一并勾选' }).click()
  await expect(element).toBeChecked()
  await expect(warning).toHaveCount(0)
  await element.click()
  await tree.getByRole('treeitem', { name: '在线用户', exact: true }).click()
  await expect(warning).toHaveCount(0)
  expect(await seriousViolations(page)).toEqual([])
  await drawer(page).getByRole('button', { name: '保存' }).click()
  const card = page.getByRole('dialog', { name: `调整“${plan}”权限范围的影响` })
  await expect(card).toContainText('涉及 1 家公司：其中 1 家的 1 个角色失去权限，影响 1 人。')
  await expect(card).toContainText('在线用户 · 查看列表')
  await expect(card).toContainText(name)
  await card.getByRole('button', { name: '返回修改' }).click()
  await expect(drawer(page)).toContainText('2 项修改')
  await drawer(page).getByRole('button', { name: '保存' }).click()
  await card.getByRole('button', { name: '确认保存' }).click()
  await isDone(page)
  await expect(guest.getByRole('navigation', { name: /菜单/ }).getByText('在线用户')).toHaveCount(0)
  await guest.close()
})

test('the details of a company begin with its usage, close, and open again by a press on a row', async ({
  page,
  stage,
}) => {
  const { name, plan } = await buildCustomer(stage)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await find(page, companies, name)
  const details = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name, level: 2 }) })
  await expect(details.getByRole('term').first()).toHaveText('用户数')
  await expect(row(page, name)).toContainText(plan)
  const columns = page.getByRole('columnheader')
  const before = await columns.count()
  await details.getByRole('button', { name: '关闭' }).click()
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: '管理员' })).toBeVisible()
  expect(await columns.count()).toBeGreaterThan(before)
  await page.reload()
  await expect(row(page, name)).toBeVisible()
  await expect(details).toHaveCount(0)
  await row(page, name).getByText('服务中').click()
  await expect(details).toBeVisible()
  // Chips in the toolbar filter at once.
  await page.getByRole('search').getByRole('button', { name: '租户状态' }).click()
  await page.getByRole('menuitemradio', { name: '试用' }).click()
  await expect(page).toHaveURL(/f\.state=trial/)
  await expect(page.getByRole('search').getByRole('button', { name: '租户状态：试用' })).toBeVisible()
})

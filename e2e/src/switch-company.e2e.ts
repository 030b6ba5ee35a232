import { randomUUID } from 'node:crypto'
import { buildPlanWithout, buildTenant, buildUser, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { looks, seriousViolations, seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildTenant>[0]
const users = '/console/web/sys/users'
const home = '平台运营'
const searchBox = '请输入公司名称，按回车搜索'
const reason = '协助排查用户无法登录'

const chip = (page: Page) => page.getByRole('button', { name: /切换公司，当前：/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: '切换公司' })
const question = (page: Page, name: string) => page.getByRole('dialog', { name: `切换到“${name}”？` })
const banner = (page: Page) => page.getByRole('region', { name: '正在访问其他公司' })
const isAt = (page: Page, name: string) => expect(chip(page)).toHaveAccessibleName(`切换公司，当前：${name}`)
const row = (page: Page, name: string) => drawer(page).getByRole('treeitem').filter({ hasText: name })
const token = (page: Page, area: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => window[name].getItem('token'), area)

/** A customer's company with two organisations, one inside the other. */
const buildHost = async (stage: Stage) => {
  const name = `客户${randomUUID().slice(0, 8)}有限公司`
  const id = await buildTenant(stage, name)
  const [top, below] = [randomUUID(), randomUUID()]
  const insert = 'insert into orgs (company_id, id, name, parent_id, path) values ($1, $2, $3, $4, $5)'
  await stage.sql(insert, [id, top, '总部', null, `/${top}/`])
  await stage.sql(insert, [id, below, '研发部', top, `/${top}/${below}/`])
  const person = await buildUser(stage, { companyId: id })
  return { id, name, person: person.account }
}
/** A platform user who can manage users, also in visited companies. */
const buildVisitor = async (stage: Stage) =>
  buildUser(stage, {
    companyId: await readPlatformCompany(stage),
    permissions: [
      'sysCompanys:list',
      'sysCompanys:switch',
      'sysCompanys:lock',
      'sysUsers:list',
      'sysUsers:get',
      'sysUsers:add',
      'sysUsers:edit',
    ],
    menus: ['people', 'sys.users', 'tenancy', 'sys.companies'],
  })

const openDrawer = async (page: Page) => {
  await chip(page).click()
  await expect(drawer(page).getByRole('treeitem').first()).toBeVisible()
}
const find = async (page: Page, name: string) => {
  await drawer(page).getByLabel(searchBox).fill(name)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()
}
/** Opens the form for a new user and fills in the required fields. */
const fillNewPerson = async (page: Page) => {
  await page.goto(users)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: /新增/ })
  const account = `u_${randomUUID().slice(0, 8)}`
  await form.getByLabel('账号').fill(account)
  await form.getByLabel('姓名').fill('李雷')
  return { form, account }
}
/** Starts a visit through the console, and waits until the tab acts in that company. */
const enter = async (page: Page, name: string, mode: '只读查看' | '代为管理' = '代为管理') => {
  await openDrawer(page)
  await find(page, name)
  await drawer(page)
    .getByRole('button', { name: `切换到${name}`, exact: true })
    .click()
  await question(page, name).getByLabel('访问原因').fill(reason)
  await question(page, name).getByRole('radio', { name: mode }).check()
  await question(page, name).getByRole('button', { name: '切换', exact: true }).click()
  await expect(banner(page)).toContainText(name)
  await isAt(page, name)
}

test(
  'a level that failed to load closes again and is requested once per opening',
  thorough,
  async ({ page, stage }) => {
    const host = await buildHost(stage)
    await openWorkbench(page, await buildVisitor(stage))
    await openDrawer(page)
    await find(page, host.name)
    let asked = 0
    const level = '**/api/sys/console/*/orgs/v1**'
    await page.route(level, (route) => {
      asked += 1
      return route.abort()
    })
    const company = row(page, host.name)
    await company.locator('.ant-tree-switcher').click()
    await expect(page.getByText(/网络/).first()).toBeVisible()
    await expect(company).toHaveAttribute('aria-expanded', 'false')
    await page.waitForTimeout(1000)
    expect(asked).toBeLessThan(4)
    await page.unroute(level)
    await company.locator('.ant-tree-switcher').click()
    await expect(row(page, '总部')).toBeVisible()
  },
)

test('a company is found with Enter, visited, kept after a reload, and left', async ({ page, context, stage }) => {
  const host = await buildHost(stage)
  await openWorkbench(page, await buildVisitor(stage))
  await isAt(page, home)
  const own = await token(page, 'localStorage')

  await openDrawer(page)
  expect((await drawer(page).boundingBox())?.width).toBe(600)
  await page.mouse.click(200, 500)
  await expect(drawer(page)).toHaveCount(0)

  await openDrawer(page)
  await expect(drawer(page).getByRole('button', { name: '退出访问' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: '切换', exact: true }).click()
  await expect(page.getByText('请选择要切换的公司')).toBeVisible()
  await expect(drawer(page).getByRole('navigation', { name: '分页' })).toContainText(/共 \d+\+? 条/)
  const box = drawer(page).getByPlaceholder(searchBox)
  await box.pressSequentially('长'.repeat(70))
  await expect(box).toHaveValue('长'.repeat(64))
  const searched: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/sys/companys/v1') searched.push(searchParams.get('search') ?? '')
  })
  await box.fill(`  ${host.name}  `)
  await page.waitForTimeout(500)
  expect(searched).toEqual([])
  await page.keyboard.press('Enter')
  await expect(row(page, host.name)).toHaveCount(1)
  expect(searched).toEqual([host.name])

  await row(page, host.name).getByText(host.name).click()
  await expect(drawer(page).getByText('已选择')).toContainText(host.name)
  await drawer(page).getByRole('button', { name: '切换', exact: true }).click()
  await question(page, host.name).getByRole('button', { name: '切换', exact: true }).click()
  await expect(page.getByText('请填写访问原因')).toBeVisible()
  await question(page, host.name).getByLabel('访问原因').fill(reason)
  await question(page, host.name).getByRole('button', { name: '切换', exact: true }).click()
  await expect(banner(page)).toContainText(reason)
  await expect(banner(page)).toContainText('只读查看')
  await expect(banner(page)).toContainText('剩余 1 小时')
  await expect(page).toHaveTitle(new RegExp(`^【${host.name}】`))
  expect(await token(page, 'localStorage')).toBe(own)
  expect(await token(page, 'sessionStorage')).not.toBeNull()

  await page.reload()
  await isAt(page, host.name)
  await expect(banner(page)).toContainText(reason)
  const organizationPanel = await context.newPage()
  await organizationPanel.goto('/console/dashboard')
  await isAt(organizationPanel, home)
  await expect(banner(organizationPanel)).toHaveCount(0)
  await organizationPanel.close()

  await openDrawer(page)
  await expect(drawer(page).getByRole('button', { name: '退出访问' })).toHaveClass(/dangerous/)
  await drawer(page).getByRole('button', { name: '退出访问' }).click()
  await expect(page.getByText(`已返回“${home}”`)).toBeVisible()
  await isAt(page, home)
  await expect(banner(page)).toHaveCount(0)
  await expect(page).not.toHaveTitle(/【/)
  expect(await token(page, 'sessionStorage')).toBeNull()
  expect(await token(page, 'localStorage')).toBe(own)

  await openDrawer(page)
  const recent = drawer(page).getByRole('region', { name: '最近切换' })
  await expect(recent).toContainText(host.name)
  await recent.getByRole('listitem').hover()
  await recent.getByRole('button', { name: `固定${host.name}` }).click()
  await expect(drawer(page).getByRole('region', { name: '已固定' })).toContainText(host.name)
  await expect(recent).toHaveCount(0)
  await page.reload()
  await openDrawer(page)
  await expect(drawer(page).getByRole('region', { name: '已固定' })).toContainText(host.name)
  await drawer(page)
    .getByRole('button', { name: `切换到${host.name}`, exact: true })
    .first()
    .click()
  await question(page, host.name).getByRole('button', { name: reason }).click()
  await expect(question(page, host.name).getByLabel('访问原因')).toHaveValue(reason)
})

test('a read-only visit to an organisation changes nothing', journey, async ({ page, stage }) => {
  const host = await buildHost(stage)
  await signIn(page, await buildVisitor(stage))
  await page.goto(users)
  await expect(page.getByRole('button', { name: '新增' })).toBeVisible()
  await openDrawer(page)
  await find(page, host.name)
  await row(page, host.name).locator('.ant-tree-switcher').click()
  await row(page, '总部').locator('.ant-tree-switcher').click()
  await row(page, '研发部').getByText('研发部').click()
  await drawer(page).getByRole('button', { name: '切换', exact: true }).click()
  const dialog = question(page, `${host.name} / 研发部`)
  await dialog.getByLabel('访问原因').fill(reason)
  await dialog.getByRole('button', { name: '切换', exact: true }).click()
  await expect(banner(page)).toContainText(`${host.name} / 研发部`)
  await page.goto(users)
  await expect(page.getByRole('button', { name: '刷新' })).toBeVisible()
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('button', { name: '张伟' }).click()
  await expect(page.getByRole('menuitemradio', { name: '深色' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '个人中心' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // The bell is there as well, with what is for everybody.
  await page.getByRole('banner').getByRole('link', { name: '通知' }).hover()
  await expect(page.getByRole('dialog', { name: '通知' })).toContainText('公告与新闻')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '通知' })).toHaveCount(0)
  await banner(page).getByRole('button', { name: '退出访问' }).click()
  await isAt(page, home)
})

test('two tabs visit two companies, and each shows its own users', async ({ page, context, stage }) => {
  const [one, other] = [await buildHost(stage), await buildHost(stage)]
  await openWorkbench(page, await buildVisitor(stage))
  const second = await context.newPage()
  await second.goto('/console/dashboard')
  await enter(page, one.name)
  await enter(second, other.name)
  for (const [tab, host] of [
    [page, one],
    [second, other],
  ] as const) {
    await tab.goto(users)
    await isAt(tab, host.name)
    await expect(tab.getByRole('cell', { name: host.person, exact: true })).toBeVisible()
    await expect(tab.getByText('共 1 条')).toBeVisible()
  }
  // Renewing one tab's tokens affects neither the other tab nor the original session.
  const [own, otherToken] = [await token(page, 'localStorage'), await token(second, 'sessionStorage')]
  const before = await token(page, 'sessionStorage')
  await stage.sql(`update sessions set access_expires_at = now() - interval '1 second' where act_company_id = $1`, [
    one.id,
  ])
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect.poll(() => token(page, 'sessionStorage')).not.toBe(before)
  expect(await token(page, 'localStorage')).toBe(own)
  expect(await token(second, 'sessionStorage')).toBe(otherToken)
  await expect(page.getByRole('cell', { name: one.person, exact: true })).toBeVisible()

  // Signing out in one tab signs out everywhere.
  await page.getByRole('banner').getByRole('button', { name: '张伟' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/console\/login/)
  await expect(second).toHaveURL(/\/console\/login/)
  expect(await token(second, 'sessionStorage')).toBeNull()
})

test('a duplicated tab adopts the tokens that the first one renewed', thorough, async ({ page, context, stage }) => {
  const host = await buildHost(stage)
  await openWorkbench(page, await buildVisitor(stage))
  await enter(page, host.name)
  const copy = await context.newPage()
  await copy.goto('/console/login')
  const kept = await page.evaluate(() => Object.entries(sessionStorage))
  await copy.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value)
  }, kept)
  await copy.goto(users)
  await isAt(copy, host.name)
  await stage.sql(`update sessions set access_expires_at = now() - interval '1 second' where act_company_id = $1`, [
    host.id,
  ])
  await page.waitForTimeout(1100)
  await page.goto(users)
  await expect(page.getByRole('cell', { name: host.person, exact: true })).toBeVisible()
  await expect.poll(() => token(copy, 'sessionStorage')).toBe(await token(page, 'sessionStorage'))
})

test('a failed page is reported and explained during a visit as well', thorough, async ({ browser, stage }) => {
  const host = await buildHost(stage)
  // Another page than the watched one: React logs the error to the console.
  const page = await browser.newPage()
  await openWorkbench(page, await buildVisitor(stage))
  await enter(page, host.name, '只读查看')
  // A reply that no page can render.
  await page.route(/\/api\/sys\/users\/v1/, (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: [null], total: 1, traceId: '' } }),
  )
  await page.goto(users)
  const failed = page.getByRole('alert').filter({ hasText: '“用户管理”打开失败' })
  await expect(failed.getByRole('button', { name: /^复制追踪号 [0-9a-f]{32}$/ })).toBeVisible()
  await failed.getByRole('button', { name: '处理办法' }).click()
  const explanation = page.getByRole('dialog', { name: '操作未完成' })
  await expect(explanation).toContainText('这是系统故障，与您的操作无关')
  await expect(explanation).toContainText('打开页面')
  await explanation.getByRole('button', { name: '附上刚才的操作步骤' }).click()
  await explanation.getByRole('button', { name: '确认发送' }).click()
  await expect(explanation).toContainText('操作步骤已提交')
  await page.close()
})

test(
  'a denial during a visit is explained there, and the permission is requested at home',
  thorough,
  async ({ page, stage }) => {
    const [host, visitor] = [await buildHost(stage), await buildVisitor(stage)]
    const explanation = page.getByRole('dialog', { name: '无访问权限' })
    /** The permission is revoked while the form is open. */
    const triggerDenial = async (change: () => Promise<unknown>) => {
      const { form } = await fillNewPerson(page)
      await change()
      const tried = () =>
        page.evaluate(async () => {
          const headers = { token: sessionStorage.getItem('token') ?? '', 'content-type': 'application/json' }
          return (await fetch('/api/sys/users/v1', { method: 'POST', headers, body: '{}' })).status
        })
      await expect.poll(tried).toBe(403)
      await form.locator(submitButton).click()
      await page.getByRole('button', { name: '查看原因' }).click()
    }
    await openWorkbench(page, visitor)
    await enter(page, host.name)
    const lacking = await buildPlanWithout(stage, 'sysUsers:add')
    const planned = (code: string) =>
      stage.sql(
        'update tenants set version = version + 1, plan_id = (select id from plans where code = $2) where company_id = $1',
        [host.id, code],
      )

    await triggerDenial(() => planned(lacking.code))
    await expect(explanation).toContainText(`公司“${host.name}”的套餐不包含权限“用户 · 新增”，调整套餐后方可访问。`)
    await expect(explanation.getByRole('button', { name: '申请权限' })).toHaveCount(0)
    await planned('standard')

    await triggerDenial(() =>
      stage.sql(`delete from role_elements where role_id = $1 and element = 'sysUsers:add'`, [visitor.roleId]),
    )
    await expect(explanation).toContainText('您没有该操作所需的权限“用户 · 新增”，可向管理员申请。')
    await expect(explanation).toContainText(host.name)
    await explanation.getByRole('button', { name: '申请权限' }).click()
    const asking = page.getByRole('dialog', { name: '申请权限' })
    await asking.getByLabel('申请原因').fill('为客户新增管理员')
    await asking.locator(submitButton).click()
    await expect(explanation).toContainText('待处理')
    await expect(explanation.getByRole('link', { name: '查看我的全部申请' })).toHaveCount(0)
  },
)

test('a guest sets a password by the policy of the visited company', thorough, async ({ page, stage }) => {
  const host = await buildHost(stage)
  await stage.sql(
    `insert into password_policies (company_id, kind, min_length, max_length, updated_by)
     values ($1, 'nist', 17, 40, '{}')`,
    [host.id],
  )
  await openWorkbench(page, await buildVisitor(stage))
  await enter(page, host.name)
  const { form, account } = await fillNewPerson(page)
  await form.getByLabel('密码', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('手动填写').click()
  await form.getByLabel('新密码', { exact: true }).fill('sixteen letters!')
  await form.locator(submitButton).click()
  await expect(form).toContainText('密码不符合规则：17-40 位')
  await form.getByLabel('新密码', { exact: true }).fill('seventeen letters')
  await form.locator(submitButton).click()
  await expect(page.getByRole('cell', { name: account, exact: true })).toBeVisible()
  await expect(page.getByText('正在访问其他公司，该功能不可用')).toHaveCount(0)
})

test('locking a company ends its visits with a reason', async ({ page, context, stage }) => {
  const host = await buildHost(stage)
  await openWorkbench(page, await buildVisitor(stage))
  const office = await context.newPage()
  await office.goto(`/console/web/sys/tenancy/companies?search=${encodeURIComponent(host.name)}`)
  await enter(page, host.name)
  await actOn(office.getByRole('row').filter({ hasText: host.name }), '锁定')
  await office.getByRole('dialog').getByLabel('原因').fill('欠费')
  await office.getByRole('dialog').getByRole('button', { name: '锁定' }).click()
  await expect(office.getByRole('dialog').getByRole('alert')).toContainText('立即退出')
  await office.getByRole('dialog').getByRole('button', { name: '锁定' }).click()
  await expect(page.getByText('公司已停用')).toBeVisible()
  await isAt(page, home)
  await expect(page.getByText('公司已停用，您已返回所属公司')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await openDrawer(page)
  await find(page, host.name)
  await expect(row(page, host.name)).toContainText('已锁定')
  await expect(drawer(page).getByRole('button', { name: `切换到${host.name}` })).toHaveCount(0)
  await row(page, host.name).getByText(host.name).click()
  await expect(drawer(page).getByRole('status')).toContainText('公司已停用')
})

test('the last minutes of a visit are shown, and the tab returns home at the end', async ({ page, stage }) => {
  const host = await buildHost(stage)
  await openWorkbench(page, await buildVisitor(stage))
  await enter(page, host.name)
  const endsIn = (span: string) =>
    stage.sql(
      `update sessions set act_until = ends, absolute_expires_at = ends, idle_expires_at = ends
       from (select now() + $2::interval as ends) as span where act_company_id = $1`,
      [host.id, span],
    )
  await endsIn('4 minutes')
  await page.waitForTimeout(1100)
  await page.reload()
  await expect(banner(page)).toContainText(/剩余 3 分 \d\d 秒/)
  await expect(banner(page).getByRole('status')).toContainText('访问即将结束')
  expect(await seriousViolations(page)).toEqual([])
  await endsIn('3 seconds')
  await page.reload()
  await expect(page.getByText('访问该公司的时限已到')).toBeVisible()
  await isAt(page, home)
  await expect(page.getByText('访问该公司的时限已到，您已返回所属公司')).toBeVisible()
})

test('a tab refuses calls when its session acts in another company than it shows', async ({ page, context, stage }) => {
  const host = await buildHost(stage)
  await openWorkbench(page, await buildVisitor(stage))
  const { form, account } = await fillNewPerson(page)
  const other = await context.newPage()
  await other.goto('/console/dashboard')
  await enter(other, host.name)
  const kept = await other.evaluate(() => Object.entries(sessionStorage))
  await page.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value)
  }, kept)
  await form.locator(submitButton).click()
  const notice = page.getByRole('alertdialog', { name: '公司已切换' })
  await expect(notice).toContainText('刚才的操作未执行')
  expect(await stage.sql('select 1 from users where account = $1', [account])).toEqual([])
  await notice.getByRole('button', { name: '重新加载' }).click()
  await isAt(page, host.name)
  await expect(page.getByRole('cell', { name: host.person, exact: true })).toBeVisible()
})

test('a company that requires approval gets a request, and one that refuses visits says so', async ({
  page,
  browser,
  stage,
}) => {
  const [asks, denies] = [await buildHost(stage), await buildHost(stage)]
  const policy = (id: string, value: string) =>
    stage.sql('update tenants set switch_policy = $2 where company_id = $1', [id, value])
  await policy(asks.id, 'ask')
  await policy(denies.id, 'denied')
  const visitor = await buildVisitor(stage)
  await openWorkbench(page, visitor)
  await openDrawer(page)
  await find(page, denies.name)
  await drawer(page)
    .getByRole('button', { name: `切换到${denies.name}`, exact: true })
    .click()
  await expect(drawer(page).getByRole('status')).toContainText('该公司未授权平台访问')
  await expect(row(page, denies.name)).toContainText('不可切换')
  await expect(drawer(page).getByRole('button', { name: `切换到${denies.name}` })).toHaveCount(0)
  await expect(question(page, denies.name)).toHaveCount(0)

  await find(page, asks.name)
  await drawer(page)
    .getByRole('button', { name: `切换到${asks.name}`, exact: true })
    .click()
  await expect(question(page, asks.name)).toContainText('要求访问前先经同意')
  await question(page, asks.name).getByLabel('访问原因').fill(reason)
  await question(page, asks.name).getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('申请已提交')).toBeVisible()
  await expect(question(page, asks.name)).toHaveCount(0)

  const office = await browser.newContext()
  const adminPage = await office.newPage()
  const permissions = ['sysVisits:list', 'sysVisits:decide']
  const menus = ['tenancy', 'sys.visits']
  await openWorkbench(adminPage, await buildUser(stage, { companyId: asks.id, permissions, menus }))
  await adminPage.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '平台访问' }).click()
  const asked = adminPage.getByRole('row').filter({ hasText: reason })
  await expect(asked).toContainText('待处理')
  expect(await seriousViolations(adminPage)).toEqual([])
  await asked.getByRole('button', { name: '同意' }).click()
  await adminPage.getByRole('dialog').getByLabel('最长访问时长').click()
  await adminPage.getByTitle('30 分钟', { exact: true }).click()
  await adminPage.getByRole('dialog').locator(submitButton).click()
  await expect(asked).toContainText('已同意')

  await drawer(page)
    .getByRole('button', { name: `切换到${asks.name}`, exact: true })
    .click()
  await expect(question(page, asks.name)).toContainText('公司已同意您访问')
  await expect(question(page, asks.name).getByLabel('访问原因')).toHaveValue(reason)
  await question(page, asks.name).getByRole('button', { name: '切换', exact: true }).click()
  await expect(banner(page)).toContainText('剩余 30 分钟')
  await adminPage.getByRole('button', { name: '刷新', exact: true }).click()
  await expect(asked).toContainText('已进入')
  await office.close()
})

test('focus stays on the company switch while its dialog loads', thorough, async ({ page, stage }) => {
  const delivered = Promise.withResolvers<void>()
  await page.route(/\/company-switch-[^/]*\.js$/, async (route) => {
    await delivered.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/company-switch-/)
  await openWorkbench(page, await buildVisitor(stage))
  await asked
  await chip(page).focus()
  const answered = page.waitForResponse(/\/company-switch-/)
  delivered.resolve()
  await (await answered).finished()
  await page.waitForTimeout(500)
  await expect(chip(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByLabel(searchBox)).toBeFocused()
})

test('everything works by keyboard', thorough, async ({ page, stage }) => {
  const host = await buildHost(stage)
  await openWorkbench(page, await buildVisitor(stage))
  await chip(page).press('Enter')
  await expect(drawer(page).getByLabel(searchBox)).toBeFocused()
  await page.keyboard.type(host.name)
  await page.keyboard.press('Enter')
  await expect(row(page, host.name)).toHaveCount(1)
  const tree = drawer(page).getByRole('tree')
  for (let tabs = 0; tabs < 3 && !(await tree.evaluate((element) => element === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await expect(tree).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '总部')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(drawer(page).getByText('已选择')).toContainText(`${host.name} / 总部`)
  await page.keyboard.press('Tab')
  await expect(drawer(page).getByRole('button', { name: `切换到${host.name} / 总部` })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = question(page, `${host.name} / 总部`)
  await expect(dialog.getByLabel('访问原因')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(drawer(page).getByRole('button', { name: `切换到${host.name} / 总部` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(chip(page)).toBeFocused()
})

for (const { colorScheme, viewport, width } of looks) {
  test(`axe finds nothing serious about switching, ${colorScheme}, ${width} px`, async ({ page, stage }) => {
    const host = await buildHost(stage)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await openWorkbench(page, await buildVisitor(stage))
    await enter(page, host.name)
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await openDrawer(page)
    expect((await drawer(page).boundingBox())?.width).toBe(Math.min(width, 600))
    await expect(drawer(page).getByRole('region', { name: '最近切换' })).toContainText(host.name)
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await find(page, host.name)
    await row(page, host.name).locator('.ant-tree-switcher').click()
    await row(page, '总部').getByText('总部').click()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await drawer(page).getByRole('button', { name: '切换', exact: true }).click()
    await expect(question(page, `${host.name} / 总部`)).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })
}

import { createCounting } from '@atrium/server/src/features/overview/workbench/counting.ts'
import { newId } from '@atrium/server/src/kernel/ids.ts'
import { assignCompanyAdmin } from '@atrium/server/test/authorization.ts'
import { buildTenant, buildUser, type FactoryContext, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { actOn, expect, journey, openWorkbench, test } from './stage.ts'

const days = (many: number) => new Date(Date.now() + many * 86_400_000).toISOString()
const phone = { width: 390, height: 844 }
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A tenant with an administrator, and a member whose request, account and role wait for the administrator. */
const buildStage = async (stage: FactoryContext) => {
  const name = `工作台${newId().slice(-8)}`
  const companyId = await buildTenant(stage, name)
  const admin = await buildUser(stage, { companyId })
  await stage.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  const member = await buildUser(stage, { companyId })
  // With an organisation and a member the company is set up.
  await stage.sql(
    `insert into orgs (company_id, id, name, path) select $1, id, '总部', '/' || id || '/' from gen_random_uuid() id`,
    [companyId],
  )
  const memberName = `王${newId().slice(-6)}`
  await stage.sql('update users set name = $2, expire_at = $3 where id = $1', [member.id, memberName, days(2)])
  await stage.sql(
    `insert into access_requests (company_id, id, user_id, element, trace_id, reason)
      values ($1, $2, $3, 'sysUsers:list', 'trace', '查同事')`,
    [companyId, newId(), member.id],
  )
  return { name, companyId, admin, member, memberName }
}
const count = async (stage: FactoryContext) =>
  createCounting({ database: stage.database, platformCompany: await readPlatformCompany(stage) }).count()
/** No part of the page is wider than the window. */
const expectNoOverflow = async (page: Page) =>
  expect(
    await page.locator('.page-frame:visible').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0)

test('the operator sees which tenants need attention, and lands on the one they choose', async ({ page, stage }) => {
  const { name, companyId } = await buildStage(stage)
  await stage.sql('update tenants set most_users = 1 where company_id = $1', [companyId])
  await count(stage)
  await openWorkbench(page)
  const health = card(page, '租户健康')
  await health.getByRole('button', { name: /^超出配额/ }).click()
  await expect(health.getByText('用户数 2 / 1 人')).toBeVisible()
  for (const title of ['待办', '即将到期', '最近变更', '登录', '增长']) await expect(card(page, title)).toBeVisible()
  await expect(card(page, '登录').locator('canvas')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await card(page, '登录').getByRole('button', { name: '以表格查看' }).click()
  await expect(card(page, '登录').getByRole('table')).toHaveCount(2)
  await page.setViewportSize(phone)
  await expectNoOverflow(page)
  expect(await seriousViolations(page)).toEqual([])
  await health.getByRole('link', { name: `调整配额：${name}` }).click()
  await expect(page.getByRole('region', { name: `公司：${name}` })).toBeVisible()
})

test(
  'a company administrator decides from the workbench, in the forms that exist',
  journey,
  async ({ page, stage }) => {
    const { admin, memberName } = await buildStage(stage)
    await openWorkbench(page, admin)
    const todo = card(page, '待办')
    await expect(todo.getByText(`${memberName} 申请权限“用户 · 查看列表”`)).toBeVisible()
    await expect(card(page, '套餐用量').getByText('用户数')).toBeVisible()
    await expect(card(page, '租户健康')).toBeHidden()
    expect(await seriousViolations(page)).toEqual([])
    await todo.getByRole('link', { name: `通过 ${memberName} 的权限申请` }).click()
    const approval = page.getByRole('dialog')
    await expect(approval).toContainText(memberName)
    await approval.getByRole('button', { name: '取消' }).click()
    await page.goBack()
    await card(page, '即将到期')
      .getByRole('link', { name: `续期 ${memberName}`, exact: true })
      .click()
    await expect(page.getByRole('dialog')).toContainText('续期')
    await page.goto('/console/dashboard')
    await todo.getByRole('link', { name: '查看全部' }).click()
    await expect(page.getByRole('table', { name: '权限申请' }).getByText(memberName)).toBeVisible()
  },
)

test('a member without menus learns what to do next', async ({ page, stage }) => {
  const { companyId, member, name } = await buildStage(stage)
  await stage.sql('update tenants set second_step_from = $2 where company_id = $1', [companyId, days(6)])
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await openWorkbench(page, member)
    const next = card(page, '接下来')
    await expect(next.getByText('已完成 1 / 4')).toBeVisible()
    await expect(next.getByText(/公司要求在 .+ 前开启，剩 6 天/)).toBeVisible()
    await expect(card(page, '我的权限申请').getByText('用户 · 查看列表')).toBeVisible()
    await expect(card(page, '我的公司').getByText(name)).toBeVisible()
    await expect(card(page, '公司管理员').getByText('张伟')).toBeVisible()
    await expectNoOverflow(page)
    expect(await seriousViolations(page)).toEqual([])
    for (const [link, path] of [
      ['申请权限', '/web/user/requests'],
      ['去开启', '/web/user/security'],
      ['去完善', '/web/user/profile'],
    ] as const) {
      await next.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(new RegExp(path))
      await page.goBack()
    }
  }
})

test('the sidebar has the own pages of every user, and counts what waits for them', async ({
  page,
  browser,
  stage,
}) => {
  const { admin, member, memberName } = await buildStage(stage)
  const own = (at: Page) => at.getByRole('navigation', { name: '我的页面' })
  await openWorkbench(page, admin)
  await expect(own(page).getByRole('link', { name: '工作台' })).toHaveAttribute('aria-current', 'page')
  await own(page).getByRole('button', { name: '我的' }).click()
  await expect(own(page).getByRole('link')).toHaveText([
    '工作台',
    '个人中心',
    '安全设置',
    '我的公告',
    '我的应用',
    '我的权限申请',
    '我的复核',
  ])
  const group = page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: /^角色与权限/ })
  await expect(group).toHaveText('角色与权限1')
  await group.click()
  const requests = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^权限申请/ })
  await expect(requests).toHaveText('权限申请1')
  expect(await seriousViolations(page)).toEqual([])
  await requests.click()
  await actOn(page.getByRole('row').filter({ hasText: memberName }), '驳回')
  await page.getByRole('dialog').getByLabel('原因').fill('请走审批')
  await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click()
  await expect(requests).toHaveText('权限申请')

  await stage.sql(
    `insert into access_requests (company_id, id, user_id, element, trace_id, reason)
      select company_id, $2, id, 'sysRoles:list', 'trace', '查角色' from users where id = $1`,
    [member.id, newId()],
  )
  const other = await (await browser.newContext()).newPage()
  await openWorkbench(other, member)
  await expect(own(other).getByRole('link', { name: '我的权限申请' })).toHaveText('我的权限申请1')
  await expect(other.getByText('暂无可用菜单，获得权限后会显示在这里。')).toBeVisible()
  await other.context().close()
})

test('the layout is arranged by keyboard, kept, and reset', async ({ page, stage }) => {
  const { admin } = await buildStage(stage)
  await openWorkbench(page, admin)
  const titles = () => page.locator('.workbench-board h2').allTextContents()
  const usual = ['待办', '套餐用量', '登录', '即将到期', '最近变更', '增长']
  await expect.poll(titles).toEqual(usual)
  await page.getByRole('button', { name: '编辑布局' }).press('Enter')
  const saved = () => page.waitForResponse((answer) => answer.url().includes('/preferences/') && answer.ok())
  const moved = saved()
  const grip = page.getByRole('button', { name: '移动 最近变更' })
  await grip.press('ArrowUp')
  await expect(page.getByText('最近变更 已移到 即将到期 的位置')).toBeAttached()
  await expect(grip).toBeFocused()
  await moved
  const hidden = saved()
  await page.getByRole('button', { name: '隐藏 增长' }).press('Enter')
  await hidden
  await expect(page.getByRole('button', { name: '显示 增长' })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  const carried = saved()
  await page.getByRole('button', { name: '移动 登录' }).dragTo(page.getByRole('button', { name: '移动 待办' }))
  await carried
  await page.getByRole('button', { name: '完成' }).press('Enter')
  const arranged = ['登录', '待办', '套餐用量', '最近变更', '即将到期']
  await expect.poll(titles).toEqual(arranged)
  expect(await seriousViolations(page)).toEqual([])
  await page.reload()
  await expect.poll(titles).toEqual(arranged)
  await page.getByRole('button', { name: '编辑布局' }).press('Enter')
  await page.getByRole('button', { name: '恢复默认' }).press('Enter')
  await expect.poll(titles).toEqual(usual)
})

test('pages are pinned, and those opened most are offered', async ({ page, stage }) => {
  const { admin } = await buildStage(stage)
  await openWorkbench(page, admin)
  const pins = page.getByRole('navigation', { name: '固定与常用页面' })
  await pins.getByRole('button', { name: '添加' }).click()
  const pin = page.getByRole('dialog', { name: '固定页面' }).getByRole('checkbox', { name: '岗位管理' })
  // The tick follows what is stored, which arrives in a later task.
  await pin.click()
  await expect(pin).toBeChecked()
  await page.keyboard.press('Escape')
  await pins.getByRole('list', { name: '固定', exact: true }).getByRole('link', { name: '岗位管理' }).click()
  await expect(page).toHaveURL(/posts/)
  await page.reload()
  await page.goto('/console/dashboard')
  await expect(pins.getByRole('link', { name: '岗位管理' })).toBeVisible()
})

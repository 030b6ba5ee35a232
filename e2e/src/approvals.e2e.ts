import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Locator, Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { drawer, makeTitle, permissions, submit, write } from './notices-stage.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const own = '/console/web/user/approvals'
const menus = ['content', 'sys.news', 'settings', 'sys.approvalFlows']
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const phone = { width: 390, height: 844 }

const step = (page: Page, at: number) => drawer(page).getByRole('group', { name: `第 ${at} 步`, exact: true })
const choose = async (page: Page, field: Locator, option: string | RegExp) => {
  await field.click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option).click()
}
const name = async (page: Page, at: number, account: string) => {
  await choose(page, step(page, at).getByLabel('审批人', { exact: true }), '指定人员')
  const search = step(page, at).getByRole('combobox', { name: `第 ${at} 步的审批人` })
  await search.fill(account)
  await page.locator('.ant-select-dropdown:visible').getByTitle(new RegExp(account)).click()
  await expect(step(page, at).getByRole('list', { name: `第 ${at} 步的审批人` })).toContainText('张伟')
}
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title }).first()
/** Decides on a notice on its page, which the list of approvals leads to. */
const approve = async (page: Page, title: string) => {
  await page.goto(own)
  await expect(card(page, title)).toContainText('公告审核')
  await actOn(card(page, title), '去处理')
  await expect(page).toHaveURL(/sys\/news/)
  await expect(card(page, title)).toContainText('待审核')
  await actOn(card(page, title), '通过')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test(
  'a flow of two steps is set, and decided on phones by an approver and by the deputy of another',
  journey,
  async ({ page, browser, stage }) => {
    const title = makeTitle()
    const companyId = await buildCompany(stage, `公司${title}`)
    const enter = (more: string[]) => buildUser(stage, { companyId, permissions: [...permissions, ...more], menus })
    const author = await enter(['sysApprovals:flows', 'sysUsers:list', 'sysRoles:list'])
    const [first, away, deputy] = [
      await enter(['sysNews:review']),
      await enter(['sysNews:review']),
      await enter(['sysNews:review']),
    ]
    await stage.sql(
      `insert into notice_policies (company_id, approval, updated_by) values ($1, true, '{"id":"","name":""}')`,
      [companyId],
    )

    await signIn(page, author)
    await page.goto('/console/web/sys/approval-flows')
    await page.getByRole('button', { name: '设置公告审核的流程' }).click()
    await name(page, 1, away.account)
    await drawer(page).getByRole('button', { name: '添加步骤' }).click()
    await name(page, 2, first.account)
    await choose(page, step(page, 2).getByLabel('适用条件'), '类型')
    await step(page, 1).getByLabel('提醒').fill('24')
    // By keyboard alone, and the focus goes with the step.
    await drawer(page).getByRole('button', { name: '上移第 2 步' }).focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page).getByRole('button', { name: '下移第 1 步' })).toBeFocused()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await drawer(page).locator(submitButton).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const set = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '公告审核' }) })
    await expect(set).toContainText('已设置')
    await expect(set.getByRole('listitem').first()).toContainText('仅当类型等于“公告”')
    await expect(set.getByRole('listitem').last()).toContainText('24 小时后提醒')

    await write(page, title)
    await submit(page, title)

    const context = await browser.newContext()
    const other = await context.newPage()
    await signIn(other, away)
    await other.goto(own)
    await expect(card(other, title)).toHaveCount(0)
    await other.getByRole('button', { name: '审批代理' }).click()
    await drawer(other).getByLabel('代理人账号').fill(deputy.account)
    for (const [label, at] of [
      ['开始日期', -1],
      ['结束日期', 1],
    ] as const) {
      await drawer(other).getByLabel(label).fill(day(at))
      // The second one sends the form.
      await other.keyboard.press('Enter')
    }
    await expect(other.getByRole('button', { name: '审批代理：张伟' })).toBeVisible()

    await other.setViewportSize(phone)
    await signIn(other, first)
    await approve(other, title)
    await signIn(other, deputy)
    await approve(other, title)
    await other.goto(`${own}?f.box=done`)
    await actOn(card(other, title), '详情')
    await expect(drawer(other)).toContainText('已通过')
    await expect(drawer(other).getByRole('listitem').filter({ hasText: '（代 张伟）' })).toBeVisible()
    expect(await seriousViolationsInAllLooks(other)).toEqual([])
    await context.close()

    await page.goto(`${own}?f.box=asked`)
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('已通过')
  },
)

import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

const path = '/console/web/sys/logs/failures'
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

let sceneCount = 0
/** A company in which adding a post fails in the database. */
const buildScene = async (stage: FactoryContext, permissions: string[]) => {
  sceneCount += 1
  const companyId = await buildCompany(stage, `故障公司${process.pid}-${sceneCount}-${Date.now()}`)
  const failingFunction = `broken_${companyId.replaceAll('-', '')}`
  await stage.sql(
    `create function ${failingFunction}() returns trigger language plpgsql as $$ begin raise exception 'disk of posts is full'; end $$`,
  )
  await stage.sql(
    `create trigger ${failingFunction} before insert on posts for each row when (new.company_id = '${companyId}')
     execute function ${failingFunction}()`,
  )
  const repair = () => stage.sql(`drop function ${failingFunction}() cascade`)
  const user = await buildUser(stage, {
    companyId,
    permissions: ['sysPosts:list', 'sysPosts:add'],
    menus: ['people', 'sys.posts'],
  })
  const menus = ['audit', 'sys.failedCalls', 'sys.incidents']
  const admin = await buildUser(stage, { companyId, permissions, menus })
  return { user, admin, repair }
}
/**
 * Triggers the failure in the page.
 * @returns the start of its trace id
 */
const triggerFailure = async (page: Page) => {
  await page.goto('/console/web/sys/posts')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('岗位名称').fill('出纳')
  await drawer(page).getByLabel('编码').fill('cashier')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('服务器内部错误', { exact: true })).toBeVisible()
  const shown = await page.getByTitle('点击复制').textContent()
  await expect(drawer(page).getByRole('alert')).toHaveText(`保存失败，请稍后重试（${shown}）`)
  await page.getByRole('button', { name: '处理办法' }).click()
  return shown?.slice(-8) ?? ''
}

test(
  'a failure is explained to the user, found by its trace id, handled and closed',
  journey,
  async ({ page, browser, stage }) => {
    const rights = ['error', 'trace', 'stack', 'handle'].map((right) => `sysLogs:${right}`)
    const { user, admin, repair } = await buildScene(stage, rights)
    await signIn(page, user)
    const traceId = await triggerFailure(page)
    await expect(drawer(page)).toContainText('这是系统故障，与您的操作无关')
    await expect(drawer(page)).toContainText('确认刚才的操作是否已生效')
    await expect(drawer(page)).toContainText('新增岗位')
    await expect(drawer(page)).not.toContainText('disk of posts')

    const engineer = await browser.newPage()
    await signIn(engineer, admin)
    await engineer.goto(`/console/web/sys/logs/trace?traceId=${traceId}`)
    const card = engineer.getByRole('region', { name: '异常请求' })
    await expect(card).toContainText('disk of posts is full')
    await expect(card).toContainText('server/src/')
    await expect(card).toContainText('body.name')
    await expect(card).not.toContainText('出纳')
    await expect(engineer.locator('main')).toContainText(user.account)

    await engineer.goto(`${path}?f.state=open`)
    await actOn(row(engineer, '新增岗位'), '处理')
    await drawer(engineer).getByLabel('处理说明').fill('清理了磁盘')
    await repair()
    await drawer(engineer).locator(submitButton).click()
    await expect(engineer.getByText('没有符合条件的异常请求')).toBeVisible()
    await engineer.goto(path)
    await expect(row(engineer, '新增岗位')).toContainText('已处理')
    await actOn(row(engineer, '新增岗位'), '详情')
    await expect(drawer(engineer)).toContainText('张伟：清理了磁盘')
    await engineer.close()

    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await drawer(page).locator(submitButton).click()
    await expect(row(page, 'cashier')).toBeVisible()
  },
)

test(
  'breadcrumbs of a failure are shown, sent after consent, and found by trace id',
  thorough,
  async ({ page, browser, stage }) => {
    const { user, admin, repair } = await buildScene(stage, ['sysLogs:error', 'sysLogs:trace'])
    await signIn(page, user)
    const traceId = await triggerFailure(page)
    await repair()
    const engineer = await browser.newPage()
    await signIn(engineer, admin)
    await engineer.goto(`/console/web/sys/logs/trace?traceId=${traceId}`)
    const card = engineer.getByRole('region', { name: '提交的操作步骤' })
    await expect(card).toContainText('未提交')

    await drawer(page).getByRole('button', { name: '附上刚才的操作步骤' }).click()
    const events = drawer(page).getByRole('list', { name: '操作步骤' })
    await expect(events).toContainText('打开页面 /web/sys/posts')
    await expect(events.getByRole('listitem').last()).toContainText('POST /api/sys/posts/v1 返回码 500')
    await expect(drawer(page)).toContainText('1440 × 900')
    await expect(drawer(page)).not.toContainText('出纳')
    const seen = await events.getByRole('listitem').allInnerTexts()
    await drawer(page).getByRole('button', { name: '确认发送' }).click()
    await expect(drawer(page)).toContainText('操作步骤已提交')

    await engineer.reload()
    await expect(card).toContainText('已提交')
    await expect(card).toContainText('Asia/Shanghai')
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual(seen)
    await engineer.close()
  },
)

test('a user with read access only sees neither the stack nor a way to handle it', async ({ page, stage }) => {
  const { user, admin, repair } = await buildScene(stage, ['sysLogs:error'])
  await signIn(page, user)
  await triggerFailure(page)
  await repair()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, admin)
  await page.goto(path)
  await expect(row(page, '新增岗位').getByRole('button', { name: '处理' })).toHaveCount(0)
  await actOn(row(page, '新增岗位'), '详情')
  await expect(drawer(page)).toContainText('disk of posts is full')
  await expect(drawer(page)).not.toContainText('堆栈')
})

test(
  'a failed page is found by its trace id, with the stack but without the message',
  thorough,
  async ({ page, browser, stage }) => {
    const { user, admin, repair } = await buildScene(stage, ['sysLogs:error', 'sysLogs:trace', 'sysLogs:stack'])
    await repair()
    // Another page than the watched one: React logs the error to the console.
    const met = await browser.newPage()
    await signIn(met, user)
    // A reply that no page can render.
    await met.route(/\/api\/sys\/posts\/v1/, (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: [null], total: 1, traceId: '' } }),
    )
    await met.goto('/console/web/sys/posts')
    const failed = met.getByRole('alert').filter({ hasText: '“岗位管理”打开失败' })
    await expect(failed).toContainText('页面出现错误')
    const trace = failed.getByRole('button', { name: /^复制追踪号 [0-9a-f]{32}$/ })
    await expect(trace).toHaveText(/^追踪号 [0-9a-f]{8}$/)
    const traceId = (await trace.getAttribute('title')) ?? ''
    await failed.getByRole('button', { name: '处理办法' }).click()
    await expect(drawer(met)).toContainText('打开页面')
    await drawer(met).getByRole('button', { name: '附上刚才的操作步骤' }).click()
    await expect(drawer(met)).toContainText('TypeError: Cannot read properties of null')
    await drawer(met).getByRole('button', { name: '确认发送' }).click()
    await expect(drawer(met)).toContainText('操作步骤已提交')

    await signIn(page, admin)
    await page.goto(`/console/web/sys/logs/trace?traceId=${traceId.slice(0, 8)}`)
    const card = page.getByRole('region', { name: '异常请求' })
    await expect(card).toContainText('页面 /web/sys/posts')
    await expect(card).toContainText(/at .*assets\/.+\.js:\d+:\d+/)
    await expect(card).not.toContainText('Cannot read')
    await expect(page.getByRole('region', { name: '提交的操作步骤' })).toContainText('Cannot read properties of null')

    await met.keyboard.press('Escape')
    await met.unroute(/\/api\/sys\/posts\/v1/)
    await failed.getByRole('button', { name: '重试' }).click()
    await expect(met.getByText('暂无岗位')).toBeVisible()
    await met.close()
  },
)

import { buildCompany, buildUser, type Stage } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test, thorough } from './stage.ts'

const path = '/console/web/sys/logs/failures'
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

let arranged = 0
/** A company in which no post can be added, whoever tries: the database itself fails. */
const arrange = async (stage: Stage, permissions: string[]) => {
  arranged += 1
  const companyId = await buildCompany(stage, `故障公司${process.pid}-${arranged}-${Date.now()}`)
  const broken = `broken_${companyId.replaceAll('-', '')}`
  await stage.sql(
    `create function ${broken}() returns trigger language plpgsql as $$ begin raise exception 'disk of posts is full'; end $$`,
  )
  await stage.sql(
    `create trigger ${broken} before insert on posts for each row when (new.company_id = '${companyId}')
     execute function ${broken}()`,
  )
  const repair = () => stage.sql(`drop function ${broken}() cascade`)
  const user = await buildUser(stage, {
    companyId,
    permissions: ['sysPosts:list', 'sysPosts:add'],
    menus: ['sys', 'sys.posts'],
  })
  const menus = ['sys', 'sys.logs', 'sys.failedCalls', 'sys.incidents']
  const keeper = await buildUser(stage, { companyId, permissions, menus })
  return { user, keeper, repair }
}
/** Meets the failure as it happens in life. Out: the beginning of its trace id. */
const meetFailure = async (page: Page) => {
  await page.goto('/console/web/sys/posts')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('岗位名称').fill('出纳')
  await drawer(page).getByLabel('编码').fill('cashier')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('服务器内部错误', { exact: true })).toBeVisible()
  const shown = await page.getByTitle('点按复制').textContent()
  await page.getByRole('button', { name: '怎么办？' }).click()
  return shown?.slice(-8) ?? ''
}

test('a failure is explained to whoever met it, found, seen to, and over', async ({ page, browser, stage }) => {
  const rights = ['error', 'trace', 'stack', 'handle'].map((right) => `sysLogs:${right}`)
  const { user, keeper, repair } = await arrange(stage, rights)
  await signIn(page, user)
  const traceId = await meetFailure(page)
  await expect(drawer(page)).toContainText('这是系统的故障，不是您的操作有误')
  await expect(drawer(page)).toContainText('看看刚才的操作是否已经生效')
  await expect(drawer(page)).toContainText('新增岗位')
  await expect(drawer(page)).not.toContainText('disk of posts')

  const engineer = await browser.newPage()
  await signIn(engineer, keeper)
  await engineer.goto(`/console/web/sys/logs/trace?traceId=${traceId}`)
  const card = engineer.getByRole('region', { name: '失败的调用' })
  await expect(card).toContainText('disk of posts is full')
  await expect(card).toContainText('server/src/')
  await expect(card).toContainText('body.name')
  await expect(card).not.toContainText('出纳')
  await expect(engineer.locator('main')).toContainText(user.account)

  await engineer.goto(`${path}?f.state=open`)
  await row(engineer, '新增岗位').getByRole('button', { name: '处理' }).click()
  await drawer(engineer).getByLabel('处理说明').fill('清理了磁盘')
  await repair()
  await drawer(engineer).getByRole('button', { name: '确定' }).click()
  await expect(engineer.getByText('没有符合条件的失败的调用')).toBeVisible()
  await engineer.goto(path)
  await expect(row(engineer, '新增岗位')).toContainText('已处理')
  await row(engineer, '新增岗位').getByRole('button', { name: '详情' }).click()
  await expect(drawer(engineer)).toContainText('张伟：清理了磁盘')
  await engineer.close()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(row(page, 'cashier')).toBeVisible()
})

test(
  'what led to a failure is shown, sent after a yes, and read by its trace id',
  thorough,
  async ({ page, browser, stage }) => {
    const { user, keeper, repair } = await arrange(stage, ['sysLogs:error', 'sysLogs:trace'])
    await signIn(page, user)
    const traceId = await meetFailure(page)
    await repair()
    const engineer = await browser.newPage()
    await signIn(engineer, keeper)
    await engineer.goto(`/console/web/sys/logs/trace?traceId=${traceId}`)
    const card = engineer.getByRole('region', { name: '附上的浏览记录' })
    await expect(card).toContainText('未附上')

    await drawer(page).getByRole('button', { name: '附上浏览记录' }).click()
    const events = drawer(page).getByRole('list', { name: '浏览记录' })
    await expect(events).toContainText('打开页面 /web/sys/posts')
    await expect(events.getByRole('listitem').last()).toContainText('POST /api/sys/posts/v1 返回码 500')
    await expect(drawer(page)).toContainText('1440 × 900')
    await expect(drawer(page)).not.toContainText('出纳')
    const seen = await events.getByRole('listitem').allInnerTexts()
    await drawer(page).getByRole('button', { name: '确认发送' }).click()
    await expect(drawer(page)).toContainText('浏览记录已附上')

    await engineer.reload()
    await expect(card).toContainText('已附上')
    await expect(card).toContainText('Asia/Shanghai')
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual(seen)
    await engineer.close()
  },
)

test('whoever may only read sees neither the stack nor a way to handle it', async ({ page, stage }) => {
  const { user, keeper, repair } = await arrange(stage, ['sysLogs:error'])
  await signIn(page, user)
  await meetFailure(page)
  await repair()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, keeper)
  await page.goto(path)
  await expect(row(page, '新增岗位').getByRole('button', { name: '处理' })).toHaveCount(0)
  await row(page, '新增岗位').getByRole('button', { name: '详情' }).click()
  await expect(drawer(page)).toContainText('disk of posts is full')
  await expect(drawer(page)).not.toContainText('堆栈')
})

test(
  'a page that fails is found by its trace id, with where it failed and without what it said',
  thorough,
  async ({ page, browser, stage }) => {
    const { user, keeper, repair } = await arrange(stage, ['sysLogs:error', 'sysLogs:trace', 'sysLogs:stack'])
    await repair()
    // Not the page that is watched: React writes to its console what it met.
    const met = await browser.newPage()
    await signIn(met, user)
    // An answer no page is made for.
    await met.route(/\/api\/sys\/posts\/v1/, (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: [null], total: 1, traceId: '' } }),
    )
    await met.goto('/console/web/sys/posts')
    const failed = met.getByRole('alert').filter({ hasText: '“岗位管理”没有打开' })
    await expect(failed).toContainText('页面出现错误')
    await expect(failed).toContainText(/追踪号 [0-9a-f]{32}/)
    const [, traceId = ''] = /追踪号 ([0-9a-f]{32})/.exec((await failed.textContent()) ?? '') ?? []
    await failed.getByRole('button', { name: '怎么办？' }).click()
    await expect(drawer(met)).toContainText('打开页面')
    await drawer(met).getByRole('button', { name: '附上浏览记录' }).click()
    await expect(drawer(met)).toContainText('TypeError: Cannot read properties of null')
    await drawer(met).getByRole('button', { name: '确认发送' }).click()
    await expect(drawer(met)).toContainText('浏览记录已附上')

    await signIn(page, keeper)
    await page.goto(`/console/web/sys/logs/trace?traceId=${traceId.slice(0, 8)}`)
    const card = page.getByRole('region', { name: '失败的调用' })
    await expect(card).toContainText('页面 /web/sys/posts')
    await expect(card).toContainText(/at .*assets\/.+\.js:\d+:\d+/)
    await expect(card).not.toContainText('Cannot read')
    await expect(page.getByRole('region', { name: '附上的浏览记录' })).toContainText('Cannot read properties of null')

    await met.keyboard.press('Escape')
    await met.unroute(/\/api\/sys\/posts\/v1/)
    await failed.getByRole('button', { name: '重试' }).click()
    await expect(met.getByText('还没有岗位')).toBeVisible()
    await met.close()
  },
)

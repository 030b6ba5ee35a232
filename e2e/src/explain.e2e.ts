import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousInAllLooks, walks } from './serious.ts'
import { expect, openWorkbench, signIn, test, thorough } from './stage.ts'

type Stage = Parameters<typeof buildCompany>[0]

const path = '/console/web/sys/access-requests'
const menus = ['sys', 'sys.accessRequests', 'sys.bases', 'sys.logs', 'sys.incidents']
const viewerRights = ['sysBases:list', 'sysBases:add']
const keeperRights = [
  ...['sysExplain:view', 'sysAccessRequests:list', 'sysAccessRequests:decide', 'sysUsers:roles'],
  ...['sysBases:list', 'sysBases:add', 'sysLogs:trace'],
]
let companies = 0
/** Somebody who may look, somebody who decides, and a role that holds what the first one lacks. */
const arrange = async (stage: Stage) => {
  companies += 1
  const companyId = await buildCompany(stage, `判定公司${process.pid}-${companies}-${Date.now()}`)
  const viewer = await buildUser(stage, { companyId, permissions: viewerRights, menus: ['sys', 'sys.bases'] })
  const keeper = await buildUser(stage, { companyId, permissions: keeperRights, menus })
  await stage.sql(
    `with role as (
       insert into roles (company_id, id, code, name)
       values ($1, gen_random_uuid(), gen_random_uuid()::text, '参数新增员') returning company_id, id
     )
     insert into role_elements (company_id, role_id, element) select company_id, id, 'sysBases:add' from role`,
    [companyId],
  )
  return { viewer, keeper }
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const add = (page: Page) => page.getByRole('search').getByRole('button', { name: '新增' })
const shut = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
/** Takes the right to add, and waits until every node knows. Out: the trace id of a call that was refused since. */
const takeAway = async (page: Page, stage: Stage, roleId: string): Promise<string> => {
  await stage.sql(`delete from role_elements where role_id = $1 and element = 'sysBases:add'`, [roleId])
  const tried = () =>
    page.evaluate(async () => {
      const headers = { token: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
      const answer = await fetch('/api/sys/bases/v1', { method: 'POST', headers, body: '{}' })
      return { status: answer.status, traceId: String((await answer.json()).traceId) }
    })
  await expect.poll(async () => (await tried()).status).toBe(403)
  return (await tried()).traceId
}
/** Meets a 403 as it happens in life: the right goes while the form is open. */
const meetDenial = async (page: Page, stage: Stage, roleId: string) => {
  await page.goto('/console/web/sys/bases')
  await add(page).click()
  await drawer(page).getByLabel('参数编码').fill('e2e.denied')
  await drawer(page).getByLabel('参数名称').fill('被拒绝的参数')
  await drawer(page).getByLabel('参数值').fill('值')
  await takeAway(page, stage, roleId)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('拒绝访问', { exact: true })).toBeVisible()
  const trace = page.getByRole('button', { name: '为什么？' })
  await expect(page.getByTitle('点按复制')).toHaveText(/^追踪号 [0-9a-f]{8}$/)
  const shown = await page.getByTitle('点按复制').textContent()
  await trace.click()
  return shown?.slice(-8) ?? ''
}

test('a denial is explained, asked about, approved, and gone without a new sign-in', async ({
  page,
  browser,
  stage,
}) => {
  const { viewer, keeper } = await arrange(stage)
  await signIn(page, viewer)
  await meetDenial(page, stage, viewer.roleId)
  await expect(drawer(page)).toContainText('您没有这项操作所需的权限“基础参数 · 新增”')
  await expect(drawer(page)).not.toContainText('角色')
  await drawer(page).getByRole('button', { name: '申请权限' }).click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toContainText('请填写申请原因')
  await drawer(page).getByLabel('申请原因').fill('月底要补录参数')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toContainText('待处理')
  await expect(drawer(page).getByRole('button', { name: /申请/ })).toHaveCount(0)

  const admin = await browser.newPage()
  await signIn(admin, keeper)
  await admin.goto(path)
  await expect(row(admin, viewer.account)).toContainText('基础参数 · 新增')
  await expect(row(admin, viewer.account)).toContainText('月底要补录参数')
  await row(admin, viewer.account).getByRole('button', { name: '同意' }).click()
  await expect(drawer(admin)).toContainText('参数新增员')
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await expect(drawer(admin)).toContainText('获得')
  await drawer(admin).getByRole('button', { name: '确认调整' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await expect(row(admin, viewer.account)).toContainText('已同意')
  await admin.close()

  await expect(drawer(page)).toContainText('您现在已可访问')
  await expect(drawer(page)).toContainText('已同意')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'e2e.denied')).toBeVisible()
})

test('an administrator sees every step by the trace id, and grants from there', async ({ page, browser, stage }) => {
  const { viewer, keeper } = await arrange(stage)
  const refused = await browser.newPage()
  await signIn(refused, viewer)
  const trace = await meetDenial(refused, stage, viewer.roleId)

  await signIn(page, keeper)
  await page.goto(`/console/web/sys/logs/trace?traceId=${trace}`)
  const decision = page.getByRole('region', { name: '权限判定' })
  await expect(decision).toContainText(
    `角色“${viewer.roleName}”缺少元素 基础参数 · 新增（sysBases:add）；另有 2 个角色拥有它`,
  )
  await expect(decision.getByRole('list', { name: '当时的判定' }).getByRole('listitem')).toHaveText([
    /会话有效/,
    /企业可用/,
    /需要绑定的元素/,
    /接口绑定了元素 基础参数 · 新增/,
    /未通过角色角色“测试角色\w+”没有所需的元素/,
    /拒绝访问/,
  ])
  await decision.getByRole('button', { name: '去授权' }).click()
  await expect(drawer(page)).toContainText('参数新增员')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '确认调整' }).click()
  await expect(decision).toContainText('现在已可访问')
  await expect(decision.getByRole('button', { name: '去授权' })).toHaveCount(0)
  await refused.reload()
  await expect(add(refused)).toBeVisible()
  await refused.close()
})

test('a rejection comes back with its reason, and another try is possible', thorough, async ({ page, stage }) => {
  const { viewer, keeper } = await arrange(stage)
  await signIn(page, viewer)
  await meetDenial(page, stage, viewer.roleId)
  await drawer(page).getByRole('button', { name: '申请权限' }).click()
  await drawer(page).getByLabel('申请原因').fill('想试试')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toContainText('待处理')

  const admin = await page.context().browser()?.newPage()
  if (!admin) throw new Error('no browser')
  await signIn(admin, keeper)
  await admin.goto(path)
  await row(admin, viewer.account).getByRole('button', { name: '驳回' }).click()
  await drawer(admin).getByLabel('原因').fill('请走工单')
  await drawer(admin).getByRole('button', { name: '驳回' }).click()
  await expect(row(admin, viewer.account)).toContainText('已驳回')
  await admin.close()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '为什么？' }).click()
  await expect(drawer(page)).toContainText('驳回原因：请走工单')
  await expect(drawer(page).getByRole('button', { name: '再次申请' })).toBeVisible()
})

for (const { colorScheme, viewport, width } of walks) {
  test(`axe finds nothing serious in an explanation, ${colorScheme}, ${width} px`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const { keeper } = await arrange(stage)
    await openWorkbench(page, keeper)
    // His own denial shows everything at once.
    const trace = await takeAway(page, stage, keeper.roleId)
    await page.goto(`/console/web/sys/logs/trace?traceId=${trace}`)
    await page.getByRole('button', { name: '申请权限' }).click()
    await drawer(page).getByLabel('申请原因').fill('补录参数')
    expect(await seriousInAllLooks(page)).toEqual([])
    await drawer(page).getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('待处理')).toBeVisible()
    expect(await seriousInAllLooks(page)).toEqual([])
    await page.goto(path)
    await expect(row(page, keeper.account).or(page.getByText('补录参数')).first()).toBeVisible()
    expect(await seriousInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '同意' }).first().click()
    await expect(drawer(page)).toContainText('没有您可以授予的角色')
    expect(await seriousInAllLooks(page)).toEqual([])
    await shut(page)
  })
}

test('whether somebody may call now is asked from his rights, and changed at once', async ({ page, stage }) => {
  const { viewer, keeper } = await arrange(stage)
  await stage.sql(`delete from role_elements where role_id = $1 and element = 'sysBases:add'`, [viewer.roleId])
  await stage.sql(
    `insert into role_elements (company_id, role_id, element)
     select $1, $2, unnest(array['sysUsers:list', 'sysUsers:get'])`,
    [keeper.companyId, keeper.roleId],
  )
  await stage.sql(
    `insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code = 'sys.users'`,
    [keeper.companyId, keeper.roleId],
  )
  await signIn(page, keeper)
  await page.goto('/console/web/sys/users')
  await row(page, viewer.account).getByRole('button', { name: '详情' }).click()
  await drawer(page).getByRole('tab', { name: '有效权限' }).click()
  await drawer(page).getByRole('button', { name: '查询能否访问' }).click()
  await expect(drawer(page).getByTitle(`张伟（${viewer.account}）`)).toBeVisible()
  await drawer(page).getByLabel('接口或元素').fill('新增基础参数')
  await page.getByTitle('接口：新增基础参数（POST /api/sys/bases/v1）').click()
  const steps = drawer(page).getByRole('list', { name: '现在的判定' })
  await expect(steps).toContainText(`角色“${viewer.roleName}”没有所需的元素`)
  await expect(drawer(page)).toContainText('缺少元素 基础参数 · 新增（sysBases:add）')
  await drawer(page).getByRole('button', { name: '去授权' }).click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '确认调整' }).click()
  await expect(steps).toContainText('允许访问')

  await drawer(page).getByLabel('接口或元素').fill('sysBases:delete')
  await page.getByTitle('元素：基础参数 · 删除（sysBases:delete）').click()
  await expect(steps).toContainText('查询的是元素 基础参数 · 删除（sysBases:delete）')
  await expect(drawer(page)).toContainText('目前没有角色拥有它')

  await drawer(page).getByLabel('接口或元素').fill('sysUsers:list')
  await page.getByTitle('元素：用户 · 查看列表（sysUsers:list）').click()
  await drawer(page).getByLabel('哪个用户的记录（可选）').fill(keeper.account)
  await page.getByTitle(`张伟（${keeper.account}）`).click()
  await expect(steps).toContainText('数据范围')
  await expect(steps).toContainText('这条记录')
})

test('an API’s own drawer asks the same of anybody', thorough, async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/sys/access/apis?search=bases/{id}/history')
  await row(page, '/history/').getByRole('button', { name: '绑定元素' }).click()
  await drawer(page).getByRole('button', { name: '查询某人能否调用' }).click()
  await drawer(page).getByLabel('用户', { exact: true }).fill('admin')
  await page.getByTitle(/（admin）$/).click()
  await expect(drawer(page).getByRole('list', { name: '现在的判定' })).toContainText('允许访问')
})

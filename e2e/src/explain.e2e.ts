import { buildCompany, buildRole, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { looks, seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]

const path = '/console/web/sys/access-requests'
const menus = ['access', 'sys.accessRequests', 'settings', 'sys.bases', 'audit', 'sys.incidents']
const viewerRights = ['sysBases:list', 'sysBases:add']
const adminRights = [
  'sysExplain:view',
  'sysAccessRequests:list',
  'sysAccessRequests:decide',
  'sysUsers:roles',
  'sysBases:list',
  'sysBases:add',
  'sysLogs:trace',
]
let companies = 0
/** A user with read access, an administrator, and a role with the permission the first one lacks. */
const buildScene = async (stage: Stage) => {
  companies += 1
  const companyId = await buildCompany(stage, `判定公司${process.pid}-${companies}-${Date.now()}`)
  const viewer = await buildUser(stage, { companyId, permissions: viewerRights, menus: ['settings', 'sys.bases'] })
  const admin = await buildUser(stage, { companyId, permissions: adminRights, menus })
  await buildRole(stage, { companyId, name: '参数新增员', permissions: ['sysBases:add'] })
  return { viewer, admin }
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const add = (page: Page) => page.getByRole('search').getByRole('button', { name: '新增' })
const closeDrawer = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
/**
 * Revokes the permission to add, and waits until every node has applied it.
 * @returns the trace id of a call refused since
 */
const revokeAdd = async (page: Page, stage: Stage, roleId: string): Promise<string> => {
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
/** Triggers a 403: the permission is revoked while the form is open. */
const triggerDenial = async (page: Page, stage: Stage, roleId: string) => {
  await page.goto('/console/web/sys/bases?topic=all')
  await add(page).click()
  await drawer(page).getByLabel('参数编码').fill('e2e.denied')
  await drawer(page).getByLabel('参数名称').fill('被拒绝的参数')
  await drawer(page).getByLabel('参数值').fill('值')
  await revokeAdd(page, stage, roleId)
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('拒绝访问', { exact: true })).toBeVisible()
  const trace = page.getByRole('button', { name: '查看原因' })
  await expect(page.getByTitle('点击复制')).toHaveText(/^追踪号 [0-9a-f]{8}$/)
  const shown = await page.getByTitle('点击复制').textContent()
  await trace.click()
  return shown?.slice(-8) ?? ''
}

test(
  'a denial is explained, requested, approved, and resolved without a new sign-in',
  journey,
  async ({ page, browser, stage }) => {
    const { viewer, admin } = await buildScene(stage)
    await signIn(page, viewer)
    await triggerDenial(page, stage, viewer.roleId)
    await expect(drawer(page)).toContainText('您没有该操作所需的权限“基础参数 · 新增”')
    await expect(drawer(page)).not.toContainText('角色')
    await drawer(page).getByRole('button', { name: '申请权限' }).click()
    await drawer(page).locator(submitButton).click()
    await expect(drawer(page)).toContainText('请填写申请原因')
    await drawer(page).getByLabel('申请原因').fill('月底要补录参数')
    await drawer(page).locator(submitButton).click()
    await expect(drawer(page)).toContainText('待处理')
    await expect(drawer(page).getByRole('button', { name: /申请/ })).toHaveCount(0)

    const adminPage = await browser.newPage()
    await signIn(adminPage, admin)
    await adminPage.goto(path)
    await expect(row(adminPage, viewer.account)).toContainText('基础参数 · 新增')
    await expect(row(adminPage, viewer.account)).toContainText('月底要补录参数')
    await actOn(row(adminPage, viewer.account), '通过')
    await expect(drawer(adminPage)).toContainText('参数新增员')
    await drawer(adminPage).locator(submitButton).click()
    await expect(drawer(adminPage)).toContainText('获得')
    await drawer(adminPage).getByRole('button', { name: '确认调整' }).click()
    await expect(adminPage.getByRole('dialog')).toHaveCount(0)
    await expect(row(adminPage, viewer.account)).toContainText('已通过')
    await adminPage.close()

    await expect(drawer(page)).toContainText('您现已可访问')
    await expect(drawer(page)).toContainText('已通过')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await drawer(page).locator(submitButton).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, 'e2e.denied')).toBeVisible()
  },
)

test('an administrator sees every step by the trace id, and grants the permission from there', async ({
  page,
  browser,
  stage,
}) => {
  const { viewer, admin } = await buildScene(stage)
  const refused = await browser.newPage()
  await signIn(refused, viewer)
  const trace = await triggerDenial(refused, stage, viewer.roleId)

  await signIn(page, admin)
  await page.goto(`/console/web/sys/logs/trace?traceId=${trace}`)
  const decision = page.getByRole('region', { name: '权限判定' })
  await expect(decision).toContainText(
    `角色“${viewer.roleName}”缺少权限点 基础参数 · 新增（sysBases:add）；另有 2 个角色拥有该权限点`,
  )
  await expect(decision.getByRole('list', { name: '当时判定' }).getByRole('listitem')).toHaveText([
    /会话有效/,
    /公司可用/,
    /需要绑定的权限点/,
    /接口绑定了权限点 基础参数 · 新增/,
    /未通过角色角色“测试角色\w+”没有所需的权限点/,
    /拒绝访问/,
  ])
  await decision.getByRole('button', { name: '去授权' }).click()
  await expect(drawer(page)).toContainText('参数新增员')
  await drawer(page).locator(submitButton).click()
  await page.getByRole('button', { name: '确认调整' }).click()
  await expect(decision).toContainText('现已可访问')
  await expect(decision.getByRole('button', { name: '去授权' })).toHaveCount(0)
  await refused.reload()
  await expect(add(refused)).toBeVisible()
  await refused.close()
})

test('a rejected request shows its reason and can be repeated', thorough, async ({ page, stage }) => {
  const { viewer, admin } = await buildScene(stage)
  await signIn(page, viewer)
  await triggerDenial(page, stage, viewer.roleId)
  await drawer(page).getByRole('button', { name: '申请权限' }).click()
  await drawer(page).getByLabel('申请原因').fill('想试试')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('待处理')

  const adminPage = await page.context().browser()?.newPage()
  if (!adminPage) throw new Error('no browser')
  await signIn(adminPage, admin)
  await adminPage.goto(path)
  await actOn(row(adminPage, viewer.account), '驳回')
  await drawer(adminPage).getByLabel('原因').fill('请走工单')
  await drawer(adminPage).getByRole('button', { name: '驳回' }).click()
  await expect(row(adminPage, viewer.account)).toContainText('已驳回')
  await adminPage.close()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await drawer(page).locator(submitButton).click()
  await page.getByRole('button', { name: '查看原因' }).click()
  await expect(drawer(page)).toContainText('驳回原因：请走工单')
  await expect(drawer(page).getByRole('button', { name: '再次申请' })).toBeVisible()
})

for (const { colorScheme, viewport, width } of looks) {
  test(`axe finds nothing serious in an explanation, ${colorScheme}, ${width} px`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const { admin } = await buildScene(stage)
    await openWorkbench(page, admin)
    // The administrator's own denial shows all details immediately.
    const trace = await revokeAdd(page, stage, admin.roleId)
    await page.goto(`/console/web/sys/logs/trace?traceId=${trace}`)
    await page.getByRole('button', { name: '申请权限' }).click()
    await drawer(page).getByLabel('申请原因').fill('补录参数')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await drawer(page).locator(submitButton).click()
    await expect(page.getByText('待处理')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.goto(path)
    await expect(row(page, admin.account).or(page.getByText('补录参数')).first()).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: '通过' }).first().click()
    await expect(drawer(page)).toContainText('没有您可授予的角色')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await closeDrawer(page)
  })
}

test('the permission of a user is checked from their rights, and granted from there', async ({ page, stage }) => {
  const { viewer, admin } = await buildScene(stage)
  await stage.sql(`delete from role_elements where role_id = $1 and element = 'sysBases:add'`, [viewer.roleId])
  await stage.sql(
    `insert into role_elements (company_id, role_id, element)
     select $1, $2, unnest(array['sysUsers:list', 'sysUsers:get'])`,
    [admin.companyId, admin.roleId],
  )
  await stage.sql(
    `insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code in ('people', 'sys.users')`,
    [admin.companyId, admin.roleId],
  )
  await signIn(page, admin)
  await page.goto('/console/web/sys/users')
  await actOn(row(page, viewer.account), '详情')
  await page.getByRole('tab', { name: '有效权限' }).click()
  await page.getByRole('button', { name: '按记录检查' }).click()
  await expect(drawer(page).getByTitle(`张伟（${viewer.account}）`)).toBeVisible()
  await drawer(page).getByLabel('接口或权限点').fill('新增基础参数')
  await page.getByTitle('接口：新增基础参数（POST /api/sys/bases/v1）').click()
  const steps = drawer(page).getByRole('list', { name: '当前判定' })
  await expect(steps).toContainText(`角色“${viewer.roleName}”没有所需的权限点`)
  await expect(drawer(page)).toContainText('缺少权限点 基础参数 · 新增（sysBases:add）')
  await drawer(page).getByRole('button', { name: '去授权' }).click()
  await drawer(page).locator(submitButton).click()
  await page.getByRole('button', { name: '确认调整' }).click()
  await expect(steps).toContainText('允许访问')

  await drawer(page).getByLabel('接口或权限点').fill('sysBases:delete')
  await page.getByTitle('权限点：基础参数 · 删除（sysBases:delete）').click()
  await expect(steps).toContainText('查询的是权限点 基础参数 · 删除（sysBases:delete）')
  await expect(drawer(page)).toContainText('目前没有角色拥有该权限点')

  await drawer(page).getByLabel('接口或权限点').fill('sysUsers:list')
  await page.getByTitle('权限点：用户 · 查看列表（sysUsers:list）').click()
  await drawer(page).getByLabel('记录所属用户（选填）').fill(admin.account)
  await page.getByTitle(`张伟（${admin.account}）`).click()
  await expect(steps).toContainText('数据范围')
  await expect(steps).toContainText('该记录')
})

test('an API’s drawer checks the permission of any user', thorough, async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/sys/access/apis?search=bases/{id}/history')
  await actOn(row(page, '/history/'), '绑定权限点')
  await drawer(page).getByRole('button', { name: '查询用户能否调用' }).click()
  await drawer(page).getByLabel('用户', { exact: true }).fill('admin')
  await page.getByTitle(/（admin）$/).click()
  await expect(drawer(page).getByRole('list', { name: '当前判定' })).toContainText('允许访问')
})

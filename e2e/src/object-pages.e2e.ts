import { randomUUID } from 'node:crypto'
import { buildCompany, buildRole, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]

const users = '/console/web/sys/users'
const lookingOn = ['sysUsers:list', 'sysUsers:get', 'sysUsers:roles', 'sysUsers:sessions', 'sysLogs:oper']
const details = (page: Page, name = '') => page.getByRole('region', { name: new RegExp(`^用户：${name}`) })
const tag = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name })

let companies = 0
/** A user who may look at users, and another one of the same company, by a name of their own. */
const buildScene = async (stage: Stage, permissions: readonly string[] = []) => {
  companies += 1
  const companyId = await buildCompany(stage, `对象公司${process.pid}-${companies}-${Date.now()}`)
  const admin = await buildUser(stage, {
    companyId,
    permissions: [...lookingOn, ...permissions],
    menus: ['people', 'sys.users'],
  })
  const other = await buildUser(stage, { companyId, permissions: ['sysUsers:list'], menus: ['people', 'sys.users'] })
  const name = `对象${randomUUID().slice(0, 6)}`
  await stage.sql('update users set name = $2, phone = $3 where id = $1', [
    other.id,
    name,
    `138${String(Date.now()).slice(-8)}`,
  ])
  return { admin, other: { ...other, name }, companyId }
}

test('a user has a page at an address of its own, reached from the list', journey, async ({ page, context, stage }) => {
  const { admin, other } = await buildScene(stage, ['sysUsers:edit', 'sysUsers:lock'])
  await signIn(page, admin)
  await page.goto(users)
  const link = page.getByRole('row').filter({ hasText: other.account }).getByRole('link', { name: other.name })
  await expect(link).toHaveAttribute('href', `${users}/${other.id}`)

  // In another tab, by the wheel of the mouse.
  const opened = context.waitForEvent('page')
  await link.click({ button: 'middle' })
  const beside = await opened
  await expect(details(beside, other.name)).toContainText(other.account)
  await expect(page).toHaveURL(users)
  await beside.close()

  // By keyboard, in this one.
  await link.press('Enter')
  await expect(page).toHaveURL(`${users}/${other.id}`)
  await expect(page).toHaveTitle(new RegExp(`^${other.name}`))
  await expect(tag(page, other.name)).toHaveAttribute('aria-current', 'page')
  const crumbs = page.getByRole('navigation', { name: '面包屑' })
  await expect(crumbs.getByRole('link', { name: '用户管理' })).toHaveAttribute('href', users)
  await expect(crumbs).toContainText('用户详情')

  // The current tab is in the address, and there again after a reload, with the name in the tag.
  const [first] = await details(page).getByRole('tab').all()
  await first?.press('ArrowRight')
  await expect(page).toHaveURL(`${users}/${other.id}?tab=grants`)
  await page.reload()
  await expect(details(page).getByRole('tab', { name: '有效权限' })).toHaveAttribute('aria-selected', 'true')
  await expect(tag(page, other.name)).toBeVisible()

  // A form of the list changes what the page shows.
  await details(page).getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog').getByLabel('姓名').fill(`${other.name}改`)
  await page.getByRole('dialog').locator(submitButton).click()
  await expect(details(page, `${other.name}改`)).toBeVisible()
  await expect(tag(page, `${other.name}改`)).toBeVisible()
  await details(page).getByRole('tab', { name: '变更记录' }).click()
  await expect(details(page).getByRole('listitem').filter({ hasText: '修改用户' })).toContainText(`${other.name}改`)
})

test('contacts are masked until they are asked for', async ({ page, stage }) => {
  const { admin, other } = await buildScene(stage)
  const [{ phone } = {}] = await stage.sql('select phone from users where id = $1', [other.id])
  await signIn(page, admin)
  await page.goto(`${users}/${other.id}`)
  await expect(details(page)).toContainText(/138\*{4}\d{4}/)
  await expect(details(page)).not.toContainText(String(phone))
  await details(page).getByRole('button', { name: '显示手机号' }).click()
  await expect(details(page)).toContainText(String(phone))
})

test('a user beyond the row scope is answered like one that does not exist', async ({ page, stage }) => {
  const { admin, other } = await buildScene(stage)
  const gone = async (id: string) => {
    await page.goto(`${users}/${id}`)
    await expect(page.getByText('用户不存在，或您没有查看权限')).toBeVisible()
    // Inside the shell, with a way back.
    await expect(tag(page, '用户详情').last()).toBeVisible()
    await expect(page.locator('main')).not.toContainText(other.name)
    return (await page.locator('main').textContent()) ?? ''
  }
  await signIn(page, admin)
  for (const scope of ['self', 'orgSub']) {
    await stage.sql('update roles set data_scope = $2 where id = $1', [admin.roleId, scope])
    expect(await gone(other.id)).toBe(await gone(randomUUID()))
  }
  await page.getByRole('link', { name: '返回列表' }).click()
  await expect(page).toHaveURL(users)
  await page.goto(`${users}/${admin.id}`)
  await expect(details(page)).toContainText('本人')
})

test('without the menu, or the right to details, the page is refused with a reason', async ({ page, stage }) => {
  const { companyId, other } = await buildScene(stage)
  const reader = await buildUser(stage, { companyId, permissions: ['sysUsers:list'], menus: ['people', 'sys.users'] })
  await signIn(page, reader)
  await page.goto(users)
  await expect(page.getByRole('row').filter({ hasText: other.account })).toBeVisible()
  await expect(page.getByRole('link', { name: other.name })).toHaveCount(0)
  await page.goto(`${users}/${other.id}`)
  await expect(page.locator('main').getByRole('alert')).toContainText('拒绝访问')
  await expect(page.locator('main')).not.toContainText(other.account)

  const guest = await buildUser(stage, { companyId, permissions: lookingOn })
  await signIn(page, guest)
  await page.goto(`${users}/${other.id}`)
  await expect(page.getByText('用户不存在，或您没有查看权限')).toHaveCount(0)
  await expect(page.locator('body')).not.toContainText(other.account)
})

test('the rights of a user are drawn with where they come from, and read as a table', async ({ page, stage }) => {
  const { admin, other } = await buildScene(stage)
  await stage.sql(`update user_roles set expires_at = '2199-01-01 00:00+08' where user_id = $1`, [other.id])
  await signIn(page, admin)
  await page.goto(`${users}/${other.id}?tab=grants`)
  const item = (name: RegExp) => page.getByRole('treeitem', { name })
  await expect(item(/^角色 测试角色.*至 2199-01-01/)).toBeVisible()
  await expect(item(/^菜单 用户管理/)).toBeVisible()

  // Along the lines with the arrow keys; Enter shows the ways through a box.
  await item(/^用户 /).focus()
  await page.keyboard.press('ArrowRight')
  await expect(item(/^角色 /)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(item(/^菜单 用户管理/)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(item(/^权限点 查看列表/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item(/^权限点 查看列表/)).toHaveAttribute('aria-selected', 'true')

  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.getByRole('button', { name: '表', exact: true }).click()
  const line = page.getByRole('table', { name: '权限来源' }).getByRole('row').filter({ hasText: '查看列表' })
  await expect(line).toContainText('用户管理')
  await expect(line).toContainText('测试角色')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await details(page).getByRole('tab', { name: '概况' }).click()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

test('what a user lacks is drawn as a missing path, and granted from there', async ({ page, stage }) => {
  const { admin, other, companyId } = await buildScene(stage, ['sysExplain:view', 'sysPosts:list'])
  const role = await buildRole(stage, { companyId, name: '岗位查看', permissions: ['sysPosts:list'] })
  await signIn(page, admin)
  await page.goto(`${users}/${other.id}?tab=grants`)
  await page.getByLabel('检查权限').fill('sysPosts:list')
  await page.locator('.ant-select-item-option').filter({ hasText: '（sysPosts:list）' }).click()
  await expect(page.getByText('不能访问')).toBeVisible()
  const missing = page.getByRole('treeitem', { name: /^缺少的/ })
  await expect(missing).toHaveCount(3)
  for (const [at, name] of [`角色 ${role.name}`, '菜单 岗位', '权限点 查看列表'].entries())
    await expect(missing.nth(at)).toHaveAccessibleName(new RegExp(name))
  await expect(page.getByRole('status').filter({ hasText: '不能访问' })).toContainText('sysPosts:list')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])

  await page.getByRole('button', { name: '去授权' }).click()
  await page.getByRole('dialog').locator(submitButton).click()
  await page.getByRole('button', { name: '确认调整' }).click()
  await expect(page.getByText('可以访问')).toBeVisible()
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('treeitem', { name: new RegExp(`^角色 ${role.name}`) })).toBeVisible()
})

test('a company has a page that begins with its usage, reached from the panel and from a narrow list', async ({
  page,
  stage,
}) => {
  const name = `对象租户${randomUUID().slice(0, 6)}`
  const id = await buildTenant(stage, name)
  await stage.sql(`insert into companies (id, name, parent_id, top_id) values (gen_random_uuid(), $1, $2, $2)`, [
    `${name}分公司`,
    id,
  ])
  const list = '/console/web/sys/tenancy/companies'
  const company = page.getByRole('region', { name: `公司：${name}`, exact: true })
  await signIn(page)
  await page.goto(`${list}?search=${encodeURIComponent(name)}`)
  // A press beside the name shows the company beside the list.
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await row.getByText('服务中').click()
  await page.getByRole('heading', { level: 2 }).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`${list}/${id}`)
  await expect(company.getByRole('region', { name: '用量' })).toContainText('用户数')
  await expect(tag(page, name)).toBeVisible()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await company.getByRole('tab', { name: '子公司' }).click()
  await company.getByRole('link', { name: `${name}分公司` }).click()
  await expect(page.getByRole('region', { name: `公司：${name}分公司` })).toContainText(`上级公司 ${name}`)

  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(`${list}?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row').getByRole('link', { name, exact: true })).toHaveAttribute('href', `${list}/${id}`)
})

test('a role has a page, whose grants are changed there', async ({ page, stage }) => {
  const { admin, companyId } = await buildScene(stage)
  await stage.sql(
    `insert into role_elements (company_id, role_id, element)
     select $1, $2, unnest(array['sysRoles:list', 'sysRoles:grants', 'sysRoles:edit', 'sysRoles:members'])`,
    [companyId, admin.roleId],
  )
  await stage.sql(
    `insert into role_menus (company_id, role_id, menu_id) select $1, $2, id from menus where code in ('access', 'sys.roles')`,
    [companyId, admin.roleId],
  )
  const { id, name } = await buildRole(stage, { companyId, name: '对象角色' })
  await signIn(page, admin)
  await page.goto(`/console/web/sys/roles/${id}`)
  const role = page.getByRole('region', { name: `角色：${name}`, exact: true })
  await expect(role).toContainText('0 人')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await role.getByRole('treeitem', { name: '用户管理', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '项修改' })).toBeVisible()
  await role.getByRole('tab', { name: '成员' }).click()
  await expect(page).toHaveURL(/\?tab=members$/)
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

test('an object that does not exist is said to be missing, in the shell', async ({ page }) => {
  await signIn(page)
  for (const [list, noun] of [
    ['/console/web/sys/users', '用户'],
    ['/console/web/sys/tenancy/companies', '公司'],
    ['/console/web/sys/roles', '角色'],
    ['/console/web/open/apps', '应用'],
  ]) {
    await page.goto(`${list}/${randomUUID()}`)
    await expect(page.getByText(`${noun}不存在，或您没有查看权限`)).toBeVisible()
    await expect(page.getByRole('navigation', { name: '面包屑' })).toContainText(`${noun}详情`)
  }
})

test('an organisation has a page with its members, reached from the tree', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `组织公司${randomUUID().slice(0, 8)}`)
  const [above, below] = [randomUUID(), randomUUID()]
  await stage.sql(
    `insert into orgs (company_id, id, parent_id, name, path) values
       ($1, $2, null, '华东大区', $4), ($1, $3, $2, '杭州门店', $5)`,
    [companyId, above, below, `/${above}/`, `/${above}/${below}/`],
  )
  const reader = await buildUser(stage, {
    companyId,
    permissions: ['sysOrgs:list', 'sysOrgs:members', 'sysOrgs:edit', 'sysLogs:oper'],
    menus: ['people', 'sys.organizations'],
  })
  await stage.sql('insert into user_orgs (company_id, user_id, org_id, duty) values ($1, $2, $3, $4)', [
    companyId,
    reader.id,
    below,
    'leader',
  ])
  await signIn(page, reader)
  await page.goto('/console/web/sys/orgs')
  const panel = page.getByRole('region', { name: '所选组织' })
  await panel.getByRole('link', { name: '华东大区' }).click()
  const shown = page.getByRole('region', { name: '组织：华东大区' })
  await expect(page).toHaveURL(`/console/web/sys/orgs/${above}`)
  await expect(shown).toContainText('未设')
  const line = shown.getByRole('list', { name: '下级组织' }).getByRole('listitem')
  await expect(line).toContainText('负责人 张伟')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])

  await line.getByRole('link', { name: '杭州门店' }).click()
  const inner = page.getByRole('region', { name: '组织：杭州门店' })
  await expect(inner.getByRole('link', { name: '华东大区' })).toHaveAttribute('href', `/console/web/sys/orgs/${above}`)
  await inner.getByRole('tab', { name: '成员' }).click()
  await expect(inner.getByRole('row').filter({ hasText: reader.account })).toContainText('负责人')
  await inner.getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog').getByLabel('组织名称').fill('杭州旗舰店')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(tag(page, '杭州旗舰店')).toBeVisible()

  await page.goto(`/console/web/sys/orgs/${randomUUID()}`)
  await expect(page.getByText('组织不存在，或您没有查看权限')).toBeVisible()
})

test('an open API has a page with its applications, calls and document', async ({ page, stage }) => {
  const id = randomUUID()
  const code = `page-${id.slice(0, 8)}`
  await stage.sql(
    `insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, target, doc, params, audience, status, created_by, updated_by)
     values ($1, $2, '查询库存', '仓储', 'GET', $3, $3, '1.0', 'target', 'https://erp.example.cn/', '按仓库查询',
       '[{"in": "query", "name": "warehouse", "type": "string", "required": true, "default": "", "desc": "仓库编码"}]', 'all', 'online',
       '{"id":"","name":"系统"}', '{"id":"","name":"系统"}')`,
    [id, code, `/open/v1/${code}`],
  )
  await signIn(page)
  await page.goto(`/console/web/open/apis?search=${code}`)
  await page.getByRole('link', { name: '查询库存' }).click()
  await expect(page).toHaveURL(`/console/web/open/apis/${id}`)
  const shown = page.getByRole('region', { name: '开放接口：查询库存' })
  await expect(shown).toContainText('按仓库查询')
  await expect(shown).toContainText('https://erp.example.cn/')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await shown.getByRole('tab', { name: '已授权应用' }).click()
  await expect(shown.getByText('暂无应用获得授权')).toBeVisible()
  await shown.getByRole('tab', { name: '文档' }).click()
  await expect(shown.getByRole('list', { name: '参数' })).toContainText('warehouse')
  await stage.sql('delete from open_apis where id = $1', [id])
})

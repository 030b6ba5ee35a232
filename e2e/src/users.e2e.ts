import { randomUUID } from 'node:crypto'
import { buildCompany, buildRole, buildUser } from '@atrium/server/test/factories.ts'
import type { Locator, Page } from '@playwright/test'
import { actOn, actOnTicked, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]

const path = '/console/web/sys/users'
const menus = ['people', 'sys.users']
const everyRight = ['list', 'get', 'add', 'edit', 'delete', 'lock', 'reset', 'roles', 'sessions'].map(
  (operation) => `sysUsers:${operation}`,
)

let companies = 0
/** A user with all permissions on the users of a new company. */
const buildAdmin = async (stage: Stage, permissions = everyRight) => {
  companies += 1
  const companyId = await buildCompany(stage, `用户公司${process.pid}-${companies}-${Date.now()}`)
  return buildUser(stage, { companyId, permissions, menus })
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const confirm = (page: Page, name?: string) =>
  (name ? drawer(page).getByRole('button', { name, exact: true }) : drawer(page).locator(submitButton)).click()
const isDone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const act = (page: Page, account: string, label: string) => actOn(row(page, account), label)
const choose = async (page: Page, label: string, option: string) => {
  await drawer(page).getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click()
}
const chooseTime = async (page: Page, input: Locator, time: string) => {
  await input.click()
  await expect(page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')).toBeVisible()
  await input.fill(time)
  await input.press('Enter')
}
/** The password that is shown once. */
const shownPassword = async (page: Page) => {
  await expect(page.getByText('密码仅显示一次，关闭后无法再查看')).toBeVisible()
  const password = await drawer(page).locator('code').textContent()
  await drawer(page).getByRole('button', { name: '已记下，关闭' }).click()
  await isDone(page)
  return password ?? ''
}

test('a new user gets a password that is shown once, and must change it', journey, async ({ page, browser, stage }) => {
  const admin = await buildAdmin(stage)
  const account = `new${Date.now()}`
  await signIn(page, admin)
  await page.goto(path)
  await page.getByRole('button', { name: '新增' }).click()
  await confirm(page)
  await expect(drawer(page)).toContainText('请输入账号')
  await expect(drawer(page)).toContainText('请输入姓名')
  await drawer(page).getByLabel('账号').fill(account)
  await drawer(page).getByLabel('姓名').fill('王小明')
  await drawer(page).getByLabel('手机号').fill('123')
  await confirm(page)
  await expect(drawer(page)).toContainText('请输入正确的手机号')
  await drawer(page).getByLabel('手机号').fill('')
  await confirm(page)
  const password = await shownPassword(page)
  expect(password).toMatch(/^[A-Za-z]\S{11}$/)
  await expect(row(page, account)).toContainText('王小明')

  const newcomer = await browser.newPage()
  await newcomer.goto('/console/login')
  await newcomer.getByLabel('账号').fill(account)
  await newcomer.getByLabel('密码', { exact: true }).fill(password)
  await newcomer.getByRole('button', { name: '登录', exact: true }).click()
  await newcomer.getByLabel('新密码', { exact: true }).fill('Fresh#Pass2026')
  await newcomer.getByLabel('确认新密码').fill('Fresh#Pass2026')
  await newcomer.getByRole('button', { name: '修改密码并登录' }).click()
  await expect(newcomer).toHaveURL(/\/console\/dashboard/)
  await newcomer.close()
})

test('a user is edited; a newer version is shown beside the own one', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '编辑')
  await drawer(page).getByLabel('姓名').fill('李小红')
  await drawer(page).getByLabel('身份证号').fill('11010519491231002X')
  await confirm(page)
  await expect(row(page, other.account)).toHaveClass(/marked/)
  await expect(row(page, other.account)).toContainText('李小红')
  await isDone(page)

  await act(page, other.account, '编辑')
  await expect(drawer(page).getByLabel('姓名')).toHaveValue('李小红')
  await stage.sql(`update users set name = '李大红', version = version + 1 where id = $1`, [other.id])
  await drawer(page).getByLabel('姓名').fill('李中红')
  await confirm(page)
  await expect(drawer(page)).toContainText('数据已被他人修改')
  await expect(drawer(page)).toContainText('李大红')
  await drawer(page).getByRole('button', { name: '使用我的' }).click()
  await isDone(page)
  await expect(row(page, other.account)).toContainText('李中红')
})

test('locking ends the session and blocks sign-in until the unlock', async ({ page, browser, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  const elsewhere = await browser.newPage()
  await openWorkbench(elsewhere, other)
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '锁定')
  await confirm(page, '锁定')
  await expect(drawer(page)).toContainText('请填写锁定原因')
  await drawer(page).getByLabel('原因').fill('离职交接')
  await confirm(page, '锁定')
  await expect(drawer(page).getByRole('alert')).toContainText('1 处登录将立即退出')
  await expect(drawer(page).getByRole('alert')).toContainText('暂时不能使用角色：测试角色')
  await confirm(page, '锁定')
  await isDone(page)
  await expect(row(page, other.account)).toContainText('锁定')
  await expect(row(page, other.account)).toContainText('离职交接')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/console\/login/)
  await elsewhere.getByLabel('账号').fill(other.account)
  await elsewhere.getByLabel('密码', { exact: true }).fill(other.password)
  await elsewhere.getByRole('button', { name: '登录', exact: true }).click()
  await expect(elsewhere.getByText('账号或密码错误').first()).toBeVisible()

  await act(page, other.account, '解锁')
  await expect(drawer(page)).toContainText(`解锁“张伟（${other.account}）”？`)
  await drawer(page).getByRole('button', { name: '解锁' }).click()
  await expect(row(page, other.account)).toContainText('正常')
  await signIn(elsewhere, other)
  await elsewhere.close()
})

test('a disabled user is refused with a reason until enabled', thorough, async ({ page, browser, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  const elsewhere = await browser.newPage()
  await openWorkbench(elsewhere, other)
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '停用')
  await expect(drawer(page)).toContainText('重新启用前不能登录')
  await confirm(page, '停用')
  await expect(drawer(page).getByRole('alert')).toContainText('1 处登录将立即退出')
  await confirm(page, '停用')
  await isDone(page)
  await expect(row(page, other.account)).toContainText('停用')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/console\/login/)
  await elsewhere.getByLabel('账号').fill(other.account)
  await elsewhere.getByLabel('密码', { exact: true }).fill(other.password)
  await elsewhere.getByRole('button', { name: '登录', exact: true }).click()
  await expect(elsewhere.getByText('账号已停用').first()).toBeVisible()

  await act(page, other.account, '启用')
  await expect(drawer(page)).toContainText(`启用“张伟（${other.account}）”？`)
  await drawer(page).getByRole('button', { name: '启用' }).click()
  await expect(row(page, other.account)).toContainText('正常')
  await signIn(elsewhere, other)
  await elsewhere.close()
})

test('a reset shows a generated password once, and a typed one never', async ({ page, browser, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '重置密码')
  await drawer(page).getByLabel('下次登录须修改密码').click()
  await confirm(page)
  const password = await shownPassword(page)
  await expect(page.locator('body')).not.toContainText(password)
  const elsewhere = await browser.newPage()
  await openWorkbench(elsewhere, { account: other.account, password })

  await act(page, other.account, '查看会话')
  await drawer(page).getByRole('button', { name: /^下线/ }).click()
  await expect(drawer(page)).toContainText('该设备将立即退出登录')
  await drawer(page).getByRole('button', { name: '下线', exact: true }).click()
  await expect(drawer(page)).toContainText('当前未登录')
  await page.keyboard.press('Escape')
  await isDone(page)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/console\/login/)
  await elsewhere.close()

  await act(page, other.account, '重置密码')
  await choose(page, '密码', '手动填写')
  await confirm(page)
  await expect(drawer(page)).toContainText('此项内容不能为空')
  await drawer(page).getByLabel('新密码', { exact: true }).fill('short')
  await confirm(page)
  await expect(drawer(page)).toContainText('密码不符合规则')
  await drawer(page).getByLabel('新密码', { exact: true }).fill('Typed#Pass2026')
  await confirm(page)
  await isDone(page)
})

test('roles are assigned with an end and a reason; those beyond the own rights cannot be', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  const { companyId } = admin
  await buildRole(stage, { companyId, name: '值班经理', permissions: ['sysUsers:list'] })
  await buildRole(stage, { companyId, name: '参数管理员', permissions: ['sysBases:edit'] })
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '分配角色')
  await drawer(page).getByLabel('添加角色').click()
  const ungrantable = page.locator('.ant-select-item-option').filter({ hasText: '参数管理员（超出可授予范围）' })
  await expect(ungrantable).toHaveAttribute('aria-disabled', 'true')
  await page.locator('.ant-select-item-option').getByText('值班经理', { exact: true }).click()
  const term = drawer(page).getByRole('listitem').filter({ hasText: '值班经理' })
  await chooseTime(page, term.getByLabel('到期时间'), '2001-01-01 00:00:00')
  await term.getByLabel('授予原因').fill('春节值班')
  await confirm(page)
  await expect(drawer(page)).toContainText('请选择将来的时间')
  await chooseTime(page, term.getByLabel('到期时间'), '2199-01-01 00:00:00')
  await confirm(page)
  // The gained permissions are shown before they are assigned.
  await expect(drawer(page)).toContainText('将获得 1 项权限')
  await expect(drawer(page)).toContainText('用户 · 查看列表')
  await drawer(page).getByRole('button', { name: '确认调整' }).click()
  await isDone(page)
  await expect(row(page, other.account)).toContainText('值班经理')

  await act(page, other.account, '分配角色')
  const given = drawer(page).getByRole('listitem').filter({ hasText: '值班经理' })
  await expect(given.getByLabel('授予原因')).toHaveValue('春节值班')
  await expect(given.getByLabel('到期时间')).toHaveValue('2199-01-01 00:00:00')
  await page.keyboard.press('Escape')
  await isDone(page)
  await act(page, other.account, '详情')
  await page.getByRole('tab', { name: '有效权限' }).click()
  await expect(page.getByRole('treeitem', { name: /^权限点 查看列表，/ })).toHaveAccessibleName(/值班经理/)
  const seen = page.getByRole('region', { name: '数据范围' })
  await expect(seen).toContainText('可查看本公司的全部数据。')

  // The row scope, with the organisations named and the role that grants it.
  const [org, roles] = [randomUUID(), `company_id = '${admin.companyId}' and name = '值班经理'`]
  await stage.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    admin.companyId,
    org,
    '华东分部',
    `/${org}/`,
  ])
  await stage.sql(`update roles set data_scope = 'custom', data_org_ids = $1 where ${roles}`, [[org]])
  await stage.sql(`update roles set data_scope = 'self' where id = $1`, [other.roleId])
  // The tab is in the address.
  await page.reload()
  await expect(seen).toContainText('可查看本人的数据，以及这些组织的数据：华东分部。')
  await expect(seen).toContainText('指定组织（华东分部）')
})

test('a role is assigned for one organisation, chosen in a tree level by level', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage, [...everyRight, 'sysOrgs:list'])
  const other = await buildUser(stage, { companyId: admin.companyId })
  const [head, east] = [randomUUID(), randomUUID()]
  for (const [id, parent, name, line] of [
    [head, null, '总部', `/${head}/`],
    [east, head, '华东分部', `/${head}/${east}/`],
  ])
    await stage.sql('insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
      admin.companyId,
      id,
      parent,
      name,
      line,
    ])
  await stage.sql(
    `insert into roles (company_id, id, code, name, data_scope) values ($1, gen_random_uuid(), 'manager', '部门主管', 'orgSub')`,
    [admin.companyId],
  )
  await stage.sql(`update roles set data_scope = 'self' where id = $1`, [other.roleId])
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '分配角色')
  await drawer(page).getByLabel('添加角色').click()
  await page.locator('.ant-select-item-option').getByText('部门主管', { exact: true }).click()
  const term = (name: string) => drawer(page).getByRole('listitem').filter({ hasText: name })
  // Permissions independent of organisations have no organisation scope.
  await expect(term('测试角色').getByLabel('适用组织')).toHaveCount(0)
  await term('部门主管').getByLabel('适用组织').click()
  const node = (name: string) => page.locator('.ant-select-tree-treenode').filter({ hasText: name })
  await node('总部').locator('.ant-select-tree-switcher').click()
  await node('华东分部').getByText('华东分部').click()
  await confirm(page)
  await isDone(page)

  await act(page, other.account, '分配角色')
  await expect(term('部门主管')).toContainText('华东分部')
  await page.keyboard.press('Escape')
  await isDone(page)
  await act(page, other.account, '详情')
  await page.getByRole('tab', { name: '有效权限' }).click()
  const seen = page.getByRole('region', { name: '数据范围' })
  await expect(seen).toContainText('来自角色 部门主管（于 华东分部）')
  await expect(seen).toContainText('这些组织的数据：华东分部及下级')
})

test('an operation on ticked users shows what it would do with each first, then what it did', async ({
  page,
  browser,
  stage,
}) => {
  const admin = await buildAdmin(stage)
  const others = [
    await buildUser(stage, { companyId: admin.companyId }),
    await buildUser(stage, { companyId: admin.companyId }),
  ] as const
  await signIn(page, admin)
  await page.goto(path)
  await expect(row(page, admin.account)).toContainText('本人')
  for (const label of ['锁定', '删除', '分配角色', '重置密码'])
    await expect(row(page, admin.account).getByRole('button', { name: label })).toHaveCount(0)
  await page.getByRole('checkbox', { name: '全选本页' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('已选 3 个用户')).toBeVisible()
  await actOnTicked(page, '锁定')
  await drawer(page).getByLabel('原因').fill('年度盘点')
  await confirm(page)
  await expect(drawer(page)).toContainText('共 3 条，将变更 2 条')
  await drawer(page).getByRole('tab', { name: '不允许 1' }).click()
  await expect(drawer(page).getByRole('row').filter({ hasText: admin.account })).toContainText('不能操作自己')
  await confirm(page, '锁定用户（2）')
  await expect(drawer(page)).toContainText('已变更 2 条')
  await expect(page.getByText('操作成功')).toHaveCount(0)
  await confirm(page, '完成')
  await isDone(page)
  for (const { account } of others) await expect(row(page, account)).toContainText('年度盘点')
  await expect(page.getByText(/^已选/)).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '选择', exact: true }).click()
  for (const { account } of others) await page.getByRole('checkbox', { name: `选择张伟（${account}）` }).check()
  await actOnTicked(page, '解锁')
  await confirm(page)
  await confirm(page, '解锁用户（2）')
  await expect(drawer(page)).toContainText('已变更 2 条')
  await confirm(page, '完成')
  await isDone(page)
  await expect(page.getByText('年度盘点')).toHaveCount(0)

  const elsewhere = await browser.newPage()
  await openWorkbench(elsewhere, others[0])
  for (const { account } of others) await page.getByRole('checkbox', { name: `选择张伟（${account}）` }).check()
  await actOnTicked(page, '删除')
  await confirm(page)
  await expect(drawer(page)).toContainText('在线会话：1')
  await confirm(page, '删除用户（2）')
  await confirm(page, '完成')
  await isDone(page)
  for (const { account } of others) await expect(row(page, account)).toHaveCount(0)
  await elsewhere.close()
})

test('a deleted user moves to the recycle bin and is restored', async ({ page, browser, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '删除')
  await expect(drawer(page)).toContainText(`删除“张伟（${other.account}）”？`)
  await expect(drawer(page)).toContainText('三十天内可在回收站恢复')
  await confirm(page, '删除')
  await expect(row(page, other.account)).toHaveCount(0)
  await page.getByRole('tab', { name: '回收站' }).click()
  await act(page, other.account, '恢复')
  await drawer(page).getByRole('button', { name: '恢复' }).click()
  await expect(page.getByText('暂无已删除用户')).toBeVisible()
  await page.getByRole('tab', { name: '用户', exact: true }).click()
  await expect(row(page, other.account)).toContainText('正常')
  const back = await browser.newPage()
  await signIn(back, other)
  await back.close()
})

test('deleting a user shows what ends, and their invitations are handed over', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const other = await buildUser(stage, { companyId: admin.companyId })
  const successor = await buildUser(stage, { companyId: admin.companyId })
  await stage.sql(
    `insert into invitations (company_id, id, code, expires_at, created_by)
     values ($1, gen_random_uuid(), gen_random_uuid()::text, now() + interval '1 day', json_build_object('id', $2::text, 'name', '张伟'))`,
    [admin.companyId, other.id],
  )
  await signIn(page, admin)
  await page.goto(path)
  await act(page, other.account, '删除')
  await confirm(page, '删除')
  await expect(drawer(page).getByRole('alert')).toContainText('发出的 1 个邀请码仍然有效，可移交给他人')
  await drawer(page).getByLabel('移交给').fill(successor.account)
  await page.locator('.ant-select-item-option').getByText(successor.account).click()
  await confirm(page, '删除')
  await isDone(page)
  await expect(row(page, other.account)).toHaveCount(0)
  const [{ owner } = {}] = await stage.sql(`select created_by->>'id' as owner from invitations where company_id = $1`, [
    admin.companyId,
  ])
  expect(owner).toBe(successor.id)
})

test('a user with fewer permissions sees the rows without actions', async ({ page, stage }) => {
  const reader = await buildAdmin(stage, ['sysUsers:list'])
  const other = await buildUser(stage, { companyId: reader.companyId })
  await signIn(page, reader)
  await page.goto(path)
  await expect(row(page, other.account)).toBeVisible()
  for (const name of ['新增', '编辑', '分配角色', '重置密码', '锁定', '查看会话', '详情', '删除', '更多'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: '回收站' })).toHaveCount(0)
})

test('users are filtered by organisation, and a page shows all details of one', async ({ page, stage }) => {
  const admin = await buildAdmin(stage, [...everyRight, 'sysOrgs:list', 'sysLogs:oper'])
  const { companyId } = admin
  const other = await buildUser(stage, { companyId })
  const [top, below, empty] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, name, parent, way] of [
    [top, '总部', null, `/${top}/`],
    [below, '研发部', top, `/${top}/${below}/`],
    [empty, '仓库', null, `/${empty}/`],
  ])
    await stage.sql('insert into orgs (company_id, id, name, parent_id, path) values ($1, $2, $3, $4, $5)', [
      companyId,
      id,
      name,
      parent,
      way,
    ])
  await stage.sql(
    `insert into user_orgs (company_id, user_id, org_id, duty, is_primary) values ($1, $2, $3, 'leader', true)`,
    [companyId, other.id, below],
  )
  await stage.sql(`update user_roles set expires_at = '2199-01-01 00:00+08', reason = '借调' where user_id = $1`, [
    other.id,
  ])
  await signIn(page, admin)
  await page.goto(path)
  const tree = page.getByRole('tree', { name: '组织' })
  await tree.getByText('总部').click()
  await expect(page).toHaveURL(new RegExp(`f.orgId=${top}`))
  await expect(row(page, other.account)).toBeVisible()
  await expect(row(page, admin.account)).toHaveCount(0)
  await page.getByLabel('搜索组织名称、编码').fill('研发')
  await expect(tree.getByText('研发部')).toBeVisible()
  await page.getByLabel('搜索组织名称、编码').fill('')
  await tree.getByText('仓库').click()
  await expect(page.getByText('没有符合条件的用户')).toBeVisible()
  await page.getByRole('button', { name: '全部用户' }).click()
  await expect(row(page, admin.account)).toBeVisible()

  // It stays closed until it is opened again; on a tablet it overlays the list.
  await page.getByRole('button', { name: '收起组织' }).click()
  await expect(tree).toHaveCount(0)
  await page.goto(`${path}?f.orgId=${below}`)
  await expect(page.getByRole('button', { name: '组织：研发部' })).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.getByRole('button', { name: '组织：研发部' }).click()
  await expect(tree.getByText('研发部')).toBeVisible()
  await tree.getByText('总部').click()
  await expect(page.getByRole('button', { name: '组织：总部' })).toBeVisible()
  await expect(tree).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '组织：总部' }).click()
  await expect(tree).toBeVisible()

  await act(page, other.account, '详情')
  await expect(page).toHaveURL(new RegExp(`/users/${other.id}$`))
  const details = page.getByRole('region', { name: /^用户：/ })
  const tab = (name: string) => details.getByRole('tab', { name }).click()
  // On a phone the tabs scroll on one line.
  await page.setViewportSize({ width: 360, height: 800 })
  await tab('会话')
  await expect(details.getByRole('tab', { name: '会话' })).toBeInViewport({ ratio: 1 })
  const tops = await details
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((each) => each.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await tab('概况')
  await expect(details.getByRole('list', { name: '组织与岗位' })).toContainText('总部 / 研发部主组织负责人 · 未设岗位')
  await tab('角色')
  const assigned = details.getByRole('list', { name: '角色' })
  await expect(assigned).toContainText('至 2199-01-01 00:00:00')
  await expect(assigned).toContainText('授予原因：借调')
  await tab('变更记录')
  await expect(details).toContainText('暂无变更记录')
})

test('a company without organisations shows only its users', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage, ['sysUsers:list', 'sysOrgs:list'])
  await signIn(page, admin)
  await page.goto(path)
  await expect(row(page, admin.account)).toBeVisible()
  await expect(page.getByRole('tree')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /组织/ })).toHaveCount(0)
})

import { randomUUID } from 'node:crypto'
import { buildUser } from '@atrium/server/test/factories.ts'
import {
  act,
  addRole,
  assignRole,
  buildAdmin,
  choose,
  confirm,
  drawer,
  find,
  isDone,
  item,
  open,
  row,
  search,
  select,
  soon,
} from './role-screen.ts'
import { actOn, expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

test('the first role is selected; a role is added, edited and deleted', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  await open(page, admin)
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1)
  await expect(page.getByText('不能修改本人正在使用的角色').first()).toBeVisible()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await confirm(page)
  await expect(drawer(page)).toContainText('请输入角色名称')
  await drawer(page).getByLabel('角色名称').fill('值班经理')
  await drawer(page).getByLabel('编码').fill('duty-manager')
  await drawer(page).getByLabel('描述').fill('夜班与周末的用户支持')
  await confirm(page)
  await isDone(page)
  await expect(row(page, '值班经理')).toContainText('值班经理')

  await act(page, '值班经理', '编辑')
  await drawer(page).getByLabel('角色名称').fill('值班主管')
  await confirm(page)
  await isDone(page)
  await select(page, '值班主管')
  await page.getByRole('tab', { name: '变更记录' }).click()
  await expect(page.getByRole('deletion')).toHaveText('值班经理')

  await act(page, '值班主管', '删除')
  await drawer(page).getByRole('button', { name: '删除' }).click()
  await isDone(page)
  await expect(row(page, '值班主管')).toHaveCount(0)
})

test('beside a list that could not be read the panel says so, and shows the first role afterwards', async ({
  page,
  stage,
}) => {
  await signIn(page, await buildAdmin(stage))
  await page.route('**/api/sys/roles/v1?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/console/web/sys/roles')
  await expect(page.getByText('未选择角色')).toBeVisible()
  await page.unroute('**/api/sys/roles/v1?*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('不能修改本人正在使用的角色').first()).toBeVisible()
  await expect(page.getByText('未选择角色')).toHaveCount(0)
})

test('granting shows its impact first, high risks in red, and then applies', journey, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const { companyId } = admin
  const role = await addRole(stage, companyId, '用户专员')
  const childRole = await addRole(stage, companyId, '用户助理', [], role)
  const assignee = await buildUser(stage, { companyId })
  await assignRole(stage, companyId, assignee.id, childRole)
  const holder = await buildUser(stage, { companyId })
  for (const id of [childRole, await addRole(stage, companyId, '老员工', ['sysUsers:delete'])])
    await assignRole(stage, companyId, holder.id, id)
  await open(page, admin)
  await select(page, '用户专员')
  await item(page, '用户管理').click()
  await expect(item(page, '组织与成员')).toHaveAttribute('aria-checked', 'mixed')
  await find(page, 'sysUsers:delete')
  await item(page, /^删除/).click()
  await expect(page.getByText('3 项修改')).toBeVisible()
  await expect(row(page, '用户专员')).toContainText('未保存')

  // Selecting another role in between.
  await select(page, '用户助理')
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
  await select(page, '用户专员')
  await page.getByRole('button', { name: '还原' }).click()
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
  await find(page, 'sysUsers:delete')
  await item(page, /^删除/).click()
  await search(page, '')
  await page.getByRole('radio', { name: /仅本人/ }).check()
  await page.getByRole('button', { name: '保存' }).click()
  const card = drawer(page)
  // Data scopes are not inherited, and this role has no direct assignees.
  await expect(card).not.toContainText('可见数据')
  await expect(card).toContainText('涉及 2 人：1 人获得权限，1 人不变（已由“老员工”授予）。')
  await expect(card).toContainText('继承该角色的角色同步变更：用户助理')
  await expect(card.locator('[data-danger]')).toContainText('删除')
  await expect(card).toContainText(`张伟（${assignee.account}）`)
  await card.getByRole('tab', { name: '不变（1）' }).click()
  await expect(card.getByRole('list', { name: '权限不变的用户' })).toHaveText(
    `张伟（${holder.account}）已由“老员工”授予`,
  )
  await card.getByText(/^开放 \d+ 个接口$/).click()
  await expect(card).toContainText('DELETE /api/sys/users')
  await card.getByRole('button', { name: '返回修改' }).click()
  await isDone(page)
  expect(await stage.sql('select 1 from role_elements where role_id = $1', [role])).toHaveLength(0)

  await page.getByRole('button', { name: '保存' }).click()
  await drawer(page).getByRole('button', { name: '确认保存' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
  await expect(row(page, '用户专员')).not.toContainText('未保存')
  expect(await stage.sql('select element from role_elements where role_id = $1', [role])).toEqual([
    { element: 'sysUsers:delete' },
  ])
})

test('an incomplete rule is refused; a granted page can be the home page', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const role = await addRole(stage, admin.companyId, '规则角色')
  await open(page, admin)
  await select(page, '规则角色')
  await item(page, '用户管理').click()
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请填写比较值')).toBeInViewport()
  await page.getByLabel('规则 1的条件 1的值').fill('east_')
  await page.getByLabel('登录后首页', { exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '用户管理' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  const [stored] = await stage.sql(
    'select rules, (select code from menus where id = home_menu) as home from roles where id = $1',
    [role],
  )
  expect(stored).toEqual({
    rules: [{ resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'eq', value: 'east_' }] }],
    home: 'sys.users',
  })
})

test('a data scope change shows the affected rows and users', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const { companyId } = admin
  const role = await addRole(stage, companyId, '范围角色')
  const rules = [{ resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'startsWith', value: 'a' }] }]
  await stage.sql(`update roles set data_scope = 'self', rules = $2 where id = $1`, [role, JSON.stringify(rules)])
  const assignee = await buildUser(stage, { companyId })
  await stage.sql('delete from user_roles where user_id = $1', [assignee.id])
  await assignRole(stage, companyId, assignee.id, role)
  await open(page, admin)
  await select(page, '范围角色')
  await page.getByRole('radio', { name: /本公司/ }).check()
  await page.getByRole('button', { name: '删除规则 1' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  const card = drawer(page)
  await expect(card).toContainText('1 人可见数据变化')
  await expect(card).toContainText('范围扩大')
  await expect(card.locator('dl')).toHaveText('现在仅本人仅看用户：账号开头是“a”保存后本公司')
  await card.getByRole('button', { name: '确认保存' }).click()
  await isDone(page)
})

test('losing an element removes its button within two seconds, and its call is refused', async ({
  page,
  browser,
  stage,
}) => {
  const admin = await buildAdmin(stage)
  const { companyId } = admin
  const role = await addRole(stage, companyId, '录入员', ['sysUsers:list', 'sysUsers:add'])
  const assignee = await buildUser(stage, { companyId, menus: ['people', 'sys.users'] })
  await assignRole(stage, companyId, assignee.id, role)
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, assignee)
  const listening = elsewhere.waitForResponse(/console\/events/)
  await elsewhere.goto('/console/web/sys/users')
  await listening
  const add = elsewhere.getByRole('search').getByRole('button', { name: '新增' })
  await expect(add).toBeVisible()

  await open(page, admin)
  await select(page, '录入员')
  await find(page, 'sysUsers:add')
  await item(page, /^新增/).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(drawer(page)).toContainText('1 人失去权限')
  await drawer(page).getByRole('button', { name: '确认保存' }).click()
  await expect(add).toHaveCount(0, soon)
  const tried = await elsewhere.evaluate(async () => {
    const headers = { token: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
    return (await fetch('/api/sys/users/v1', { method: 'POST', headers, body: '{"account":"abcd","name":"x"}' })).status
  })
  expect(tried).toBe(403)
  await elsewhere.close()
})

test('another user’s newer grants are merged with the own changes', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const role = await addRole(stage, admin.companyId, '两人同改')
  await open(page, admin)
  await select(page, '两人同改')
  await find(page, 'sysUsers:add')
  await item(page, /^新增/).click()
  await stage.sql(
    `with added as (insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysUsers:list'))
     update roles set version = version + 1 where id = $2`,
    [admin.companyId, role],
  )
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('授权已被他人修改')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  expect(await stage.sql('select element from role_elements where role_id = $1 order by 1', [role])).toEqual([
    { element: 'sysUsers:add' },
    { element: 'sysUsers:list' },
  ])
})

test('members are added and removed; members of descendants are marked', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const { companyId } = admin
  const role = await addRole(stage, companyId, '班组')
  const childRole = await addRole(stage, companyId, '班组长', [], role)
  const [one, other] = [await buildUser(stage, { companyId }), await buildUser(stage, { companyId })]
  await assignRole(stage, companyId, other.id, childRole)
  const east = randomUUID()
  await stage.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    companyId,
    east,
    '华东分部',
    `/${east}/`,
  ])
  await stage.sql('update user_roles set scope_org_id = $1 where role_id = $2', [east, childRole])
  await open(page, admin)
  await select(page, '班组')
  await page.getByRole('tab', { name: '成员' }).click()
  await expect(page.getByText('暂无成员')).toBeVisible()
  await page.getByRole('button', { name: '添加成员' }).click()
  await confirm(page)
  await expect(drawer(page)).toContainText('请选择用户')
  await choose(page, '用户', one.account, one.account)
  await expect(drawer(page).getByRole('list', { name: '已选用户' })).toContainText(one.account)
  await confirm(page)
  await isDone(page)
  await expect(row(page, one.account)).toContainText('直接授予')
  await expect(row(page, other.account)).toHaveCount(0)
  await page.getByText('包括继承').click()
  await expect(row(page, other.account)).toContainText('通过班组长')
  await expect(row(page, other.account)).toContainText('适用于 华东分部')
  await expect(row(page, other.account).getByRole('button', { name: '移除' })).toHaveCount(0)
  await actOn(row(page, one.account), '移除')
  await drawer(page).getByRole('button', { name: '移除' }).click()
  await isDone(page)
  await expect(row(page, one.account)).toHaveCount(0)

  await stage.sql('insert into role_elements values ($1, $2, $3)', [companyId, role, 'sysUsers:list'])
  await page.getByRole('button', { name: '添加成员' }).click()
  await choose(page, '用户', one.account, one.account)
  await confirm(page)
  await expect(drawer(page)).toContainText('涉及 1 人：1 人获得权限。')
  await expect(drawer(page)).toContainText(one.account)
  await drawer(page).getByRole('button', { name: '确认添加' }).click()
  await isDone(page)
  await actOn(row(page, one.account), '移除')
  await expect(drawer(page)).toContainText('1 人失去权限')
  await drawer(page).getByRole('button', { name: '移除' }).click()
  await isDone(page)
  await expect(row(page, one.account)).toHaveCount(0)

  await page.getByText('包括继承').click()
  for (const { id } of [one, other]) await assignRole(stage, companyId, id, role)
  await page.getByRole('tab', { name: '授权' }).click()
  await page.getByRole('tab', { name: '成员' }).click()
  await page.getByLabel('搜索账号、姓名').fill('张')
  for (const { account } of [one, other]) await expect(row(page, account)).toBeVisible()
  await page.locator('.members').getByRole('checkbox', { name: '全选本页' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('已选 2 个成员')).toBeVisible()
  await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '移除', exact: true }).click()
  await expect(drawer(page)).toContainText('从“班组”移除 2 个成员？')
  await drawer(page).getByRole('button', { name: '移除' }).click()
  await isDone(page)
  await expect(page.getByText('没有符合条件的成员')).toBeVisible()
  // The list has other actions when there is no room for the panel beside it.
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(row(page, '班组长').getByRole('button', { name: '授权' })).toBeVisible()
  expect(await stage.sql('select 1 from user_roles where role_id = $1', [role])).toEqual([])
})

test('a parent change shows its impact; declining returns to the form', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const { companyId } = admin
  await addRole(stage, companyId, '上级角色', ['sysUsers:list'])
  const role = await addRole(stage, companyId, '下级角色')
  await stage.sql(`update roles set code = 'heir' where id = $1`, [role])
  await assignRole(stage, companyId, (await buildUser(stage, { companyId })).id, role)
  await open(page, admin)
  await act(page, '下级角色', '编辑')
  await choose(page, '上级角色', '上级', '上级角色')
  await confirm(page)
  await expect(drawer(page)).toContainText('1 人获得权限')
  const save = page.locator('.ant-drawer').locator(submitButton)
  await expect(save).not.toHaveClass(/loading/)
  await drawer(page).getByRole('button', { name: '返回修改' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(save).not.toHaveClass(/loading/)
  await save.click()
  await drawer(page).getByRole('button', { name: '确认保存' }).click()
  await isDone(page)
  expect(await stage.sql('select parent_id from roles where id = $1', [role])).not.toEqual([{ parent_id: null }])
})

test('two roles are compared, and one is copied', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  await addRole(stage, admin.companyId, '比较甲', ['sysUsers:list', 'sysUsers:add'])
  await addRole(stage, admin.companyId, '比较乙', ['sysUsers:list'])
  await open(page, admin, '比较')
  await select(page, '比较甲')
  await page.getByRole('search').getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '比较', exact: true }).click()
  await choose(page, '第二个角色', '比较乙', '比较乙')
  const table = drawer(page).getByRole('table')
  const line = (name: string) =>
    table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(line('新增').getByRole('img', { name: '有', exact: true })).toHaveCount(1)
  await expect(line('新增').getByRole('img', { name: '没有' })).toHaveCount(1)
  await expect(line('查看列表')).toHaveCount(0)
  await drawer(page).getByText('仅看差异').click()
  await expect(line('查看列表').getByRole('img', { name: '有', exact: true })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await isDone(page)

  await act(page, '比较甲', '复制')
  await drawer(page).getByLabel('角色名称').fill('比较丙')
  await confirm(page)
  await isDone(page)
  await select(page, '比较丙')
  await find(page, 'sysUsers:add')
  await expect(item(page, /^新增/)).toBeChecked()
})

test('the roles that may be granted onwards are chosen by search', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const role = await addRole(stage, admin.companyId, '组长')
  const given = await addRole(stage, admin.companyId, '组员')
  await open(page, admin)
  await select(page, '组长')
  await page.getByRole('tab', { name: '可授予角色' }).click()
  await choose(page, '添加可授予的角色', '组员', '组员')
  await expect(page.getByRole('list', { name: '可授予的角色' })).toContainText('组员')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  expect(await stage.sql('select assignable_id from role_assignable where role_id = $1', [role])).toEqual([
    { assignable_id: given },
  ])
})

test('locking a role shows its impact, and unlocking restores the permissions', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const role = await addRole(stage, admin.companyId, '临时角色', ['sysUsers:list'])
  const assignee = await buildUser(stage, { companyId: admin.companyId })
  await assignRole(stage, admin.companyId, assignee.id, role)
  await open(page, admin)
  await act(page, '临时角色', '锁定')
  await expect(drawer(page)).toContainText('1 人失去权限')
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await isDone(page)
  await expect(row(page, '临时角色')).not.toContainText('已锁定')
  await act(page, '临时角色', '锁定')
  await drawer(page).getByRole('button', { name: '确认锁定' }).click()
  await expect(row(page, '临时角色')).toContainText('已锁定')
  await act(page, '临时角色', '解锁')
  await expect(drawer(page)).toContainText('1 人获得权限')
  await drawer(page).getByRole('button', { name: '确认解锁' }).click()
  await expect(row(page, '临时角色')).not.toContainText('已锁定')
})

test('on a phone grants open in a drawer that asks before discarding changes', async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  await addRole(stage, admin.companyId, '手机角色')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, admin, '手机角色')
  await page.getByRole('button', { name: '授权', exact: true }).click()
  await drawer(page).getByRole('treeitem', { name: '用户管理', exact: true }).click()
  await expect(drawer(page)).toContainText('2 项修改')
  await drawer(page).getByRole('button', { name: '关闭' }).click()
  await expect(drawer(page)).toContainText('放弃未保存的修改？')
  await drawer(page).getByRole('button', { name: '放弃修改' }).click()
  await isDone(page)
})

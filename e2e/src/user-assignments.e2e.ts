import { randomUUID } from 'node:crypto'
import { buildCompany, buildRole, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]

const path = '/console/web/sys/users'
const rights = [
  ...['list', 'get', 'edit', 'roles'].map((operation) => `sysUsers:${operation}`),
  'sysOrgs:list',
  'sysOrgs:members',
  'sysPosts:list',
]
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const confirm = (page: Page, name?: string) =>
  (name ? drawer(page).getByRole('button', { name, exact: true }) : drawer(page).locator(submitButton)).click()
const isDone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const pick = async (page: Page, label: string, typed: string, option: string) => {
  await drawer(page).getByLabel(label, { exact: true }).fill(typed)
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click()
}

let companies = 0
/** A company with organisations, a post, a role, its administrator and a user. */
const buildStage = async (stage: Stage) => {
  companies += 1
  const companyId = await buildCompany(stage, `人员公司${process.pid}-${companies}-${Date.now()}`)
  const admin = await buildUser(stage, {
    companyId,
    permissions: rights,
    menus: ['people', 'sys.users', 'sys.organizations'],
  })
  const other = await buildUser(stage, { companyId })
  const [market, second] = [randomUUID(), randomUUID()]
  for (const [id, name, parent, way] of [
    [market, '市场部', null, `/${market}/`],
    [second, '二组', market, `/${market}/${second}/`],
  ])
    await stage.sql('insert into orgs (company_id, id, name, parent_id, path) values ($1, $2, $3, $4, $5)', [
      companyId,
      id,
      name,
      parent,
      way,
    ])
  await stage.sql(
    `insert into posts (company_id, id, name, code, level, created_by, updated_by)
     values ($1, gen_random_uuid(), '销售经理', 'sales', 1, '{}', '{}')`,
    [companyId],
  )
  const addRole = (name: string, permission: string) => buildRole(stage, { companyId, name, permissions: [permission] })
  await addRole('值班经理', 'sysUsers:list')
  return { companyId, admin, other, second, addRole }
}

test('editing changes profile, organisations with posts and roles in one save', async ({ page, stage }) => {
  const { companyId, admin, other, second } = await buildStage(stage)
  await signIn(page, admin)
  await page.goto(path)
  await actOn(row(page, other.account), '编辑')
  await drawer(page).getByLabel('姓名').fill('李小红')
  await pick(page, '添加组织', '二组', '市场部 / 二组')
  const organization = drawer(page).getByRole('listitem').filter({ hasText: '市场部 / 二组' })
  await expect(organization).toContainText('主组织')
  await pick(page, '岗位', '销售', '销售经理（sales）')
  await pick(page, '添加角色', '值班', '值班经理')
  await confirm(page)
  await expect(drawer(page)).toContainText('修改“张伟”')
  await expect(drawer(page)).toContainText('用户 · 查看列表')
  await drawer(page).getByRole('button', { name: '确认修改' }).click()
  await isDone(page)
  await expect(row(page, other.account)).toContainText('李小红')
  await expect(row(page, other.account)).toContainText('市场部 / 二组')
  await expect(row(page, other.account)).toContainText('值班经理')

  // A newer version shows organisations by name, and keeps what was chosen here.
  await actOn(row(page, other.account), '编辑')
  await expect(drawer(page).getByLabel('岗位')).toBeVisible()
  await expect(drawer(page).getByRole('listitem').filter({ hasText: '二组' })).toContainText('销售经理（sales）')
  await stage.sql('delete from user_orgs where company_id = $1 and org_id = $2', [companyId, second])
  await stage.sql('update users set version = version + 1 where id = $1', [other.id])
  await drawer(page).getByRole('button', { name: '移除值班经理' }).click()
  await confirm(page)
  await expect(drawer(page)).toContainText('数据已被他人修改')
  await expect(drawer(page).getByRole('row', { name: /组织/ })).toContainText('市场部 / 二组')
  await drawer(page).getByRole('button', { name: '使用我的' }).click()
  await drawer(page).getByRole('button', { name: '确认修改' }).click()
  await isDone(page)
  await expect(row(page, other.account)).not.toContainText('值班经理')
})

test('roles beyond the own rights and own roles are shown, but cannot be changed', journey, async ({ page, stage }) => {
  const { companyId, admin, other, addRole } = await buildStage(stage)
  await addRole('只读角色', 'sysUsers:list')
  await stage.sql(
    `insert into user_roles (company_id, user_id, role_id) select $1, $2, id from roles where company_id = $1 and name = '只读角色'`,
    [companyId, other.id],
  )
  // The administrator's role only lets them assign 值班经理.
  await stage.sql(
    `insert into role_assignable (company_id, role_id, assignable_id)
     select $1, $2, id from roles where company_id = $1 and name = '值班经理'`,
    [companyId, admin.roleId],
  )
  await signIn(page, admin)
  await page.goto(path)
  await actOn(row(page, other.account), '编辑')
  const kept = drawer(page).getByRole('listitem').filter({ hasText: '只读角色' })
  await expect(kept).toContainText('超出可授予范围')
  await expect(kept.getByRole('button', { name: /移除/ })).toHaveCount(0)
  await drawer(page).getByLabel('姓名').fill('李小红')
  await confirm(page)
  await isDone(page)
  await expect(row(page, other.account)).toContainText('只读角色')

  await actOn(row(page, admin.account), '编辑')
  await expect(drawer(page).getByRole('list', { name: '已有角色' })).toContainText('不能调整自己的角色')
  await expect(drawer(page).getByLabel('添加角色')).toHaveCount(0)
})

test('several users get a role and an organisation; impact first, then refusals', async ({ page, stage }) => {
  const { companyId, admin, other } = await buildStage(stage)
  const third = await buildUser(stage, { companyId })
  await signIn(page, admin)
  await page.goto(path)
  const selectAll = async () => {
    await expect(row(page, third.account)).toBeVisible()
    await page.getByRole('checkbox', { name: '全选本页' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('已选 3 个用户')).toBeVisible()
  }
  await selectAll()
  await page.getByRole('button', { name: '授予角色' }).click()
  await confirm(page)
  await expect(drawer(page)).toContainText('请选择角色')
  await pick(page, '角色', '值班', '值班经理')
  await drawer(page).getByLabel('授予原因').fill('年度盘点')
  await confirm(page)
  await expect(drawer(page)).toContainText('共 3 条，将变更 2 条')
  await expect(drawer(page)).toContainText('获得权限“用户 · 查看列表”的用户：2')
  await drawer(page).getByRole('tab', { name: '不允许 1' }).click()
  await expect(drawer(page).getByRole('row').filter({ hasText: admin.account })).toContainText('不能操作自己')
  await drawer(page).getByRole('button', { name: '授予用户角色（2）' }).click()
  await drawer(page).getByRole('button', { name: '完成' }).click()
  await isDone(page)
  for (const { account } of [other, third]) await expect(row(page, account)).toContainText('值班经理')

  await selectAll()
  await page.getByRole('button', { name: '调整组织' }).click()
  await pick(page, '新的主组织', '二组', '市场部 / 二组')
  await confirm(page)
  await expect(drawer(page)).toContainText('共 3 条，将变更 3 条')
  await drawer(page).getByRole('button', { name: '调整用户组织（3）' }).click()
  await drawer(page).getByRole('button', { name: '完成' }).click()
  await isDone(page)
  for (const { account } of [admin, other, third]) await expect(row(page, account)).toContainText('市场部 / 二组')
})

test('users are found by name or account while typing', async ({ page, stage }) => {
  const { companyId, admin } = await buildStage(stage)
  const colleague = await buildUser(stage, { companyId })
  await signIn(page, admin)
  await page.goto('/console/web/sys/orgs')
  await page.getByRole('tree', { name: '组织' }).getByText('市场部').click()
  await page.getByRole('button', { name: '添加成员' }).click()
  const calls = page.waitForRequest(/\/users\/auto\/0\/v1\?keyword=/)
  await drawer(page).getByRole('combobox', { name: '用户' }).fill(colleague.account)
  await calls
  await page.locator('.ant-select-item-option').getByText(colleague.account).click()
  await expect(drawer(page).getByRole('list', { name: '已选用户' })).toContainText(colleague.account)
})

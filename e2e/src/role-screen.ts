import { buildCompany, buildRole, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, signIn } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]

const path = '/console/web/sys/roles'
const menus = ['access', 'sys.roles', 'people', 'sys.users']
export const soon = { timeout: 2000 }
const everyRight = ['list', 'add', 'edit', 'delete', 'grants', 'members', 'copy'].map((right) => `sysRoles:${right}`)
const permissions = [...everyRight, 'sysUsers:list', 'sysUsers:add', 'sysUsers:delete', 'sysLogs:oper']

let companies = 0
/** An administrator of roles in a new company, with few other permissions. */
export const buildAdmin = async (stage: Stage) => {
  companies += 1
  const companyId = await buildCompany(stage, `角色公司${process.pid}-${companies}-${Date.now()}`)
  return buildUser(stage, { companyId, permissions, menus })
}
export const addRole = async (
  stage: Stage,
  companyId: string,
  name: string,
  elements: string[] = [],
  parent?: string,
) => {
  const { id } = await buildRole(stage, { companyId, name, permissions: elements, parent })
  return id
}
export const assignRole = (stage: Stage, companyId: string, userId: string, roleId: string) =>
  stage.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, userId, roleId])

export const drawer = (page: Page) => page.getByRole('dialog').last()
export const isDone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
export const confirm = (page: Page) => drawer(page).locator(submitButton).click()
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true })
export const tree = (page: Page) => page.getByRole('tree', { name: '菜单和权限点' })
export const item = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name, exact: true })
export const open = async (page: Page, who: { account: string; password: string } | undefined, search = '') => {
  await signIn(page, who)
  await page.goto(`${path}?search=${encodeURIComponent(search)}`)
}
export const select = async (page: Page, name: string) => {
  await row(page, name).getByText(name, { exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
}
/** What may be done with a role stands beside it. */
export const act = async (page: Page, name: string, label: string) => {
  await select(page, name)
  await actOn(page.locator('.role-head'), label)
}
export const search = (page: Page, words: string) => page.getByLabel('搜索菜单和权限点').fill(words)
/** Searches one element, which leaves its module's menu and that menu's group. */
export const find = async (page: Page, words: string) => {
  await search(page, words)
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
}
export const choose = async (page: Page, label: string, typed: string, option: string) => {
  await page.getByLabel(label, { exact: true }).and(page.getByRole('combobox')).fill(typed)
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

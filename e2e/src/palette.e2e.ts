import { randomUUID } from 'node:crypto'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { buildRole, buildTenant, buildUser, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, journey, openWorkbench, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildTenant>[0]
const listMenus = ['people', 'sys.users', 'sys.organizations', 'access', 'sys.roles', 'tenancy', 'sys.companies']
const lists = ['sysUsers:list', 'sysUsers:get', 'sysRoles:list', 'sysOrgs:list', 'sysCompanys:list']

const palette = (page: Page) => page.getByRole('dialog', { name: '搜索或输入操作' })
const input = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true })
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

const hint = (page: Page) => page.getByRole('button', { name: '搜索或输入操作' })
/** Opens the workbench and waits until it listens to keys. */
const open = async (page: Page, who?: Parameters<typeof openWorkbench>[1]) => {
  await openWorkbench(page, who)
  await expect(hint(page)).toBeVisible()
}
const ask = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k')
  await input(page).fill(words)
}
/** A user of the platform company with these permissions, and another one to be found by a name of their own. */
const buildPeople = async (stage: Stage, permissions: string[]) => {
  const companyId = await readPlatformCompany(stage)
  const caller = await buildUser(stage, { companyId, permissions: [...lists, ...permissions], menus: listMenus })
  const found = await buildUser(stage, { companyId })
  const name = `寻${randomUUID().slice(0, 6)}`
  await stage.sql('update users set name = $2 where id = $1', [found.id, name])
  return { caller, found: { ...found, name } }
}

test('opens by its key and by the hint; pages are found by initials and kept as recent ones', async ({
  page,
  stage,
}) => {
  const { caller } = await buildPeople(stage, [])
  await open(page, caller)
  await hint(page).click()
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(hint(page)).toBeFocused()

  await ask(page, 'yhgl')
  await expect(option(page, /^用户管理/)).toHaveAttribute('aria-selected', 'true')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '用户管理' }).and(page.locator('.tag-bar-link'))).toBeVisible()
  await expect(page.getByRole('table', { name: '用户' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(group(page, '最近').getByRole('option')).toHaveText([/用户管理/])
})

test('a person is found by account, and their page opens', async ({ page, stage }) => {
  const { caller, found } = await buildPeople(stage, [])
  await open(page, caller)
  await ask(page, found.account)
  await expect(group(page, '人员').getByRole('option')).toContainText([found.name])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/web/sys/users/${found.id}$`))
  await expect(page.getByRole('region', { name: `用户：${found.name}` })).toContainText(found.account)
  await page.keyboard.press('Control+k')
  await expect(group(page, '最近').getByRole('option')).toHaveText([new RegExp(found.name)])
})

test('an action says what it does and opens the form with its impact', journey, async ({ page, stage }) => {
  const { caller, found } = await buildPeople(stage, ['sysUsers:lock', 'sysUsers:roles'])
  // A session that would end.
  await signIn(page, found)
  await open(page, caller)
  await ask(page, `锁定 ${found.name}`)
  await expect(option(page, `锁定 ${found.name}`)).toContainText('须填写原因，确认前列出影响')
  await page.keyboard.press('Enter')
  const form = drawer(page, new RegExp(`锁定.*${found.name}`))
  await expect(form).toContainText('锁定期间不能登录')
  await form.getByLabel('原因').fill('离职交接')
  await form.getByRole('button', { name: '锁定', exact: true }).click()
  await expect(form).toContainText('1 处登录将立即退出')
  const [row] = await stage.sql('select locked_at from users where id = $1', [found.id])
  expect(row?.locked_at).toBeNull()
})

test('a role is granted for some days in the form of the roles', async ({ page, stage }) => {
  const { caller, found } = await buildPeople(stage, ['sysUsers:roles'])
  const role = await buildRole(stage, { companyId: caller.companyId, name: `角${randomUUID().slice(0, 8)}` })
  await open(page, caller)
  await ask(page, `授予 ${role.name} 给 ${found.account} 7天`)
  await expect(option(page, /^授予/)).toContainText('7 天后到期')
  await page.keyboard.press('Enter')
  const added = drawer(page, /^角色/).getByRole('list', { name: '已有角色' })
  await expect(added.getByRole('heading', { name: String(role?.name) })).toBeVisible()
  await expect(added.getByRole('listitem').filter({ hasText: String(role?.name) })).toContainText('到期')
})

test('a user is edited and their roles are extended in the forms of the list', async ({ page, stage }) => {
  const { caller, found } = await buildPeople(stage, ['sysUsers:edit', 'sysUsers:roles'])
  await open(page, caller)
  await ask(page, `编辑 ${found.name}`)
  await expect(option(page, `编辑 ${found.name}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(drawer(page, '编辑用户').getByLabel('姓名')).toHaveValue(found.name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ask(page, `续期 ${found.name}`)
  await expect(option(page, `续期 ${found.name}`)).toContainText('调整角色的到期时间')
  await page.keyboard.press('Enter')
  await expect(drawer(page, /^角色/)).toContainText(found.name)
})

test('an action is not offered without its permission', async ({ page, stage }) => {
  const { caller, found } = await buildPeople(stage, [])
  await open(page, caller)
  await ask(page, `锁定 ${found.name}`)
  await expect(group(page, '人员').getByRole('option')).toHaveCount(1)
  await expect(group(page, '操作')).toHaveCount(0)
})

test('the operator switches to a company, and finds a person across companies', async ({ page, stage }) => {
  const host = await buildTenant(stage, `寻客户${randomUUID().slice(0, 6)}`)
  const [{ name } = {}] = await stage.sql('select name from companies where id = $1', [host])
  const person = await buildUser(stage, { companyId: host })
  const operator = await buildUser(stage, {
    companyId: await readPlatformCompany(stage),
    permissions: ['sysCompanys:list', 'sysCompanys:switch', 'sysUsers:find'],
    menus: ['people', 'sys.findPerson', 'tenancy', 'sys.companies'],
  })
  await open(page, operator)
  await ask(page, `切换 ${name}`)
  await expect(option(page, `切换 ${name}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(drawer(page, `切换到“${name}”？`).getByLabel('访问原因')).toBeVisible()
  await page.keyboard.press('Escape')

  await ask(page, '查找人员')
  await page.keyboard.press('Enter')
  await page.getByLabel('完整的账号、手机号或邮箱').fill(person.account)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: person.account })
  await expect(row).toContainText(String(name))
  await expect(row).toContainText('从未登录')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await row.getByRole('button', { name: `切换公司：${name}` }).click()
  await expect(drawer(page, `切换到“${name}”？`).getByLabel('访问原因')).toBeVisible()
})

test('为什么 explains a refused call by its trace id', async ({ page, stage }) => {
  const { caller } = await buildPeople(stage, [])
  await open(page, caller)
  const token = String(await page.evaluate(() => localStorage.getItem('token')))
  const refused = await page.request.get(postsContract.list.path, { headers: { token } })
  expect(refused.status()).toBe(403)
  const { traceId } = await refused.json()
  await ask(page, `为什么 ${traceId}`)
  await expect(option(page, `为什么 ${traceId}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('岗位')
})

test('Ctrl Enter opens a page in a new tab', async ({ page, stage, context }) => {
  const { caller } = await buildPeople(stage, [])
  await open(page, caller)
  await ask(page, '用户管理')
  await expect(option(page, /^用户管理/)).toBeVisible()
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const other = await opened
  await expect(other.getByRole('table', { name: '用户' })).toBeVisible()
  await expect(page).toHaveURL(/dashboard/)
})

test('? lists the shortcuts, also from the palette', async ({ page }) => {
  await open(page)
  await page.keyboard.press('?')
  await expect(drawer(page, '键盘快捷键')).toContainText('Ctrl K')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ask(page, '')
  await page.keyboard.press('?')
  await expect(drawer(page, '键盘快捷键')).toContainText('在新标签页打开')
})

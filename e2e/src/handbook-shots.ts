import type { Locator, Page } from '@playwright/test'
import { actOn, expect as expectSoon } from './stage.ts'
import { submitButton } from './submit-button.ts'

/** Milliseconds that one step may take. */
export const patience = 20_000
const expect = expectSoon.configure({ timeout: patience })

/** What the pictures show. */
export type Scene = {
  /** A person of the company that the pictures show. */
  readonly person: { readonly name: string; readonly account: string }
  readonly company: string
}
export type Shot = {
  /** The picture, by its file. */
  readonly name: string
  readonly who: 'company' | 'platform'
  readonly address: string
  /** Words that the page shows as soon as it is open, whatever its data. */
  readonly words: readonly string[]
  /** Brings the page into the state that the picture shows. */
  readonly prepare?: (page: Page, scene: Scene) => Promise<unknown>
}

/** A text on the screen; entries of closed menus and hidden pages are none. */
export const shownText = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).first()
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page | Locator, text: string) => page.getByRole('row').filter({ hasText: text }).first()
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first()
const tab = (page: Page | Locator, name: string | RegExp) => page.getByRole('tab', { name }).first()
const users = '/web/sys/users'
const apps = '/web/open/apps'

const findPerson = async (page: Page, { person }: Scene) => {
  await page.goto(`/console${users}?search=${person.account}`)
  await expect(row(page, person.account)).toBeVisible()
  return row(page, person.account)
}
const choose = async (page: Page, label: string, option: string) => {
  await drawer(page).getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click()
}

const addUser = async (page: Page) => {
  await button(page, '新增').click()
  await drawer(page).getByLabel('账号', { exact: true }).fill('li_min')
  await drawer(page).getByLabel('姓名', { exact: true }).fill('李敏')
  await drawer(page).getByLabel('手机号', { exact: true }).fill('13800000001')
}
const removeUser = async (page: Page, scene: Scene) => {
  await actOn(await findPerson(page, scene), '删除')
  await expect(button(drawer(page), '删除')).toBeVisible()
}
const assignRoles = async (page: Page, scene: Scene) => {
  await actOn(await findPerson(page, scene), '分配角色')
  await expect(drawer(page).getByText('到期时间').first()).toBeVisible()
}
const askWhy = async (page: Page, scene: Scene) => {
  await actOn(await findPerson(page, scene), '详情')
  await page.getByRole('tab', { name: '有效权限' }).click()
  await page.getByLabel('检查权限').fill('sysRoles:add')
  await page.locator('.ant-select-item-option').filter({ hasText: 'sysRoles:add' }).first().click()
  await expect(page.getByText('不能访问').first()).toBeVisible()
}
/** Restricts two fields, and shows what that means for a role. */
const restrictFields = async (page: Page) => {
  for (const [field, effect] of [
    ['用户的手机号', '脱敏'],
    ['用户的身份证号', '隐藏'],
  ] as const) {
    await page.goto('/console/web/sys/access/modules?f.module=sysUsers')
    await page.getByRole('search').getByRole('button', { name: '新增' }).click()
    await drawer(page)
      .getByLabel('操作编码')
      .fill(field === '用户的手机号' ? 'phone' : 'idcard')
    await drawer(page).getByLabel('权限点名称').fill(`查看${field}`)
    await choose(page, '类型', '字段')
    await choose(page, '限制的字段', field)
    await drawer(page).getByLabel('限制方式').click()
    await page.locator('.ant-select-item-option').getByText(effect, { exact: true }).click()
    await drawer(page).locator(submitButton).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^确认/ }).last()
    await expect(async () => {
      if ((await page.getByRole('dialog').count()) > 0) await confirm.click({ timeout: 1000 })
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  }
  await page.goto('/console/web/sys/roles')
  await row(page, '平台审计员').getByText('平台审计员', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '字段限制' })).toBeVisible()
}
const chooseOrganization = async (page: Page) => {
  const nodes = page.getByRole('region', { name: '组织', exact: true }).getByRole('treeitem')
  await nodes.nth(1).click()
  await expect(page.getByRole('region', { name: '所选组织' }).getByRole('row').nth(1)).toBeVisible()
}
const chooseRole = async (page: Page) => {
  await row(page, '人事专员').getByText('人事专员', { exact: true }).click()
  await expect(page.getByRole('tree', { name: '菜单和权限点' })).toBeVisible()
}
const writeNotice = async (page: Page) => {
  await button(page, '新增').click()
  await drawer(page).getByLabel('标题', { exact: true }).fill('国庆期间值班安排')
  await drawer(page).getByRole('textbox', { name: '正文' }).fill('各部门请于本周五前确认值班表。')
  await drawer(page).getByLabel('须确认').click()
  await expect(drawer(page).getByText('预计触达')).toBeVisible()
}
const fillFolder = async (page: Page) => {
  const tree = page.getByRole('region', { name: '文件夹', exact: true })
  for (const title of ['行政', '人事制度']) {
    await tree.getByRole('button', { name: '新建顶级文件夹' }).click()
    await drawer(page).getByLabel('名称').fill(title)
    await drawer(page).locator(submitButton).click()
    await expect(page.getByRole('navigation', { name: '当前文件夹' })).toContainText(title)
  }
  const files = ['员工手册.md', '考勤制度.md', '差旅报销标准.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`# ${name}`),
  }))
  await page.getByLabel('选择文件', { exact: true }).setInputFiles(files)
  await expect(page.getByRole('row')).toHaveCount(files.length + 1)
}
const importUsers = async (page: Page) => {
  await button(page, '导入').click()
  const lines = ['账号,姓名,手机号', 'zhao_lei,赵磊,13800000002', 'qian_yu,钱雨,13800000003', 'sun_ying,孙颖,138']
  await drawer(page)
    .getByLabel('选择要导入的文件')
    .setInputFiles({ name: '新员工.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await button(drawer(page), '试运行').click()
  await expect(drawer(page).getByRole('button', { name: /^拒绝 \d+$/ })).toBeVisible()
}
const openApp = async (page: Page) => {
  await page.goto(`/console${apps}?search=订单系统`)
  const none = page.getByText('没有符合条件的应用')
  await expect(row(page, '订单系统').or(none)).toBeVisible()
  if (await none.isVisible()) {
    await button(page, '新增').click()
    await drawer(page).getByLabel('应用名称').fill('订单系统')
    await drawer(page).locator(submitButton).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await actOn(row(page, '订单系统'), '详情')
  await expect(tab(page, '概况')).toBeVisible()
}
const addSecret = async (page: Page) => {
  await openApp(page)
  await tab(page, /^密钥/).click()
  await button(page, '新增密钥').click()
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('密钥仅显示一次，请妥善保存，勿写入网页或客户端代码。')).toBeVisible()
  await drawer(page).getByRole('button').last().click()
  await expect(page.getByRole('list', { name: '密钥' })).toBeVisible()
}
const setOidc = async (page: Page) => {
  await openApp(page)
  await tab(page, 'OIDC 单点登录').click()
  await button(page, '设置 OIDC 单点登录').click()
  await expect(drawer(page).getByLabel('授权方式')).toBeVisible()
}
const showInPortal = async (page: Page) => {
  await openApp(page)
  await tab(page, '门户').click()
  await button(page, '设置').click()
  await expect(drawer(page).getByLabel('可见范围')).toBeVisible()
}
const visitCompany = async (page: Page, { company }: Scene) => {
  await page.getByRole('button', { name: /切换公司，当前：/ }).click()
  const companies = page.getByRole('dialog', { name: '切换公司' })
  await companies.getByLabel('请输入公司名称，按回车搜索').fill(company)
  await page.keyboard.press('Enter')
  await companies.getByRole('button', { name: `切换到${company}` }).click()
  await page.getByLabel('访问原因').fill('协助排查用户无法登录')
}
const type = async (page: Page, { person }: Scene) => {
  await page.getByRole('button', { name: '搜索或输入操作' }).click()
  await page.getByRole('combobox', { name: '搜索或输入操作' }).fill(`锁定 ${person.name}`)
  await expect(page.getByRole('option').first()).toContainText(person.name)
}
const press = (name: string) => async (page: Page) => {
  await button(page, name).click()
  await expect(drawer(page)).toBeVisible()
}

/** The pictures of the handbook for administrators. Later ones show what earlier ones have left. */
export const shots: readonly Shot[] = [
  { name: 'workbench', who: 'company', address: '/dashboard', words: ['待办', '最近变更'] },
  { name: 'palette', who: 'company', address: '/dashboard', words: ['搜索或输入操作'], prepare: type },
  { name: 'add-user', who: 'company', address: users, words: ['新增', '导入'], prepare: addUser },
  { name: 'leaving', who: 'company', address: users, words: ['用户'], prepare: removeUser },
  { name: 'organizations', who: 'company', address: '/web/sys/orgs', words: ['成员'], prepare: chooseOrganization },
  { name: 'roles', who: 'company', address: '/web/sys/roles', words: ['授权', '数据范围'], prepare: chooseRole },
  { name: 'why-refused', who: 'company', address: users, words: ['用户'], prepare: askWhy },
  { name: 'limited-time', who: 'company', address: users, words: ['用户'], prepare: assignRoles },
  { name: 'reviews', who: 'company', address: '/web/sys/reviews', words: ['复核名称', '截止时间'] },
  { name: 'online', who: 'company', address: '/web/sys/identity/online', words: ['客户端'] },
  {
    name: 'sign-in-rules',
    who: 'company',
    address: '/web/sys/identity/tenant-policies',
    words: ['登录与访问策略'],
    prepare: press('修改策略'),
  },
  {
    name: 'outside-identities',
    who: 'company',
    address: '/web/sys/identity/providers',
    words: ['新增'],
    prepare: press('新增'),
  },
  { name: 'notices', who: 'company', address: '/web/sys/news', words: ['审核设置'], prepare: writeNotice },
  {
    name: 'documents',
    who: 'company',
    address: '/web/public/docs',
    words: ['全部文件', '回收站'],
    prepare: fillFolder,
  },
  { name: 'imports', who: 'company', address: users, words: ['导入'], prepare: importUsers },
  { name: 'applications', who: 'company', address: apps, words: ['应用'], prepare: addSecret },
  { name: 'single-sign-on', who: 'company', address: apps, words: ['应用'], prepare: setOidc },
  { name: 'portal', who: 'company', address: apps, words: ['应用'], prepare: showInPortal },
  { name: 'service', who: 'company', address: '/web/sys/tenant', words: ['服务与用量'] },
  { name: 'audit', who: 'company', address: '/web/sys/logs/operation', words: ['校验', '导出证明'] },
  { name: 'settings', who: 'platform', address: '/web/sys/bases', words: ['登录与验证'] },
  {
    name: 'companies',
    who: 'platform',
    address: '/web/sys/tenancy/companies',
    words: ['公司'],
    prepare: press('新增'),
  },
  { name: 'visits', who: 'platform', address: '/dashboard', words: ['工作台'], prepare: visitCompany },
  {
    name: 'restricted-fields',
    who: 'platform',
    address: '/web/sys/access/modules',
    words: ['模块', '权限点'],
    prepare: restrictFields,
  },
]

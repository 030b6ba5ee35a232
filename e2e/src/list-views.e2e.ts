import { readFile } from 'node:fs/promises'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { readWorkbook } from '@atrium/server/test/read-workbook.ts'
import type { Page } from '@playwright/test'
import { expect, journey, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildCompany>[0]

const path = '/console/web/sys/users'
/** A user with read access in a new company of three users. */
const buildReader = async (stage: Stage, more: readonly string[] = []) => {
  const companyId = await buildCompany(stage, `列表公司${process.pid}-${Date.now()}`)
  const permissions = ['sysUsers:list', ...more]
  const reader = await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.users'] })
  for (const account of ['li', 'wang']) await buildUser(stage, { companyId, account: `${account}${Date.now()}` })
  return reader
}
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const headings = async (page: Page) => (await page.getByRole('columnheader').allTextContents()).filter(Boolean)
const rows = (page: Page) => page.locator('tbody tr[data-row]')
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const openPanel = async (page: Page, name: string) => {
  // The button of the columns says how many have no room, too.
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(panel(page, name)).toBeVisible()
}

test(
  'columns keep the user’s settings, also in another browser and on a phone',
  journey,
  async ({ page, browser, stage }) => {
    const reader = await buildReader(stage)
    await signIn(page, reader)
    await page.goto(path)
    await expect(heading(page, '手机号')).toBeVisible()
    await openPanel(page, '列设置')
    await panel(page, '列设置').getByLabel('手机号', { exact: true }).click()
    await expect(heading(page, '手机号')).toHaveCount(0)
    await panel(page, '列设置').getByRole('button', { name: '上移角色' }).focus()
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Enter')
    await expect(panel(page, '列设置').getByRole('status')).toHaveText('角色，第 3 列')
    await page.keyboard.press('Escape')
    await expect(panel(page, '列设置')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '列设置' })).toBeFocused()
    const expectedColumns = [
      '序号',
      '用户',
      '账号',
      '角色',
      '状态',
      '组织',
      '二次验证',
      '最近登录',
      '登录地点',
      '到期时间',
    ]
    expect(await headings(page)).toEqual(expectedColumns)

    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await signIn(elsewhere, reader)
    await elsewhere.goto(path)
    await expect(heading(elsewhere, '用户')).toBeVisible()
    expect(await headings(elsewhere)).toEqual(expectedColumns)
    await elsewhere.setViewportSize({ width: 390, height: 844 })
    await expect(elsewhere.getByRole('list', { name: '用户' }).getByRole('listitem').first()).toContainText('正常')
    await expect(elsewhere.getByRole('list', { name: '用户' })).not.toContainText('手机号')

    await elsewhere.setViewportSize({ width: 1280, height: 800 })
    await openPanel(elsewhere, '列设置')
    await panel(elsewhere, '列设置').getByRole('button', { name: '恢复默认' }).click()
    await expect(heading(elsewhere, '手机号')).toBeVisible()
    await context.close()
    await page.reload()
    await expect(heading(page, '手机号')).toBeVisible()
  },
)

test('a view is saved, opened, renamed, overwritten and used as default', async ({ page, browser, stage }) => {
  const reader = await buildReader(stage)
  await signIn(page, reader)
  await page.goto(path)
  await expect(rows(page)).toHaveCount(3)
  await openPanel(page, '视图')
  await expect(panel(page, '视图')).toContainText('搜索、筛选或排序后')
  await page.keyboard.press('Escape')
  const search = page.getByLabel('搜索账号、姓名、手机号')
  await search.fill('wang')
  await search.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await openPanel(page, '视图')
  await panel(page, '视图').getByLabel('视图名称').fill('姓王的')
  await panel(page, '视图').getByRole('button', { name: '保存当前条件' }).click()
  await expect(panel(page, '视图').getByRole('button', { name: '姓王的', exact: true })).toBeVisible()
  await panel(page, '视图').getByRole('button', { name: '全部' }).click()
  await expect(rows(page)).toHaveCount(3)
  await openPanel(page, '视图')
  await panel(page, '视图').getByRole('button', { name: '姓王的', exact: true }).click()
  await expect(page).toHaveURL(/search=wang/)
  await expect(rows(page)).toHaveCount(1)

  await search.fill('li')
  await search.press('Enter')
  await expect(page).toHaveURL(/search=li/)
  await openPanel(page, '视图')
  await panel(page, '视图').getByRole('button', { name: '用当前条件覆盖：姓王的' }).click()
  await panel(page, '视图').getByRole('button', { name: '改名：姓王的' }).click()
  await panel(page, '视图').getByLabel('视图名称').first().fill('姓李的')
  await panel(page, '视图').getByRole('button', { name: '保存', exact: true }).click()
  await panel(page, '视图').getByRole('button', { name: '设为默认打开：姓李的' }).click()
  await expect(panel(page, '视图').getByRole('button', { name: '不再默认打开：姓李的' })).toBeVisible()

  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  const asked: string[] = []
  elsewhere.on('request', (request) => {
    const { pathname, search: query } = new URL(request.url())
    if (pathname === '/api/sys/users/v1') asked.push(query)
  })
  await signIn(elsewhere, reader)
  await elsewhere.goto(path)
  await expect(elsewhere).toHaveURL(/search=li/)
  await expect(rows(elsewhere)).toHaveCount(1)
  expect(asked).toHaveLength(1)
  await elsewhere.getByRole('img', { name: '清空' }).click()
  await expect(rows(elsewhere)).toHaveCount(3)
  // An address with parameters takes precedence over the default view.
  await elsewhere.goto(`${path}?search=wang`)
  await expect(rows(elsewhere)).toContainText(['wang'])
  await openPanel(elsewhere, '视图')
  await panel(elsewhere, '视图').getByRole('button', { name: '删除：姓李的' }).click()
  await panel(elsewhere, '视图').getByRole('button', { name: '删除', exact: true }).click()
  await expect(panel(elsewhere, '视图').getByRole('button', { name: '姓李的', exact: true })).toHaveCount(0)
  await elsewhere.goto(path)
  await expect(rows(elsewhere)).toHaveCount(3)
  await context.close()
})

test('a list is exported as it stands: found rows, shown columns in their order, or ticked rows alone', async ({
  page,
  stage,
}) => {
  await signIn(page, await buildReader(stage, ['sysUsers:export']))
  await page.goto(`${path}?search=wang`)
  await expect(rows(page)).toHaveCount(1)
  const exportAs = async (group: string, file: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('group', { name: group }).getByRole('menuitem', { name: file }).click()
    return download
  }
  const file = await exportAs('全部列', 'CSV')
  expect(file.suggestedFilename()).toMatch(/^用户 .*\.csv$/)
  const [titles, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(titles).toMatch(/^\uFEFF账号,姓名,手机号,组织,角色,状态,/)
  expect(lines).toEqual([expect.stringMatching(/^wang\d+,张伟,/)])
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(path)
  await expect(rows(page)).toHaveCount(3)
  await rows(page).filter({ hasText: 'li' }).getByRole('checkbox').click()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByText('已选的 1 条', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const workbook = await exportAs('显示的列', 'Excel')
  expect(workbook.suggestedFilename()).toMatch(/^用户 .*\.xlsx$/)
  const sheets = await readWorkbook(await readFile(await workbook.path()))
  expect(Object.keys(sheets)).toEqual(['用户', '导出说明'])
  expect(sheets.用户?.[0]?.slice(0, 4)).toEqual(['姓名', '账号', '状态', '组织'])
  expect(sheets.用户?.slice(1)).toEqual([expect.arrayContaining(['张伟', '正常'])])
  expect(sheets.导出说明).toContainEqual(['筛选条件', '勾选 1 条'])
})

test('the settings say which columns have no room, and tell them from the hidden ones', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, await buildReader(stage))
  await page.goto(path)
  await expect(heading(page, '组织')).toBeVisible()
  const left = async () => {
    const titles = await headings(page)
    const all = await panel(page, '列设置').getByRole('checkbox').all()
    return all.length + 1 - titles.filter((title) => title !== '序号').length
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(heading(page, '创建时间')).toHaveCount(0)
  await page.getByRole('button', { name: /^列设置/ }).click()
  const marks = panel(page, '列设置').getByText('宽度不足，未显示')
  await expect.poll(async () => (await marks.count()) > 0 && (await marks.count()) === (await left())).toBe(true)
  const before = await marks.count()
  await expect(page.getByRole('button', { name: `列设置，${before} 列未显示` })).toContainText(String(before))
  // A column that is hidden is not said to have no room.
  await panel(page, '列设置').getByLabel('创建时间', { exact: true }).click()
  await expect(marks).toHaveCount(before - 1)
  await expect(page.getByRole('button', { name: `列设置，${before - 1} 列未显示` })).toBeVisible()
})

import { randomBytes, randomUUID } from 'node:crypto'
import { buildCompany, buildUser, type FactoryContext, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

/** Picks what stands under 更多 of the organisation; rows of its members have a menu of that name, too. */
const moreOn = async (page: Page, label: string) => {
  await panel(page).locator('.object-acts').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const tree = (page: Page) => page.getByRole('region', { name: '组织', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: '所选组织' })
const node = (page: Page, name: string) => tree(page).getByRole('treeitem', { name }).getByText(name)
const says = (page: Page, name: string) => expect(panel(page).getByRole('heading', { name })).toBeVisible()

let prefix = ''
test.beforeEach(() => {
  prefix = `组${randomBytes(4).toString('hex')}`
})

const add = async (page: Page, name: string, where: 'top' | 'below') => {
  if (where === 'below') await panel(page).getByRole('button', { name: '新增下级' }).click()
  else await tree(page).getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('组织名称').fill(name)
  if (where === 'top') {
    const parent = drawer(page).locator('.ant-select').first()
    // The selected organisation is preset as parent.
    if (await parent.getByLabel('清空').count()) await parent.getByLabel('清空').click()
  }
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await says(page, name)
}
/** Presses no row of the tree that the search is about to replace. */
const searchAndSelect = async (page: Page, name: string) => {
  const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('search') === prefix)
  await tree(page).getByLabel('搜索组织名称、编码').fill(prefix)
  await found
  await node(page, `${prefix}${name}`).click()
  await says(page, `${prefix}${name}`)
}
const choose = async (page: Page, label: string, words: string, option: RegExp) => {
  await drawer(page).getByLabel(label, { exact: true }).click()
  await drawer(page).getByLabel(label, { exact: true }).fill(words)
  await page.locator('.ant-select-item-option, .ant-select-tree-treenode').getByText(option).click()
}

test('organisations are added, found, moved, merged and deleted', journey, async ({ page }) => {
  // Deleted organisations are not requested again.
  const missing: string[] = []
  page.on('response', async (answer) => {
    if (!answer.url().includes('/api/sys/orgs/')) return
    const { code } = await answer.json().catch(() => ({ code: 'given up meanwhile' }))
    if (code === 404) missing.push(answer.url())
  })
  await signIn(page)
  await page.goto('/console/web/sys/orgs')
  await add(page, `${prefix}总部`, 'top')
  await add(page, `${prefix}一部`, 'below')
  await add(page, `${prefix}小组`, 'below')
  await expect(panel(page)).toContainText(`${prefix}总部 / ${prefix}一部`)

  await tree(page).getByLabel('搜索组织名称、编码').fill(`${prefix}小`)
  await expect(node(page, `${prefix}总部`)).toBeVisible()
  await node(page, `${prefix}总部`).click()
  await says(page, `${prefix}总部`)
  await expect(panel(page)).toContainText('下级组织 2 个')
  await node(page, `${prefix}小组`).click()
  await says(page, `${prefix}小组`)

  await panel(page).getByRole('button', { name: '移动', exact: true }).click()
  await choose(page, '新的上级组织', `${prefix}总部`, new RegExp(`${prefix}总部$`))
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('涉及 1 个组织、0 人。')).toBeVisible()
  await page.getByRole('button', { name: '确认移动' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel(page)).not.toContainText(`${prefix}一部`)

  await moreOn(page, '合并')
  // The tree opens branch by branch without a search.
  await drawer(page).getByLabel('并入').click()
  const branch = page.locator('.ant-select-tree-treenode').filter({ hasText: `${prefix}总部` })
  await branch.locator('.ant-select-tree-switcher').click()
  await page.locator('.ant-select-tree-treenode').getByText(`${prefix}一部`, { exact: true }).click()
  await expect(drawer(page).locator('.ant-select')).toContainText(`${prefix}总部 / ${prefix}一部`)
  await drawer(page).locator(submitButton).click()
  await page.getByRole('button', { name: '确认合并' }).click()
  await says(page, `${prefix}一部`)
  await moreOn(page, '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await says(page, `${prefix}总部`)
  await expect(panel(page)).toContainText('下级组织 0 个')
  expect(missing).toEqual([])
})

/** Adds organisations to the platform's company, the later ones below the first. */
const arrange = async (stage: FactoryContext, ...names: readonly string[]) => {
  const companyId = await readPlatformCompany(stage)
  const ids = names.map(() => randomUUID())
  const [top] = ids
  for (const [at, id] of ids.entries())
    await stage.sql('insert into orgs (company_id, id, name, parent_id, path, sort) values ($1, $2, $3, $4, $5, $6)', [
      companyId,
      id,
      `${prefix}${names[at]}`,
      ...(at === 0 ? [null, `/${id}/`] : [top, `/${top}/${id}/`]),
      at,
    ])
  return companyId
}
const search = async (page: Page) => {
  await page.goto('/console/web/sys/orgs')
  await searchAndSelect(page, '总部')
}

test('an organisation is split: some children and members move to a new one', thorough, async ({ page, stage }) => {
  const companyId = await arrange(stage, '总部', '一部', '二部')
  const user = await buildUser(stage, { companyId })
  await stage.sql(
    'insert into user_orgs (company_id, user_id, org_id) select company_id, $1, id from orgs where name = $2',
    [user.id, `${prefix}总部`],
  )
  await signIn(page)
  await search(page)
  await expect(panel(page)).toContainText('成员 1')
  await moreOn(page, '拆分')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('请输入组织名称')
  await drawer(page).getByLabel('新组织名称').fill(`${prefix}新部`)
  await choose(page, '转入的下级组织', '一部', new RegExp(`${prefix}一部$`))
  // Selections stay when the user continues by keyboard.
  await page.keyboard.press('Tab')
  await choose(page, '转入的成员', user.account, new RegExp(user.account))
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('涉及 1 个组织、1 人。')).toBeVisible()
  await page.getByRole('button', { name: '确认拆分' }).click()
  await says(page, `${prefix}新部`)
  await expect(panel(page)).toContainText('成员 1 · 含下级 1 · 下级组织 1 个')
  await node(page, `${prefix}总部`).click()
  await says(page, `${prefix}总部`)
  await expect(panel(page)).toContainText('成员 0 · 含下级 0 · 下级组织 1 个')
})

test(
  'organisations are moved by dragging: within a level immediately, to another parent after a confirmation',
  thorough,
  async ({ page, stage }) => {
    await arrange(stage, '总部', '一部', '二部', '三部')
    await signIn(page)
    await search(page)
    // Search results cannot be dragged.
    await tree(page).getByLabel('搜索组织名称、编码').fill('')
    const below = (name: string) => tree(page).getByRole('treeitem', { name: `${prefix}${name}` })
    const order = () => tree(page).getByRole('treeitem', { name: new RegExp(`${prefix}.部`) })
    await below('总部').locator('.ant-tree-switcher').click()
    await expect(order()).toContainText(['一部', '二部', '三部'])
    /** Drops one row on the lower half of another; further to the right, inside it. */
    const drag = async (name: string, onto: string, right = 0) => {
      const words = (of: string) => node(page, `${prefix}${of}`)
      const height = (await words(onto).boundingBox())?.height ?? 0
      await words(name).dragTo(words(onto), {
        sourcePosition: { x: 4, y: height / 2 },
        targetPosition: { x: 4 + right, y: height - 2 },
      })
    }
    await drag('三部', '一部')
    await expect(order()).toContainText(['一部', '三部', '二部'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await drag('二部', '一部', 48)
    await expect(page.getByText('涉及 1 个组织、0 人。')).toBeVisible()
    await page.getByRole('button', { name: '确认移动' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(order()).toContainText(['一部', '三部'])
    await node(page, `${prefix}一部`).click()
    await expect(panel(page)).toContainText('下级组织 1 个')

    // A refusal is shown even without a form.
    await stage.sql('update orgs set name = $1 where name = $2', [`${prefix}二部`, `${prefix}三部`])
    await page.reload()
    await below('总部').locator('.ant-tree-switcher').click()
    await expect(order()).toContainText(['一部', '二部'])
    await drag('二部', '一部', 48)
    await page.getByRole('button', { name: '确认移动' }).click()
    await expect(page.getByText('同级已有同名组织')).toBeVisible()
  },
)

test('members are added, given a post, and removed', async ({ page, stage }) => {
  const user = await buildUser(stage, { companyId: await readPlatformCompany(stage) })
  await signIn(page)
  await page.goto('/console/web/sys/orgs')
  await add(page, `${prefix}总部`, 'top')
  await panel(page).getByRole('button', { name: '添加成员' }).click()
  await choose(page, '用户', user.account, new RegExp(user.account))
  await expect(drawer(page).getByRole('list', { name: '已选用户' })).toContainText(user.account)
  await drawer(page).locator(submitButton).click()
  const row = panel(page).getByRole('row').filter({ hasText: user.account })
  await expect(row).toContainText(`${prefix}总部`)
  await actOn(row, '修改')
  await drawer(page).getByLabel('职务').click()
  await page.getByTitle('负责人', { exact: true }).click()
  await drawer(page).locator(submitButton).click()
  await expect(row).toContainText('负责人')
  await expect(panel(page)).toContainText('成员 1')
  await actOn(row, '移出')
  await page.getByRole('dialog').getByRole('button', { name: '移出' }).click()
  await expect(panel(page)).toContainText('暂无成员')
})

test('a role granted by an organisation is marked as such at the user', async ({ page, stage }) => {
  const companyId = await readPlatformCompany(stage)
  const user = await buildUser(stage, { companyId })
  const { roleId } = await buildUser(stage, { companyId, permissions: ['sysUsers:list'] })
  const role = `${prefix}角色`
  await stage.sql('update roles set name = $2 where id = $1', [roleId, role])
  await signIn(page)
  await page.goto('/console/web/sys/orgs')
  await add(page, `${prefix}总部`, 'top')
  await panel(page).getByRole('button', { name: '添加成员' }).click()
  await choose(page, '用户', user.account, new RegExp(user.account))
  await drawer(page).locator(submitButton).click()
  await expect(panel(page)).toContainText('成员 1')

  await panel(page).getByRole('tab', { name: '角色' }).click()
  await expect(panel(page)).toContainText('暂无角色')
  await panel(page).getByLabel('添加角色').click()
  await panel(page).getByLabel('添加角色').fill(role)
  await page.locator('.ant-select-item-option').getByText(role).click()
  await expect(page.getByText(`1 名直属成员将拥有：${role}`)).toBeVisible()
  await page.getByRole('button', { name: '确认调整' }).click()
  await expect(panel(page).getByRole('list', { name: '组织的角色' })).toContainText(role)

  await page.goto(`/console/web/sys/users?search=${user.account}`)
  const row = page.getByRole('row').filter({ hasText: user.account })
  await expect(row).toContainText(role)
  await actOn(row, '分配角色')
  await expect(drawer(page).getByRole('list', { name: '来自组织的角色' })).toContainText(`${prefix}总部`)

  await page.goto('/console/web/sys/orgs')
  await searchAndSelect(page, '总部')
  await panel(page).getByRole('button', { name: '编辑' }).click()
  await drawer(page).getByLabel('状态').click()
  await page.locator('.ant-select-item-option').getByText('停用').click()
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText(`1 名直属成员不再因本组织拥有：${role}`)).toBeVisible()
  await page.getByRole('button', { name: '确认保存' }).click()
  await expect(panel(page)).toContainText('停用后，组织的角色不再生效')
  await expect(panel(page).getByRole('button', { name: '新增下级' })).toHaveCount(0)
  await page.goto(`/console/web/sys/users?search=${user.account}`)
  await expect(row).toContainText(user.account)
  await expect(row).not.toContainText(role)
})

test(
  'the chart is opened by keyboard, finds, saves, and moves a box onto another',
  journey,
  async ({ page, stage }) => {
    const companyId = await buildCompany(stage, `公司${randomUUID().slice(0, 8)}`)
    const [root, one, two, below] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const add = (id: string, name: string, parent: string | null, path: string, sort: number) =>
      stage.sql(`insert into orgs (company_id, id, name, parent_id, path, sort) values ($1, $2, $3, $4, $5, $6)`, [
        companyId,
        id,
        name,
        parent,
        path,
        sort,
      ])
    await add(root, '总部', null, `/${root}/`, 0)
    await add(one, '研发部', root, `/${root}/${one}/`, 0)
    await add(two, '市场部', root, `/${root}/${two}/`, 1)
    await add(below, '前端组', one, `/${root}/${one}/${below}/`, 0)
    const permissions = ['list', 'move'].map((each) => `sysOrgs:${each}`)
    await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.organizations'] }))
    await page.goto('/console/web/sys/orgs')
    await page.getByRole('button', { name: '组织图' }).click()
    await expect(page).toHaveURL(/view=chart/)
    const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
    await expect(item('市场部')).toBeVisible()
    await item('总部').focus()
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(item('前端组')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(item('市场部')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '市场部' })).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])

    await page.screenshot({ path: '/tmp/chart-1440.png' })
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /SVG/ }).click()
    const saved = await (await saving).createReadStream()
    const text = (await saved.toArray()).join('')
    for (const name of ['总部', '研发部', '市场部', '前端组']) expect(text).toContain(name)

    await page.getByRole('button', { name: '适应窗口' }).click()
    await item('前端组').dragTo(item('市场部'))
    await page.getByRole('button', { name: '确认移动' }).click()
    await expect
      .poll(async () => (await stage.sql('select parent_id from orgs where id = $1', [below]))[0]?.parent_id)
      .toBe(two)
  },
)

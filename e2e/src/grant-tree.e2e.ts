import { readPlatformCompany } from '@atrium/server/test/factories.ts'
import { addRole, buildAdmin, heading, item, open, search, select, tree } from './role-screen.ts'
import { expect, journey, test, thorough } from './stage.ts'

test('what cannot be granted is hidden, or shown with its reason', journey, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  const parent = await addRole(stage, admin.companyId, '上级', ['sysUsers:list'])
  await addRole(stage, admin.companyId, '下级', [], parent)
  await open(page, admin)
  await select(page, '下级')
  const inherited = item(page, /^查看列表.*，继承自上级角色$/)
  await expect(inherited).toBeChecked()
  await inherited.click({ force: true })
  await expect(inherited).toBeChecked()
  await expect(item(page, /^菜单管理/)).toHaveCount(0)
  await search(page, 'sysBases:edit')
  await expect(page.getByText('没有符合条件的菜单和权限点')).toBeVisible()

  await page.getByLabel('显示不可授予的').check()
  const ungrantable = item(page, /^编辑.*，您没有此权限，不能授予或收回$/)
  await expect(ungrantable).toContainText('未持有')
  await expect(ungrantable).toHaveAttribute('aria-disabled', 'true')
  await ungrantable.click({ force: true })
  await page.keyboard.press('Space')
  await expect(ungrantable).not.toBeChecked()
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
  await search(page, '')
  await expect(item(page, /^菜单管理.*，您没有此权限，不能授予或收回$/)).toBeVisible()
})

test('an element below two menus is one grant; elements of no menu come last', async ({ page, stage }) => {
  const code = `shared${Date.now()}`
  for (const [module, name] of [
    [code, 'both'],
    [`${code}b`, 'alone'],
  ])
    await stage.sql(
      `with added as (insert into modules (id, code, name, origin) values (gen_random_uuid(), $1, $1, 'custom'))
       insert into elements (id, code, module, operation, name, origin)
       values (gen_random_uuid(), $1 || ':' || $2, $1, $2, $2, 'custom')`,
      [module, name],
    )
  for (const name of ['one', 'two'])
    await stage.sql(
      `with added as (
         insert into menus (id, code, name, sort, metadata, origin)
         values (gen_random_uuid(), $1 || $2, $1 || $2, 9000, '{"path":"","icon":"tag"}', 'custom') returning id)
       insert into menu_elements (menu_id, element) select id, $1 || ':both' from added`,
      [code, name],
    )
  const role = await addRole(stage, await readPlatformCompany(stage), code)
  try {
    await open(page, undefined, code)
    await expect(heading(page, code)).toBeVisible()
    await search(page, code)
    await expect(item(page, 'both')).toHaveCount(2)
    await expect(tree(page).locator('.grant-name')).toHaveText([
      /one$/,
      /^both/,
      /two$/,
      /^both/,
      '不属于任何菜单的权限点',
      `${code}b`,
      /^alone/,
    ])
    await item(page, 'both').first().click()
    for (const each of await item(page, 'both').all()) await expect(each).toBeChecked()
    await expect(page.getByText('1 项修改')).toBeVisible()
    await expect(item(page, `${code}two`)).toHaveAttribute('aria-checked', 'mixed')
    await expect(page.getByRole('list', { name: '授权提示' })).toContainText(
      `“both”已授予，但所属菜单“${code}one”未授予`,
    )
    await page.getByRole('button', { name: '一并勾选' }).click()
    await expect(item(page, `${code}one`)).toBeChecked()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('操作成功')).toBeVisible()
    expect(await stage.sql('select element from role_elements where role_id = $1', [role])).toEqual([
      { element: `${code}:both` },
    ])
  } finally {
    await stage.sql('delete from roles where id = $1', [role])
    await stage.sql(`delete from menus where code like $1 || '%'`, [code])
    await stage.sql(`delete from elements where code like $1 || '%'`, [code])
    await stage.sql(`delete from modules where code like $1 || '%'`, [code])
  }
})

test('a search keeps the ancestors of matches and marks them; filters show what is granted or changed', async ({
  page,
  stage,
}) => {
  const admin = await buildAdmin(stage)
  await addRole(stage, admin.companyId, '筛选角色', ['sysUsers:list'])
  await open(page, admin)
  await select(page, '筛选角色')
  await search(page, '用户管')
  await expect(tree(page).locator('mark')).toHaveText(['用户管'])
  await expect(item(page, '组织与成员')).toBeVisible()
  await expect(item(page, '角色管理')).toHaveCount(0)
  await search(page, '不存在的')
  await expect(page.getByText('没有符合条件的菜单和权限点')).toBeVisible()
  await search(page, '')
  await page.getByRole('button', { name: '已授予 1' }).click()
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
  await item(page, '查看列表').click()
  // The row stays until the filter is chosen again.
  await expect(item(page, '查看列表')).not.toBeChecked()
  await page.getByRole('button', { name: '有修改 1' }).click()
  await expect(item(page, '查看列表')).toContainText('取消')
  await page.getByRole('button', { name: '全部', exact: true }).click()
  await item(page, '组织与成员').press('ArrowLeft')
  await expect(item(page, '用户管理')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(item(page, '用户管理')).toBeVisible()
  await item(page, '组织与成员').hover()
  await item(page, '组织与成员').getByText('全选下级').click()
  await expect(item(page, '用户管理')).toBeChecked()
  await expect(page.getByRole('region', { name: '保存授权' })).toContainText('含 1 项高风险：删除')
})

test('five hundred elements are granted by keyboard alone', thorough, async ({ page, stage }) => {
  const name = `键盘${Date.now()}`
  const code = `keys${Date.now()}`
  await stage.sql(
    `insert into modules (id, code, name, origin) select gen_random_uuid(), $1 || n, '键盘模块' || n, 'custom' from generate_series(1, 20) n`,
    [code],
  )
  await stage.sql(
    `insert into elements (id, code, module, operation, name, origin)
     select gen_random_uuid(), $1 || m || ':op' || n, $1 || m, 'op' || n, '操作' || n, 'custom'
     from generate_series(1, 20) m, generate_series(1, 25) n`,
    [code],
  )
  try {
    const role = await addRole(stage, await readPlatformCompany(stage), name)
    await open(page, undefined, name)
    await expect(heading(page, name)).toBeVisible()
    await item(page, '组织与成员').focus()
    await page.keyboard.press('/')
    await expect(page.getByLabel('搜索菜单和权限点')).toBeFocused()
    await page.keyboard.type('键盘模块1')
    const focused = page.locator(':focus')
    // The heading, eleven modules and their elements, of which only those near the window are drawn.
    await expect(item(page, '键盘模块1')).toHaveAttribute('aria-setsize', '11')
    expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(120)
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName('不属于任何菜单的权限点', { timeout: 200 })
    }).toPass()
    const at = (label: string) => expect(focused).toHaveAccessibleName(label)
    await page.keyboard.press('ArrowRight')
    await at('键盘模块1')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await at('操作10')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await at('操作1')
    await page.keyboard.press('ArrowLeft')
    await at('键盘模块1')
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('25 项修改')).toBeVisible()
    await page.keyboard.press('End')
    await at('操作9')
    await expect(focused).toBeInViewport()
    await page.keyboard.press('Space')
    await expect(page.getByText('26 项修改')).toBeVisible()
    await page.keyboard.press('Home')
    await at('不属于任何菜单的权限点')
    await expect(focused).toHaveAttribute('aria-checked', 'mixed')

    await page.getByRole('button', { name: '保存' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('操作成功')).toBeVisible()
    const [stored] = await stage.sql('select count(*)::int as held from role_elements where role_id = $1', [role])
    expect(stored).toEqual({ held: 26 })
  } finally {
    await stage.sql(`delete from role_elements where element like $1 || '%'`, [code])
    await stage.sql(`delete from elements where module like $1 || '%'`, [code])
    await stage.sql(`delete from modules where code like $1 || '%'`, [code])
  }
})

test('a menu without the element its page needs shows a warning and a fix', thorough, async ({ page, stage }) => {
  const admin = await buildAdmin(stage)
  await addRole(stage, admin.companyId, '半个角色')
  await open(page, admin)
  await select(page, '半个角色')
  const warning = page.getByRole('list', { name: '授权提示' })
  await item(page, '用户管理').click()
  await expect(item(page, '用户管理')).toContainText('缺少“查看列表”，打开后无内容')
  await expect(warning).toContainText('“用户管理”已授予，但缺少权限点“查看列表”')
  await page.getByRole('tab', { name: '可授予角色' }).click()
  await warning.getByRole('button', { name: '定位' }).click()
  await expect(item(page, '用户管理')).toBeFocused()
  await warning.getByRole('button', { name: '一并勾选' }).click()
  await expect(warning).toHaveCount(0)
  await expect(page.getByRole('region', { name: '保存授权' })).toContainText('3 项修改')
})

test('restricted fields are summed up beside the tree, which shows their elements', async ({ page, stage }) => {
  const name = `字段${Date.now()}`
  await stage.sql(
    `insert into elements (id, code, module, operation, name, origin, kind, field)
     values (gen_random_uuid(), 'sysUsers:' || $1, 'sysUsers', $1, $1, 'custom', 'field',
       '{"resource":"users","name":"phone","effect":"mask"}')`,
    [name],
  )
  const role = await addRole(stage, await readPlatformCompany(stage), name)
  try {
    await open(page, undefined, name)
    await expect(heading(page, name)).toBeVisible()
    const summary = page.locator('.grants-fields > div').filter({ hasText: name })
    await expect(summary).toHaveText(`${name}脱敏`)
    await page.getByRole('button', { name: '编辑', exact: true }).last().click()
    await item(page, new RegExp(`^${name}`)).click()
    await expect(item(page, '用户管理')).toBeVisible()
    await expect(summary).toHaveText(`${name}不受限制`)
    await page.getByRole('button', { name: '还原' }).click()
    await expect(summary).toHaveText(`${name}脱敏`)
  } finally {
    await stage.sql('delete from roles where id = $1', [role])
    await stage.sql(`delete from elements where code = 'sysUsers:' || $1`, [name])
  }
})

import { randomUUID } from 'node:crypto'
import { assignCompanyAdmin } from '@atrium/server/test/authorization.ts'
import { buildRole, buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Locator, Page } from '@playwright/test'
import { actOn, expect, openWorkbench, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildUser>[0]

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const isDone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主菜单' }).getByText(name, { exact: true })
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const option = (page: Page, name: string) => page.locator('.ant-select-item-option').getByText(name, { exact: true })
const search = async (page: Page, label: RegExp, words: string) => {
  await page.getByLabel(label).fill(words)
  await page.keyboard.press('Enter')
  await expect(row(page, words)).toHaveCount(1)
  // Other rows would move the found one under the pointer when they go.
  await expect(page.locator('tr[data-row]:visible')).toHaveCount(1)
}

/** A new tenant with an administrator, a user, a role and an organisation. */
const buildStage = async (stage: Stage) => {
  const word = randomUUID().slice(0, 6)
  const companyId = await buildTenant(stage, `日常${word}`)
  const admin = await buildUser(stage, { companyId })
  await stage.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  const user = await buildUser(stage, { companyId })
  await stage.sql('update users set name = $2 where id = $1', [user.id, `李${word}`])
  await buildRole(stage, { companyId, name: `值班${word}` })
  const orgId = randomUUID()
  await stage.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    companyId,
    orgId,
    `市场${word}`,
    `/${orgId}/`,
  ])
  return { companyId, admin, user, company: `日常${word}`, name: `李${word}`, role: `值班${word}`, org: `市场${word}` }
}

/** Runs tasks that each begin at the workbench; returns how often the pointer was pressed for each. */
const countPresses = async (page: Page) => {
  let presses = 0
  await page.exposeFunction('countPress', () => {
    presses += 1
  })
  await page.addInitScript(() =>
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && Reflect.get(window, 'countPress')(), true),
  )
  return async (task: () => Promise<void>) => {
    await page.goto('/console/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    presses = 0
    await task()
    return presses
  }
}

test('an administrator does what they do most with few clicks', async ({ page, stage }) => {
  const { companyId, admin, user, name, role, org } = await buildStage(stage)
  const presses: Record<string, number> = {}
  await signIn(page, admin)
  const count = await countPresses(page)
  const openUser = async () => {
    await link(page, '用户管理').click()
    await search(page, /^搜索账号/, user.account)
  }

  presses.新增用户 = await count(async () => {
    await link(page, '用户管理').click()
    await page.getByRole('button', { name: '新增' }).click()
    await dialog(page)
      .getByLabel('账号')
      .fill(`a${randomUUID().slice(0, 8)}`)
    await dialog(page).getByLabel('姓名').fill('赵新')
    await press(page, '新增用户')
    await press(page, '已记下，关闭')
    await isDone(page)
    await expect(row(page, '赵新')).toBeVisible()
  })
  presses.重置密码 = await count(async () => {
    await openUser()
    await actOn(row(page, user.account), '重置密码')
    await press(page, '重置密码')
    await press(page, '已记下，关闭')
    await isDone(page)
  })
  presses.给用户角色 = await count(async () => {
    await openUser()
    await actOn(row(page, user.account), '分配角色')
    await dialog(page).getByLabel('添加角色').fill(role)
    await option(page, role).click()
    await press(page, '保存')
    await isDone(page)
    await expect(row(page, user.account)).toContainText(role)
  })
  presses.调整组织 = await count(async () => {
    await openUser()
    await actOn(row(page, user.account), '编辑')
    await dialog(page).getByLabel('添加组织', { exact: true }).fill(org)
    await option(page, org).click()
    await press(page, '保存')
    await isDone(page)
    await expect(row(page, user.account)).toContainText(org)
  })
  presses.授予菜单 = await count(async () => {
    await link(page, '角色与权限').click()
    await link(page, '角色管理').click()
    await search(page, /^搜索名称/, role)
    const tree = page.getByRole('tree', { name: '菜单和权限点' })
    await page.getByLabel('搜索菜单和权限点').fill('岗位管理')
    await tree.getByRole('treeitem', { name: '岗位管理', exact: true }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await press(page, '确认保存')
    await isDone(page)
  })
  presses.查操作记录 = await count(async () => {
    await link(page, '审计').click()
    await link(page, '操作日志').click()
    await page.locator('#content').getByLabel(/^搜索/).fill(name)
    await page.keyboard.press('Enter')
    await expect(row(page, name).first()).toBeVisible()
  })
  await stage.sql(
    `update user_roles set expires_at = now() + interval '2 days' where company_id = $1 and user_id = $2
       and role_id = (select id from roles where company_id = $1 and name = $3)`,
    [companyId, user.id, role],
  )
  presses.角色续期 = await count(async () => {
    await page.getByRole('link', { name: `续期 ${name} · ${role}`, exact: true }).click()
    await dialog(page).getByLabel('新的到期时间').fill('2090-01-01 00:00:00')
    await page.keyboard.press('Enter')
    await press(page, '续期')
    await isDone(page)
  })
  expect(presses).toEqual({
    新增用户: 4,
    重置密码: 5,
    给用户角色: 4,
    调整组织: 4,
    授予菜单: 5,
    查操作记录: 2,
    角色续期: 2,
  })
})

test('the operator locks, visits and searches with few clicks', async ({ page, stage }) => {
  const { company, user } = await buildStage(stage)
  const presses: Record<string, number> = {}
  await signIn(page)
  const count = await countPresses(page)

  presses.查找人员 = await count(async () => {
    await link(page, '查找人员').click()
    await page.getByLabel('完整的账号、手机号或邮箱').fill(user.account)
    await page.keyboard.press('Enter')
    await expect(row(page, user.account)).toContainText(company)
  })
  presses.切换公司 = await count(async () => {
    await page.getByRole('button', { name: /^切换公司，当前/ }).click()
    await dialog(page).getByRole('searchbox').or(dialog(page).getByRole('textbox')).first().fill(company)
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('treeitem').filter({ hasText: company }).getByText(company).click()
    await press(page, '切换')
    await dialog(page).getByLabel('访问原因').fill('核对账单')
    await press(page, '切换')
    await expect(page.getByRole('region', { name: '正在访问其他公司' })).toContainText('核对账单')
  })
  await page.evaluate(() => sessionStorage.clear())
  presses.锁定公司 = await count(async () => {
    await link(page, '租户').click()
    await link(page, '公司管理').click()
    await search(page, /^搜索名称/, company)
    await actOn(row(page, company), '锁定')
    await dialog(page).getByLabel('原因').fill('欠费')
    await press(page, '锁定')
    // The visit of before would end.
    await expect(dialog(page).getByRole('alert')).toContainText('将立即退出')
    await press(page, '锁定')
    await isDone(page)
    await expect(row(page, company)).toContainText('锁定')
  })
  // What locks a company is under 更多; what visits it stands in its row.
  expect(presses).toEqual({ 查找人员: 1, 切换公司: 4, 锁定公司: 6 })
})

/** Asks the palette for a task and takes the line by keyboard. */
const ask = async (page: Page, words: string, title: string | RegExp) => {
  await expect(page.getByRole('button', { name: '搜索或输入操作' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索或输入操作' })
  await palette.getByRole('combobox').fill(words)
  await expect(palette.getByRole('option', { name: title, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

test('each of these tasks begins in the palette too', async ({ page, stage }) => {
  const { admin, user, name, role, company } = await buildStage(stage)
  const opens = async (words: string, title: string | RegExp, form: string | RegExp) => {
    await ask(page, words, title)
    await expect(page.getByRole('dialog', { name: form })).toBeVisible()
    await page.keyboard.press('Escape')
    await isDone(page)
  }
  await openWorkbench(page, admin)
  await opens('新增 用户', '新增 用户', '新增用户')
  await opens(`重置密码 ${name}`, /^重置密码/, /重置/)
  await opens(`授予 ${user.account} ${role} 7 天`, /^授予/, /^角色/)
  await opens(`续期 ${name}`, /^续期/, /^角色/)
  await opens(`编辑 ${name}`, /^编辑/, '编辑用户')
  await ask(page, role, new RegExp(role))
  await expect(page.getByRole('tree', { name: '菜单和权限点' })).toBeVisible()
  await ask(page, 'czrz', /^操作日志/)
  await expect(page.getByRole('table', { name: '操作日志' })).toBeVisible()

  await openWorkbench(page)
  await opens(`锁定 ${company}`, /^锁定/, /^锁定/)
  await ask(page, '查找人员', /^查找人员/)
  await expect(page.getByLabel('完整的账号、手机号或邮箱')).toBeVisible()
  await opens(`切换 ${company}`, /^切换/, /^切换到/)
})

/** Presses Tab until this has the focus. Whatever has it meanwhile must show so. */
const tabTo = async (page: Page, target: Locator) => {
  const farthest = 150
  for (let step = 0; step < farthest; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
      // A field shows the focus on its frame, a tree on the node that is active.
      const shows = (element: Element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        return outlineStyle !== 'none' || boxShadow !== 'none'
      }
      const frames = [
        focused,
        focused.parentElement,
        focused.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number'),
        focused.nextElementSibling,
        focused.querySelector('.ant-tree-treenode-active'),
      ]
      return frames.some((frame) => frame && shows(frame)) ? undefined : focused.outerHTML.slice(0, 200)
    })
    expect(unseen).toBeUndefined()
  }
  throw new Error(`Tab does not reach ${target}`)
}

test('three of these tasks are done by keyboard alone', async ({ page, stage }) => {
  const { companyId, admin, user, name, role } = await buildStage(stage)
  await stage.sql(
    `insert into user_roles (company_id, user_id, role_id, expires_at)
     select company_id, $2, id, now() + interval '2 days' from roles where company_id = $1 and name = $3`,
    [companyId, user.id, role],
  )
  await signIn(page, admin)
  const count = await countPresses(page)
  const enter = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  const fill = async (target: Locator, text: string) => {
    await tabTo(page, target)
    await page.keyboard.insertText(text)
  }
  const account = `k${randomUUID().slice(0, 8)}`
  const presses = await count(async () => {
    await enter(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '用户管理' }))
    await expect(row(page, user.account)).toBeVisible()
    await enter(page.getByRole('button', { name: '新增', exact: true }))
    await expect(dialog(page).getByLabel('账号')).toBeFocused()
    await page.keyboard.insertText(account)
    await fill(dialog(page).getByLabel('姓名'), '赵键')
    await enter(dialog(page).getByRole('button', { name: '新增用户' }))
    await enter(dialog(page).getByRole('button', { name: '已记下，关闭' }))
    await isDone(page)
    await expect(row(page, account)).toBeVisible()

    await fill(page.getByLabel(/^搜索账号/), user.account)
    await page.keyboard.press('Enter')
    await expect(page.locator('tr[data-row]:visible')).toHaveCount(1)
    await enter(row(page, user.account).getByRole('button', { name: '编辑' }))
    await expect(dialog(page).getByLabel('姓名')).toBeVisible()
    await fill(dialog(page).getByLabel('备注'), '常驻外地')
    await enter(dialog(page).getByRole('button', { name: '保存' }))
    await isDone(page)

    await page.goto('/console/dashboard')
    await enter(page.getByRole('link', { name: `续期 ${name} · ${role}`, exact: true }))
    await fill(dialog(page).getByLabel('新的到期时间'), '2090-01-01 00:00:00')
    await page.keyboard.press('Enter')
    await enter(dialog(page).getByRole('button', { name: '续期' }))
    await isDone(page)
  })
  expect(presses).toBe(0)
  const [extended] = await stage.sql(
    'select extract(year from expires_at) as year from user_roles where user_id = $1 and expires_at is not null',
    [user.id],
  )
  expect(Number(extended?.year)).toBeGreaterThan(2088)
})

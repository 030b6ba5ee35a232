import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Locator, Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { actOn, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

const permissions = ['sysReviews:list', 'sysReviews:edit', 'sysRoles:list']
const actMore = async (page: Page, row: Locator, label: string) => {
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

/** A company with a leader of three users. */
const buildScene = async (stage: FactoryContext) => {
  const companyId = await buildCompany(stage, `复核${randomUUID().slice(0, 8)}公司`)
  const admin = await buildUser(stage, { companyId, permissions, menus: ['access', 'sys.reviews'] })
  const leader = await buildUser(stage, { companyId })
  const people = await Promise.all([1, 2, 3].map(() => buildUser(stage, { companyId })))
  const orgId = randomUUID()
  await stage.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    companyId,
    orgId,
    '市场部',
    `/${orgId}/`,
  ])
  await stage.sql(
    `insert into user_orgs (company_id, user_id, org_id, is_primary, duty)
     select $1, id, $2, true, case when id = $3 then 'leader' else 'member' end from unnest($4::uuid[]) id`,
    [companyId, orgId, leader.id, [leader, ...people].map(({ id }) => id)],
  )
  return { companyId, admin, leader, people: people.toSorted((one, other) => (one.id < other.id ? -1 : 1)) }
}
const startReview = async (
  stage: FactoryContext,
  { companyId, admin, leader, people }: Awaited<ReturnType<typeof buildScene>>,
) => {
  const id = randomUUID()
  await stage.sql(
    `insert into reviews (company_id, id, name, due_at, coverage, unanswered, items, created_by)
     values ($1, $2, '季度复核', now() + interval '9 days', 'all', 'remove', 3, jsonb_build_object('id', $3::text, 'name', '张伟'))`,
    [companyId, id, admin.id],
  )
  await stage.sql('insert into review_lists (company_id, review_id, reviewer_id, items) values ($1, $2, $3, 3)', [
    companyId,
    id,
    leader.id,
  ])
  for (const { id: userId, roleId } of people)
    await stage.sql(
      `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5)`,
      [companyId, id, userId, roleId, leader.id],
    )
  return id
}

test(
  'a leader without permissions reviews their team by keyboard, several items together',
  journey,
  async ({ page, stage }) => {
    const scene = await buildScene(stage)
    const id = await startReview(stage, scene)
    await openWorkbench(page, scene.leader)
    await expect(page.getByText(/还剩 3 项未复核/)).toBeVisible()
    await page.getByRole('link', { name: /^去复核/ }).click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row').filter({ hasText: '未处理' })).toHaveCount(3)
    expect(await seriousViolations(page)).toEqual([])

    await page.keyboard.press('b')
    await expect(page.getByText('已处理 1 / 3')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await expect(page.getByText('已处理 2 / 3')).toBeVisible()
    const answers = async () => {
      const items = await stage.sql('select answer from review_items where review_id = $1 order by user_id', [id])
      return items.map(({ answer }) => answer)
    }
    expect(await answers()).toEqual(['keep', null, 'remove'])

    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('k')
    await page.keyboard.press('s')
    await expect.poll(answers).toEqual(['remove', null, 'remove'])

    await page.getByRole('checkbox', { name: '全选本页' }).check()
    await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '收回', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: /^收回/ })
    await drawer.getByLabel('原因').fill('项目结束')
    expect(await seriousViolations(page)).toEqual([])
    await drawer.getByRole('button', { name: '收回' }).click()
    await expect(page.getByText('已处理 3 / 3')).toBeVisible()
    await expect(table.getByText('项目结束')).toHaveCount(3)
    expect(await answers()).toEqual(['remove', 'remove', 'remove'])
  },
)

test('a review is started, monitored and closed after its impact is shown', async ({ page, stage }) => {
  const scene = await buildScene(stage)
  await signIn(page, scene.admin)
  await page.goto('/console/web/sys/reviews')
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog', { name: '发起权限复核' })
  await form.getByLabel('复核名称').fill('季度复核')
  await form.getByLabel('截止时间').click()
  await form.getByLabel('截止时间').fill('2090-01-01 00:00:00')
  await form.getByLabel('截止时间').press('Enter')
  await expect(form.getByRole('radio', { name: /^全部/ })).toBeChecked()
  expect(await seriousViolations(page)).toEqual([])
  await form.locator(submitButton).click()
  const question = page.getByRole('dialog', { name: '发起复核？' })
  await expect(question).toContainText('将请 2 人复核 4 人的 4 项角色。')
  await expect(question).toContainText('其中 1 项由您复核')
  expect(await seriousViolations(page)).toEqual([])
  await question.getByRole('button', { name: '确认发起' }).click()

  const row = page.getByRole('row').filter({ hasText: '季度复核' })
  await expect(row).toContainText('已处理 0 / 4')
  await actOn(row, '详情')
  const details = page.getByRole('dialog', { name: '季度复核' })
  await details.getByRole('tab', { name: '复核人' }).click()
  const asked = details.getByRole('row').filter({ hasText: `（${scene.leader.account}）` })
  await expect(asked).toContainText('已处理 0 / 3')
  await asked.getByRole('button', { name: '明细' }).click()
  await expect(details.getByRole('row').filter({ hasText: '未处理' })).toHaveCount(3)
  expect(await seriousViolations(page)).toEqual([])
  await details.getByRole('button', { name: '关闭' }).click()

  const [kept] = scene.people
  await stage.sql(`update review_items set answer = 'keep' where user_id = $1`, [kept?.id])
  await actOn(row, '结束')
  const impact = page.getByRole('dialog', { name: '结束“季度复核”？' })
  await expect(impact).toContainText('将收回 3 项角色，保留 1 项。')
  await expect(impact).toContainText('3 项未处理，按发起时的约定收回')
  await expect(impact).toContainText(`1 人失去角色“${scene.leader.roleName}”`)
  expect(await seriousViolations(page)).toEqual([])
  await impact.getByRole('button', { name: '结束并收回' }).click()
  await expect(row).toContainText('收回 3 项，保留 1 项')
  await expect(row).toContainText('已结束')
})

test('open items of a locked reviewer are handed over', thorough, async ({ page, stage }) => {
  const scene = await buildScene(stage)
  await stage.sql(`insert into role_elements (company_id, role_id, element) select $1, $2, unnest($3::text[])`, [
    scene.companyId,
    scene.admin.roleId,
    ['sysUsers:list'],
  ])
  const id = await startReview(stage, scene)
  await stage.sql(`update users set name = '王芳', locked_at = now(), locked_by = '{}' where id = $1`, [
    scene.leader.id,
  ])
  const successor = await buildUser(stage, { companyId: scene.companyId, permissions: [] })
  await signIn(page, scene.admin)
  await page.goto('/console/web/sys/reviews')
  await actOn(page.getByRole('row').filter({ hasText: '季度复核' }), '详情')
  const details = page.getByRole('dialog', { name: '季度复核' })
  await details.getByRole('tab', { name: '复核人' }).click()
  const row = details.getByRole('row').filter({ hasText: '王芳' })
  await expect(row).toContainText('已锁定')
  await actOn(row, '移交')
  const form = page.getByRole('dialog', { name: '移交王芳未处理的 3 项' })
  await form.getByLabel('移交给').fill(successor.account)
  await page.locator('.ant-select-item-option').getByText(successor.account).click()
  expect(await seriousViolations(page)).toEqual([])
  await form.locator(submitButton).click()
  await expect(details.getByRole('row').filter({ hasText: `（${successor.account}）` })).toContainText('已处理 0 / 3')
  await expect(row).toHaveCount(0)
  const asked = await stage.sql('select distinct reviewer_id from review_items where review_id = $1', [id])
  expect(asked).toEqual([{ reviewer_id: successor.id }])
})

test('a review repeats, then less often, and no more once cancelled', thorough, async ({ page, stage }) => {
  const scene = await buildScene(stage)
  const id = await startReview(stage, scene)
  await signIn(page, scene.admin)
  await page.goto('/console/web/sys/reviews')
  const row = page.getByRole('row').filter({ hasText: '季度复核' })
  const months = async () =>
    (await stage.sql('select repeat_months from reviews where id = $1', [id]))[0]?.repeat_months
  for (const [label, wanted] of [
    ['每季度', 3],
    ['每年', 12],
  ] as const) {
    await actMore(page, row, '重复')
    const form = page.getByRole('dialog', { name: '重复“季度复核”' })
    await form.getByLabel('重复').click()
    await page.locator('.ant-select-item-option').getByText(label, { exact: true }).click()
    expect(await seriousViolations(page)).toEqual([])
    await form.locator(submitButton).click()
    await expect(row).toContainText(`${label}下次：2`)
    expect(await months()).toBe(wanted)
  }
  await actOn(row, '详情')
  const details = page.getByRole('dialog', { name: '季度复核' })
  await expect(details).toContainText('下次开始')
  await details.getByRole('button', { name: '关闭' }).click()
  await actMore(page, row, '取消复核')
  const question = page.getByRole('dialog', { name: '取消“季度复核”？' })
  await expect(question).toContainText('本次复核同时停止重复')
  await question.getByRole('button', { name: '取消复核' }).click()
  await expect(row).toContainText('已取消')
  expect(await months()).toBe(0)
})

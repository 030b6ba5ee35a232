import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { address, bell, drawer, issue, makeTitle, permissions, row, submit, write } from './notices-stage.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const menus = ['content', 'sys.news']
const enter = async (stage: FactoryContext, title: string, more: string[] = []) => {
  const companyId = await buildCompany(stage, `公司${title}`)
  return buildUser(stage, { companyId, permissions: [...permissions, ...more], menus })
}
/** Begins a decision on the workbench. */
const decide = async (page: Page, title: string, verb: string) => {
  await page.goto('/console/dashboard')
  const todo = page.getByRole('region', { name: '待办' })
  await expect(todo).toContainText(`张伟 编写的“${title}”`)
  await todo.getByRole('link', { name: `${verb} 张伟 的待审核公告` }).click()
}

test('a notice that needs approval is submitted, returned and approved from the workbench, and then issued', async ({
  page,
  browser,
  stage,
}) => {
  const title = makeTitle()
  const author = await enter(stage, title, ['sysNews:policy'])
  const { companyId } = author
  const reviewer = await buildUser(stage, { companyId, permissions: ['sysNews:list', 'sysNews:review'], menus })
  await signIn(page, author)
  await page.goto(address)
  await page.getByRole('button', { name: '审核设置' }).click()
  await expect(drawer(page)).toContainText('当前 1 人有审核权限')
  await drawer(page).getByLabel('发布前须审核').click()
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await write(page, title)
  await expect(row(page, title).getByRole('button', { name: '发布', exact: true })).toHaveCount(0)
  await submit(page, title)

  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, reviewer)
  await decide(other, title, '驳回')
  await drawer(other).getByLabel('原因').fill('缺少停机时间')
  await drawer(other).getByRole('button', { name: '驳回' }).click()
  // The list that the workbench leads to shows submissions alone.
  await expect(row(other, title)).toHaveCount(0)

  await page.reload()
  await expect(row(page, title)).toContainText('已驳回')
  await actOn(row(page, title), '编辑')
  await expect(drawer(page)).toContainText('驳回：缺少停机时间')
  await drawer(page).getByLabel('摘要').fill('22:00 至 24:00')
  await drawer(page).getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await submit(page, title)

  await decide(other, title, '通过')
  await expect(drawer(other)).toContainText('本周六停机维护')
  await expect(drawer(other)).toContainText('22:00 至 24:00')
  expect(await seriousViolationsInAllLooks(other)).toEqual([])
  await drawer(other).locator(submitButton).click()
  await expect(row(other, title)).toHaveCount(0)
  await context.close()

  await page.reload()
  await expect(row(page, title)).toContainText('审核通过')
  await issue(page, title)
  await actOn(row(page, title), '附件')
  await expect(drawer(page)).toContainText('撤回后才能变动')
  await page.keyboard.press('Escape')
  await actOn(row(page, title), '详情')
  await expect(drawer(page)).toContainText('审核人')
  await expect(drawer(page)).toContainText('作者张伟')
})

test(
  'an approval is of the text that is shown, though an earlier one was shown before',
  journey,
  async ({ page, stage }) => {
    const title = makeTitle()
    const reviewer = await enter(stage, title, ['sysNews:review'])
    const [notice] = await stage.sql(
      `insert into notices (company_id, id, type, title, content, scope, state, writers, submitted_at, created_by, updated_by)
     values ($1, gen_random_uuid(), 'notice', $2, '<p>第一稿</p>', 'all', 'submitted', array[gen_random_uuid()], now(), $3, $3)
     returning id`,
      [reviewer.companyId, title, { id: 'someone', name: '李娜' }],
    )
    await signIn(page, reviewer)
    await page.goto(address)
    await actOn(row(page, title), '详情')
    await expect(drawer(page)).toContainText('第一稿')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await stage.sql(`update notices set content = '<p>第二稿</p>', version = version + 1 where id = $1`, [notice?.id])
    await actOn(row(page, title), '通过')
    await expect(drawer(page)).toContainText('第二稿')
    await stage.sql(`update notices set content = '<p>第三稿</p>', version = version + 1 where id = $1`, [notice?.id])
    await drawer(page).locator(submitButton).click()
    await expect(page.getByText('内容已更新，请重新阅读')).toBeVisible()
    await expect(drawer(page)).toContainText('第三稿')
    expect(await stage.sql('select state from notices where id = $1', [notice?.id])).toEqual([{ state: 'submitted' }])
  },
)

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a form waits for the pictures of its text, and says so', async ({ page, stage }) => {
  const title = makeTitle()
  await signIn(page, await enter(stage, title))
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(`**${noticesContract.image.path}`, async (route) => {
    await held
    await route.continue()
  })
  await write(page, title, async () => {
    await drawer(page)
      .getByLabel('选择图片')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
    await expect(drawer(page)).toContainText('正在上传图片…')
    await drawer(page).getByRole('button', { name: '发布', exact: true }).click()
    await drawer(page).getByRole('button', { name: '取消' }).click()
    await expect(page.getByText('有任务正在执行中')).toBeVisible()
    release()
    await expect(drawer(page).getByRole('textbox', { name: '正文' }).locator('img[src]')).toBeVisible()
  })
  await actOn(row(page, title), '发布')
  await expect(drawer(page).getByRole('group', { name: '预览' }).locator('img')).toHaveJSProperty('naturalWidth', 1)
})

test('a new notice is published straight from its form, after its preview', async ({ page, stage }) => {
  const title = makeTitle()
  await signIn(page, await enter(stage, title))
  await page.goto(address)
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await drawer(page).getByLabel('标题', { exact: true }).fill(title)
  await drawer(page).getByRole('textbox', { name: '正文' }).fill('本周六停机维护')
  await drawer(page).getByRole('button', { name: '发布', exact: true }).click()
  await expect(drawer(page).getByRole('group', { name: '预览' })).toContainText('本周六停机维护')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, title)).toContainText('已发布')
})

test('a published notice ends at another time without being withdrawn', async ({ page, stage }) => {
  const title = makeTitle()
  await signIn(page, await enter(stage, title))
  await write(page, title)
  await actOn(row(page, title), '发布')
  await expect(drawer(page).getByRole('group', { name: '预览' })).toContainText('本周六停机维护')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, title)).toContainText('已发布')
  await actOn(row(page, title), '调整发布时间')
  await expect(drawer(page)).toContainText('发布时间不可修改')
  await drawer(page).getByLabel('失效时间').fill('2100-01-01 08:00:00')
  await page.keyboard.press('Enter')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, title)).toContainText('已发布')
  await actOn(row(page, title), '详情')
  await expect(drawer(page)).toContainText('失效时间2100-01-01 08:00:00')
})

test('what cannot be read says so, and is read again', async ({ page, stage }) => {
  const title = makeTitle()
  await signIn(page, await enter(stage, title))
  await write(page, title)
  await issue(page, title)
  const failing = { status: 500, json: { code: 500, msg: '系统繁忙', data: null, traceId: '0'.repeat(32) } }
  for (const { path } of [receiptsContract.receiptSums, receiptsContract.receipts])
    await page.route(`**${path.replace(':id', '*')}*`, (route) => route.fulfill(failing))
  await actOn(row(page, title), '回执')
  await expect(drawer(page).getByRole('button', { name: '重试' })).toHaveCount(2)
  await expect(drawer(page)).not.toContainText('暂无')
  await page.unrouteAll()
  for (const _each of [1, 2]) await drawer(page).getByRole('button', { name: '重试' }).first().click()
  await expect(drawer(page)).toContainText('触达1')
  await expect(row(drawer(page), '未读')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.route(`**${publishedNoticesContract.published.path}*`, (route) => route.fulfill(failing))
  await bell(page).hover()
  const panel = page.getByRole('dialog', { name: '通知' })
  await expect(panel.getByRole('button', { name: '重试' })).toBeVisible()
  await expect(panel).not.toContainText('暂无')
  await page.unrouteAll()
  await panel.getByRole('button', { name: '重试' }).click()
  await expect(panel.getByRole('link', { name: new RegExp(title) })).toBeVisible()
})

import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, journey, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildCompany>[0]
const users = '/console/web/sys/users'
const reading = ['sysUsers:list', 'sysUsers:get']
const article = (page: Page) => page.getByRole('article').first()
const box = (page: Page) => page.getByRole('combobox', { name: '评论内容' }).first()

/** Someone who writes, and two others of the same company, one of which may not read users. */
const buildScene = async (stage: Stage) => {
  const companyId = await buildCompany(stage, `评论公司${process.pid}-${Date.now()}`)
  const menus = ['people', 'sys.users']
  const writer = await buildUser(stage, { companyId, permissions: [...reading, 'sysComments:add'], menus })
  const reader = await buildUser(stage, { companyId, permissions: reading, menus })
  const blind = await buildUser(stage, { companyId })
  for (const [{ id }, name] of [
    [writer, '周敏'],
    [reader, '张读'],
    [blind, '张盲'],
  ] as const)
    await stage.sql('update users set name = $2 where id = $1', [id, name])
  return { writer, reader, blind }
}

test(
  'a comment is written, changed and deleted by keyboard, and seen elsewhere as it is written',
  journey,
  async ({ page, context, stage }) => {
    const { writer, reader, blind } = await buildScene(stage)
    await signIn(page, writer)
    await page.goto(`${users}/${blind.id}?tab=comments`)
    await expect(page.getByText('暂无评论')).toBeVisible()

    const beside = await context.newPage()
    await beside.goto(`${users}/${blind.id}?tab=comments`)
    await expect(beside.getByText('暂无评论')).toBeVisible()

    await box(page).focus()
    await page.keyboard.type('请 @张')
    const options = page.getByRole('option')
    await expect(options).toHaveCount(2)
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await page.keyboard.type('盲')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveValue('请 @张盲 ')
    await page.keyboard.type('核对 <b>原样</b>')
    await page
      .getByLabel('选择附件')
      .setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('内容') })
    await expect(page.getByRole('list', { name: '附件' })).toContainText('说明.txt')
    await box(page).press('Control+Enter')
    await expect(article(page)).toContainText('请 @张盲 核对 <b>原样</b>')
    await expect(page.getByText('张盲 无权查看此页面，未收到提醒')).toBeVisible()
    await expect(page.getByRole('tab', { name: '评论 1' })).toBeVisible()
    await expect(article(beside)).toContainText('请 @张盲 核对')

    expect(await seriousViolationsInAllLooks(page)).toEqual([])

    await article(page).getByRole('button', { name: '编辑' }).press('Enter')
    await page.keyboard.type('，谢谢')
    await page.keyboard.press('Control+Enter')
    await expect(article(page)).toContainText('核对 <b>原样</b>，谢谢')
    await expect(article(page)).toContainText('已编辑')

    const downloaded = page.waitForEvent('download')
    await article(page).getByRole('button', { name: '下载说明.txt' }).click()
    expect((await downloaded).suggestedFilename()).toBe('说明.txt')

    await article(page).getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(article(page)).toContainText('该评论已由 周敏 删除')

    await signIn(beside, reader)
    await beside.goto(`${users}/${blind.id}?tab=comments`)
    await expect(article(beside)).toContainText('该评论已由 周敏 删除')
    await expect(box(beside)).toHaveCount(0)
  },
)

import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, journey, signIn, test } from './stage.ts'

const users = '/console/web/sys/users'
const reading = ['sysUsers:list', 'sysUsers:get']
const chips = (page: Page) => page.getByRole('list', { name: '标签' }).getByRole('listitem')

test(
  'a tag is added by keyboard, finds rows of the list, is renamed for all, and seen by readers',
  journey,
  async ({ page, stage }) => {
    const companyId = await buildCompany(stage, `标签公司${process.pid}-${Date.now()}`)
    const menus = ['people', 'sys.users', 'settings', 'sys.tags']
    const permissions = [...reading, 'sysUsers:edit', 'sysTags:list', 'sysTags:edit', 'sysTags:delete']
    const editor = await buildUser(stage, { companyId, permissions, menus })
    const reader = await buildUser(stage, { companyId, permissions: reading, menus })
    await stage.sql(`update users set name = '周敏' where id = $1`, [editor.id])
    await stage.sql(`update users set name = '张读' where id = $1`, [reader.id])
    const other = await buildUser(stage, { companyId })
    await stage.sql(`update users set name = '无签' where id = $1`, [other.id])
    await signIn(page, editor)

    await page.goto(`${users}/${reader.id}`)
    await page.getByRole('button', { name: '添加标签' }).press('Enter')
    const input = page.getByRole('combobox', { name: '添加标签' })
    await expect(input).toBeFocused()
    await page.keyboard.type('重点客户')
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveText(['重点客户'])
    await page.keyboard.type('待交接')
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveCount(2)
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await input.press('Escape')
    await expect(page.getByRole('button', { name: '添加标签' })).toBeFocused()
    await page.getByRole('button', { name: '移除标签“待交接”' }).press('Enter')
    await expect(chips(page)).toHaveText(['重点客户'])

    await page.goto(`${users}/${editor.id}`)
    await page.getByRole('button', { name: '添加标签' }).click()
    await page.keyboard.type('重点')
    const option = page.getByRole('option', { name: '重点客户' })
    await expect(option).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveText(['重点客户'])

    await page.goto('/console/web/sys/tags')
    const row = page.getByRole('row').filter({ hasText: '重点客户' })
    await expect(row).toContainText('2 个')
    await row.getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('标签名称').fill('重要客户')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('row').filter({ hasText: '重要客户' })).toContainText('2 个')

    await page.goto(users)
    await expect(page.getByText('无签')).toBeVisible()
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('combobox', { name: '标签' }).click()
    await page.getByTitle('重要客户').click()
    await expect(page).toHaveURL(/f\.tags=/)
    await expect(page.getByRole('table', { name: '用户' })).not.toContainText('无签')
    await expect(page.getByRole('table', { name: '用户' })).toContainText('张读')

    await page.goto('/console/web/sys/tags')
    await page.getByRole('row').filter({ hasText: '重要客户' }).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await expect(page.getByRole('dialog')).toContainText('2 个对象将失去该标签')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByRole('row').filter({ hasText: '重要客户' })).toHaveCount(0)

    await stage.sql(`delete from tags where company_id = $1 and name = '待交接'`, [companyId])
    await signIn(page, reader)
    await page.goto(`${users}/${editor.id}`)
    await expect(page.getByRole('tab', { name: '概况' })).toBeVisible()
    await expect(page.getByRole('button', { name: '添加标签' })).toHaveCount(0)
  },
)

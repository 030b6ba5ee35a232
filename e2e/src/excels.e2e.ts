import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { readWorkbook } from '@atrium/server/test/read-workbook.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]
const path = '/console/web/sys/excels'
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const templates = ['list', 'add', 'edit', 'delete', 'meta', 'run'].map((operation) => `sysExcels:${operation}`)
const enter = async (page: Page, stage: Stage) => {
  const companyId = await buildCompany(stage, `模板公司${randomBytes(4).toString('hex')}`)
  const permissions = [...templates, 'sysPosts:add', 'sysPosts:edit']
  await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['settings', 'sys.excels'] }))
  await page.goto(path)
}

test(
  'the columns of a template are edited beside a preview, and downloaded as a workbook',
  journey,
  async ({ page, stage }) => {
    await enter(page, stage)
    await expect(row(page, '岗位导入')).toContainText('内置')
    await actOn(row(page, '岗位导入'), '设置列')
    const preview = drawer(page).getByRole('region', { name: '预览' })
    await expect(preview.getByRole('row').nth(1)).toContainText('岗位名称编码级别')

    await drawer(page).getByLabel('岗位名称的列标题').fill('岗位全称')
    await expect(preview).toContainText('岗位全称')
    await drawer(page).getByRole('button', { name: '下移岗位全称' }).click()
    await expect(preview.getByRole('row').nth(1)).toContainText('编码岗位全称级别')
    await drawer(page).getByLabel('岗位全称：说明').fill('与人事系统一致')
    await drawer(page).getByLabel('编码的列标题').fill('')
    await drawer(page).getByRole('button', { name: '保存' }).click()
    await expect(drawer(page).getByRole('alert')).toHaveText('请输入列标题')
    await drawer(page).getByLabel('编码的列标题').fill('岗位编码')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/sys/excels/*/meta/v1', async (route) => {
      if (route.request().method() === 'PUT') await answered.promise
      await route.continue()
    })
    await drawer(page).getByRole('button', { name: '保存' }).click()
    const cancel = drawer(page).getByRole('button', { name: '取消' })
    await expect(cancel.locator('.spinner')).toBeVisible()
    await cancel.click()
    await expect(page.getByText('有任务正在执行中')).toBeVisible()
    answered.resolve()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const download = page.waitForEvent('download')
    await actOn(row(page, '岗位导入'), '下载模板')
    const file = await download
    expect(file.suggestedFilename()).toBe('岗位导入.xlsx')
    const sheets = await readWorkbook(await readFile(await file.path()))
    expect(sheets.岗位).toEqual([['岗位编码', '岗位全称', '级别']])
    expect(sheets.说明).toContainEqual(['岗位全称', '必填，最多 30 个字符', '与人事系统一致', '会计'])

    await actOn(row(page, '岗位导入'), '删除')
    await page.getByRole('dialog').last().getByRole('button', { name: '删除' }).click()
    await actOn(row(page, '岗位导入'), '设置列')
    await expect(drawer(page).getByRole('region', { name: '预览' })).toContainText('岗位名称')
  },
)

test('a template is added for data that the user may import, and stopped', async ({ page, stage }) => {
  await enter(page, stage)
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('数据').click()
  await page.getByTitle('岗位', { exact: true }).click()
  await drawer(page).getByLabel('模板名称').fill('门店岗位')
  await drawer(page).getByLabel('编码').fill('store-posts')
  await drawer(page).getByLabel('匹配字段').click()
  await page.getByTitle('岗位名称', { exact: true }).click()
  await drawer(page).locator(submitButton).click()
  await expect(row(page, 'store-posts')).toContainText('岗位名称')
  await actOn(row(page, 'store-posts'), '编辑')
  await drawer(page).getByLabel('状态').click()
  await page.getByTitle('停用', { exact: true }).click()
  await drawer(page).locator(submitButton).click()
  await expect(row(page, 'store-posts')).toContainText('停用')
  await expect(row(page, 'store-posts').getByRole('button', { name: '下载模板' })).toHaveCount(0)
})

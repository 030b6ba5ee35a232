import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { filledWorkbook } from '@atrium/server/test/filled-workbook.ts'
import { readWorkbook } from '@atrium/server/test/read-workbook.ts'
import { buildParts, buildZip } from '@atrium/server/test/workbook-parts.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, journey, signIn, test } from './stage.ts'

type Stage = Parameters<typeof buildCompany>[0]
const drawer = (page: Page) => page.getByRole('dialog').last()
const posts = ['list', 'add', 'edit', 'delete'].map((operation) => `sysPosts:${operation}`)
const enter = async (page: Page, stage: Stage) => {
  const companyId = await buildCompany(stage, `导入公司${randomBytes(4).toString('hex')}`)
  const permissions = [...posts, 'sysExcels:list', 'sysExcels:run']
  await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.posts'] }))
  await page.goto('/console/web/sys/posts')
}
/** Looks at the page in the width of a phone; the list's toolbar then folds its tools. */
const turnScreen = async (page: Page, look: () => Promise<unknown>) => {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: '更多', exact: true, includeHidden: true })).toBeAttached()
  await look()
  await page.setViewportSize(before)
}
const downloaded = async (page: Page, button: Locator) => {
  const download = page.waitForEvent('download')
  await button.click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
const choose = (page: Page, name: string, bytes: Uint8Array) =>
  drawer(page)
    .getByLabel('选择要导入的文件')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
const count = (page: Page, verdict: string) =>
  drawer(page).getByRole('button', { name: new RegExp(`^${verdict} \\d+$`) })

test(
  'posts are imported from a filled template, after its errors are corrected, and taken back',
  journey,
  async ({ page, stage }) => {
    await enter(page, stage)
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const template = await downloaded(page, drawer(page).getByRole('button', { name: '下载模板' }))
    expect(template.name).toBe('岗位导入.xlsx')

    const rows = [
      ['会计', 'accountant', '基层'],
      ['厨师', 'cook', '大师'],
    ]
    await choose(page, '岗位.xlsx', await filledWorkbook(template.bytes, rows))
    const matched = '3 列中 3 列已匹配；必填字段齐全'
    await expect(drawer(page).getByRole('status')).toHaveText(matched)
    await turnScreen(page, () => expect(drawer(page).getByRole('status')).toHaveText(matched))
    await drawer(page).getByRole('button', { name: '试运行' }).click()
    await expect(count(page, '拒绝')).toHaveText('拒绝 1')
    await expect(drawer(page).getByRole('region', { name: '拒绝的行' })).toContainText(
      '只能填写：未定级、高层、中层、基层',
    )

    const errors = await downloaded(page, drawer(page).getByRole('button', { name: '下载错误表' }))
    expect(errors.name).toBe('岗位-错误.xlsx')
    expect((await readWorkbook(errors.bytes)).岗位?.[0]).toEqual(['岗位名称', '编码', '级别', '错误'])
    await drawer(page).getByRole('button', { name: '上一步' }).click()
    await drawer(page).getByRole('button', { name: '更换文件' }).click()
    const corrected = [rows[0] ?? [], ['厨师', 'cook', '中层']]
    await choose(page, '岗位-改.xlsx', await filledWorkbook(errors.bytes, corrected))
    await drawer(page).getByRole('button', { name: '试运行' }).click()
    await expect(count(page, '新增')).toHaveText('新增 2')

    // Nothing is lost when the page is left.
    await page.reload()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await drawer(page).getByRole('button', { name: '岗位-改.xlsx' }).click()
    await drawer(page).getByRole('button', { name: '导入 2 行' }).click()
    await expect(drawer(page).getByRole('heading', { name: '导入完成' })).toBeVisible()
    await expect(drawer(page).getByRole('status')).toHaveText('已导入 2 行（新增 2）')
    await drawer(page).getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'cook' })).toContainText('中层')

    await page.getByRole('button', { name: '导入', exact: true }).click()
    await drawer(page).getByRole('button', { name: '岗位-改.xlsx' }).click()
    await drawer(page).getByRole('button', { name: '撤销导入' }).click()
    await drawer(page).getByRole('button', { name: '撤销导入' }).last().click()
    await expect(drawer(page).getByRole('heading', { name: '导入已撤销' })).toBeVisible()
    await drawer(page).getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'cook' })).toHaveCount(0)
  },
)

test('titles are found below a title of the whole, and hidden rows are said aloud', async ({ page, stage }) => {
  await enter(page, stage)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const row = (cells: readonly string[], attributes = '') =>
    `<row ${attributes}>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const titles = ['岗位名称', '编码', '级别']
  const rows = [
    row(['岗位登记表']),
    row(titles),
    row(['会计', 'accountant', '基层']),
    row(['厨师', 'cook', '基层'], 'hidden="1"'),
  ]
  await choose(page, '岗位.xlsx', await buildZip(buildParts(rows.join(''))))
  await expect(drawer(page).getByRole('status')).toHaveText('3 列中 3 列已匹配；必填字段齐全')
  await expect(drawer(page).getByText(/^第 2 行：/)).toBeVisible()
  await drawer(page).getByRole('button', { name: '试运行' }).click()
  await expect(count(page, '新增')).toHaveText('新增 2')
  await expect(drawer(page).getByRole('list', { name: '文件提示' })).toHaveText('有 1 行被隐藏或筛选，同样会导入')
})

import { randomBytes } from 'node:crypto'
import { buildTenant, buildUser, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const address = '/console/web/sys/areas'
const branch = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d`) })

test('areas are opened level by level, searched by pinyin, and followed after their end', journey, async ({ page }) => {
  await signIn(page)
  await page.goto(address)
  await branch(page, '浙江省').click()
  await branch(page, '杭州市').click()
  await branch(page, '西湖区').click()
  await expect(page.getByText('北山街道')).toBeVisible()
  await page.getByRole('textbox', { name: '搜索行政区划' }).fill('liangjiangxinqu')
  await expect(page.getByText('重庆市 / 市辖区 / 两江新区')).toBeVisible()
  await page.getByRole('tab', { name: '已撤销' }).click()
  await page.getByPlaceholder(/搜索代码/).fill('500105')
  await page.getByPlaceholder(/搜索代码/).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: '江北区' })).toContainText('两江新区')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

test('a company’s area is chosen by pinyin, and its details show the path', async ({ page, stage }) => {
  const permissions = ['sysCompanys:list', 'sysCompanys:edit']
  const companyId = await readPlatformCompany(stage)
  const user = await buildUser(stage, { companyId, permissions, menus: ['tenancy', 'sys.companies'] })
  const name = `区划公司${randomBytes(4).toString('hex')}`
  await buildTenant(stage, name)
  await signIn(page, user)
  await page.goto(`/console/web/sys/tenancy/companies?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await actOn(row.first(), '编辑')
  const drawer = page.getByRole('dialog').last()
  await drawer.getByRole('combobox', { name: '所在地区' }).fill('xihuqu')
  await page.getByTitle('浙江省 / 杭州市 / 西湖区').click()
  await drawer.locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('浙江省 / 杭州市 / 西湖区').first()).toBeVisible()
})

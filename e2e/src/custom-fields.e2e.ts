import { randomBytes } from 'node:crypto'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const save = async (page: Page) => {
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test(
  'a field that is added stands in the form and the list of its entity, until it is deleted',
  journey,
  async ({ page }) => {
    const word = randomBytes(4).toString('hex')
    const name = `序列${word}`
    await signIn(page)
    await page.goto('/console/web/sys/custom-fields')
    await page.getByRole('button', { name: '新增' }).first().click()
    await drawer(page).getByLabel('对象').click()
    await page.locator('.ant-select-item-option').filter({ hasText: '岗位' }).click()
    await drawer(page).getByLabel('字段名称').first().fill(name)
    await drawer(page).getByLabel('标识').fill(`f${word}`)
    await drawer(page).getByLabel('格式（正则表达式）').fill('[A-Z]\\d')
    await drawer(page).getByRole('switch', { name: '必填' }).click()
    await drawer(page).getByRole('switch', { name: '可筛选和排序' }).click()
    await expect(drawer(page).getByRole('region', { name: '预览' })).toContainText(name)
    await save(page)
    await expect(row(page, name)).toContainText('必填、可筛选')

    await page.goto('/console/web/sys/posts')
    await page.getByRole('button', { name: '新增' }).first().click()
    await drawer(page).getByLabel('岗位名称').fill(`岗位${word}`)
    await drawer(page).getByLabel('编码').fill(`p-${word}`)
    await drawer(page).locator(submitButton).click()
    await expect(drawer(page)).toContainText(`请填写${name}`)
    await drawer(page).getByLabel(name).fill('m1')
    await drawer(page).locator(submitButton).click()
    await expect(drawer(page)).toContainText('格式不正确')
    await drawer(page).getByLabel(name).fill('M1')
    await save(page)
    await expect(row(page, `岗位${word}`)).toContainText('M1')
    await page.goto(`/console/web/sys/posts?f.custom=${encodeURIComponent(JSON.stringify({ [`f${word}`]: 'M2' }))}`)
    await expect(page.getByText('没有符合条件的')).toBeVisible()

    await page.goto('/console/web/sys/custom-fields')
    await actOn(row(page, name), '删除')
    await expect(page.getByRole('dialog')).toContainText('1 家公司的 1 条数据填写了该字段')
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await expect(row(page, name)).toHaveCount(0)

    // A link from before shows the list again without it.
    await page.goto(`/console/web/sys/posts?sort=custom.f${word}`)
    await page.getByRole('alert').getByRole('button', { name: '清除条件' }).click()
    await expect(row(page, `岗位${word}`)).toBeVisible()
  },
)

test('a field that is called like a value of the product stands beside it', async ({ page, stage }) => {
  const companyId = await buildTenant(stage, `字段公司${randomBytes(4).toString('hex')}`)
  const permissions = ['sysUsers:list', 'sysUsers:get', 'sysUsers:edit', 'sysCustomFields:list', 'sysCustomFields:add']
  const menus = ['people', 'sys.users', 'settings', 'sys.customFields']
  await signIn(page, await buildUser(stage, { companyId, permissions, menus }))
  await page.goto('/console/web/sys/custom-fields')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('字段名称').first().fill('性别')
  await drawer(page).getByLabel('标识').fill('gender')
  await save(page)
  const user = await buildUser(stage, { companyId })
  await page.goto(`/console/web/sys/users/${user.id}`)
  await page.getByRole('button', { name: '编辑' }).click()
  await drawer(page).getByRole('textbox', { name: '性别' }).fill('不便说明')
  await save(page)
  await expect(page.getByRole('term').filter({ hasText: '性别' })).toHaveCount(2)
})

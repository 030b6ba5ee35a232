import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const save = (page: Page) => drawer(page).getByRole('button', { name: '确定' }).click()

test('posts are added, edited and deleted; a taken code is refused at its field', journey, async ({ page }) => {
  const code = `e2e-${randomBytes(4).toString('hex')}`
  const name = `岗位${code}`
  await signIn(page)
  await page.goto('/console/web/sys/posts')

  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('岗位名称').fill(name)
  await drawer(page).getByLabel('编码').fill(code)
  await save(page)
  await expect(row(page, code)).toContainText(name)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('岗位名称').fill(`${name}二`)
  await drawer(page).getByLabel('编码').fill(code)
  await save(page)
  await expect(drawer(page).getByText('岗位编码已存在')).toBeVisible()
  await drawer(page).getByLabel('编码').fill(`${code}-2`)
  await save(page)
  await expect(row(page, `${code}-2`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await actOn(row(page, `${code}-2`), '编辑')
  await expect(drawer(page).getByLabel('岗位名称')).toHaveValue(`${name}二`)
  await drawer(page).getByLabel('岗位名称').fill(`${name}三`)
  await save(page)
  await expect(row(page, `${name}三`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  for (const each of [`${name}三`, code]) {
    await actOn(row(page, each), '删除')
    await page
      .getByRole('button', { name: /^(删除|确定)$/ })
      .last()
      .click()
    await expect(row(page, each)).toHaveCount(0)
  }
})

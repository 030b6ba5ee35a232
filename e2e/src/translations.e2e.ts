import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'

const address = '/console/web/sys/texts'
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const search = async (page: Page, words: string) => {
  await page.getByPlaceholder(/屏幕上看到的文字/).fill(words)
  await page.keyboard.press('Enter')
}

test(
  'a name is translated beside its field, and a page in English shows it',
  journey,
  async ({ page, browser, stage }) => {
    const name = `长期出差${randomBytes(3).toString('hex')}`
    const companyId = await buildCompany(stage, `公司${name}`)
    await stage.sql(
      `insert into dict_layers (company_id, id, group_id, code, name, status, sort)
     select $1, gen_random_uuid(), id, 'away', $2, 1, 1 from dict_groups where code = 'lockReason'`,
      [companyId, name],
    )
    const permissions = ['sysDicts:list', 'sysDicts:edit', 'sysTexts:list', 'sysTexts:edit']
    const menus = ['settings', 'sys.dicts', 'sys.texts']
    const user = await buildUser(stage, { companyId, permissions, menus })
    await signIn(page, user)
    await page.goto('/console/web/sys/dicts?f.group=lockReason')
    await actOn(row(page, name), '编辑')
    await page.getByRole('button', { name: `“${name}”的译文` }).click()
    const field = page.getByLabel('English', { exact: true })
    await field.fill('Travelling')
    await field.press('Enter')
    await expect(page.getByRole('button', { name: '保存English译文' })).toHaveCount(0)

    await page.goto(address)
    await expect(row(page, name)).toContainText('Travelling')
    await expect(page.getByRole('list', { name: '语言' })).toContainText('English')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])

    const context = await browser.newContext({ locale: 'en-US' })
    const english = await context.newPage()
    await signIn(english, user)
    await english.goto('/console/web/sys/dicts?f.group=lockReason')
    await expect(row(english, 'Travelling')).toBeVisible()
    await context.close()
  },
)

test('a sentence is found as it stands on the screen, rewritten by keyboard, and restored', async ({ page }) => {
  // Without punctuation: the log of this administrator is read by the room of the language of tests.
  const source = '选择区划文件'
  await signIn(page)
  await page.goto(address)
  await search(page, source)
  const text = page.getByRole('button', { name: `编辑“${source}”的译文` })
  await text.focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel(`“${source}”的译文`, { exact: true })
  await field.fill('Pick regions {now}')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('原文中没有 {now}')
  await field.fill('Pick regions')
  await field.press('Enter')
  await expect(text).toContainText('Pick regions')
  await expect(row(page, source)).toContainText('已改写')
  await page.getByRole('button', { name: `恢复“${source}”` }).click()
  await expect(row(page, source)).not.toContainText('已改写')
  await text.click()
  await field.fill('没有保存')
  await field.press('Escape')
  await expect(row(page, source)).not.toContainText('没有保存')
})

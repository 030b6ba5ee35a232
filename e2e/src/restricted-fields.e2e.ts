import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const choose = async (page: Page, label: string, option: string) => {
  await drawer(page).getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click()
}
const save = async (page: Page) => {
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const operation = `field${randomBytes(4).toString('hex')}`
test.afterEach(({ stage }) => stage.sql('delete from elements where operation like $1', [`${operation}%`]))

// No other test depends on mail addresses or remarks of users: a restriction applies to all companies of this database.
test('elements that restrict a field hide it from users without them', async ({ page, browser, stage }) => {
  const companyId = await buildCompany(stage, `保密公司${operation}`)
  const permissions = ['list', 'get', 'edit'].map((each) => `sysUsers:${each}`)
  const reader = await buildUser(stage, { companyId, permissions, menus: ['people', 'sys.users'] })
  const person = await buildUser(stage, { companyId })
  await stage.sql(`update users set name = '保密人', email = 'kept@example.cn', remark = '常客' where id = $1`, [
    person.id,
  ])

  await signIn(page)
  for (const [at, field, effect] of [
    [1, '用户的邮箱', '隐藏'],
    [2, '用户的备注', '只读'],
  ] as const) {
    await page.goto('/console/web/sys/access/modules?f.module=sysUsers')
    await page.getByRole('search').getByRole('button', { name: '新增' }).click()
    await drawer(page).getByLabel('操作编码').fill(`${operation}${at}`)
    await drawer(page).getByLabel('权限点名称').fill(`${field}全部`)
    await choose(page, '类型', '字段')
    await drawer(page).locator(submitButton).click()
    await expect(drawer(page)).toContainText('请选择字段和限制方式')
    await choose(page, '限制的字段', field)
    await choose(page, '限制方式', effect)
    await drawer(page).locator(submitButton).click()
    await expect(drawer(page)).toContainText(/\d+ 家公司的 \d+ 人未持有该权限点/)
    // The impact covers all companies: if another test adds a user meanwhile, the new impact must be confirmed as well.
    await expect(async () => {
      const confirm = drawer(page).getByRole('button', { name: '确认保存' })
      if ((await confirm.count()) > 0) await confirm.click({ timeout: 2000 })
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2000 })
    }).toPass({ timeout: 60_000 })
    await page.goto('/console/web/sys/access/modules?f.module=sysUsers&f.kind=field')
    await expect(row(page, `${operation}${at}`)).toContainText('字段')
  }

  const other = await browser.newPage()
  await signIn(other, reader)
  await other.goto('/console/web/sys/users')
  await actOn(row(other, '保密人'), '编辑')
  await expect(drawer(other).getByLabel('邮箱')).toBeDisabled()
  await expect(drawer(other).getByLabel('邮箱')).toHaveValue('')
  await expect(drawer(other)).toContainText('您没有查看和修改权限，保存后保持不变')
  await expect(drawer(other).getByLabel('备注')).toBeDisabled()
  await expect(drawer(other).getByLabel('备注')).toHaveValue('常客')
  await drawer(other).getByLabel('姓名').fill('保密人二')
  await save(other)
  await expect(row(other, '保密人二')).toBeVisible()
  const [stored] = await stage.sql('select email, remark from users where id = $1', [person.id])
  expect(stored).toEqual({ email: 'kept@example.cn', remark: '常客' })
  await actOn(row(other, '保密人二'), '详情')
  const details = other.getByRole('region', { name: '用户：保密人二' })
  await expect(details).toContainText('没有查看权限')
  await expect(details).not.toContainText('kept@example.cn')
  await other.close()
})

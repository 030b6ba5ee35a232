import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { actOn, expect } from './stage.ts'
import { submitButton } from './submit-button.ts'

export const address = '/console/web/sys/news'
export const drawer = (page: Page) => page.getByRole('dialog').last()
export const row = (page: Page | Locator, text: string) => page.getByRole('row').filter({ hasText: text })
export const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^通知/ })
export const makeTitle = () => `公告${randomBytes(4).toString('hex')}`
export const permissions = ['list', 'add', 'edit', 'delete', 'issue', 'revoke', 'receipts'].map(
  (each) => `sysNews:${each}`,
)

export const write = async (page: Page, title: string, then?: () => Promise<void>) => {
  await page.goto(address)
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await drawer(page).getByLabel('标题', { exact: true }).fill(title)
  await drawer(page).getByRole('textbox', { name: '正文' }).fill('本周六停机维护')
  await then?.()
  await drawer(page).getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, title)).toContainText('草稿')
}
export const issue = async (page: Page, title: string) => {
  await actOn(row(page, title), '发布')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, title)).toContainText('已发布')
}

export const submit = async (page: Page, title: string) => {
  await actOn(row(page, title), '提交审核')
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
  await expect(row(page, title)).toContainText('待审核')
}

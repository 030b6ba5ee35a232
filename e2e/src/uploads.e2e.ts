import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test } from './stage.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const onTheWay = (page: Page) => page.getByRole('list', { name: '正在上传的文件' })
const choose = (page: Page, name: string, content: Buffer) =>
  page.getByLabel('选择文件').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })
const makeName = (ending: string) => `文件${randomBytes(4).toString('hex')}.${ending}`

test('a file is uploaded in parts, shown with its details, and deleted with what breaks', async ({ page }) => {
  const name = makeName('txt')
  await signIn(page)
  await page.goto('/console/web/sys/uploads')
  const content = Buffer.from(randomBytes(5 * 1024 * 1024).toString('hex'))
  await choose(page, name, content)
  await expect(row(page, name)).toContainText('10.0 MB')
  await expect(onTheWay(page)).toHaveCount(0)
  await expect(row(page, name)).toContainText('可用')

  await actOn(row(page, name), '详情')
  const details = page.getByRole('dialog').last()
  await expect(details).toContainText('暂未使用')
  const download = page.waitForEvent('download')
  await details.getByRole('link', { name: '下载文件' }).click()
  expect((await download).suggestedFilename()).toBe(name)
  await page.keyboard.press('Escape')

  await actOn(row(page, name), '删除')
  const question = page.getByRole('dialog').last()
  await expect(question).toContainText('将释放 10.0 MB')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('a refused file says why, and one on its way is cancelled', journey, async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/sys/uploads')
  await choose(page, makeName('png'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
  await expect(onTheWay(page).getByRole('alert')).toContainText('不支持该类型的文件')
  await onTheWay(page).getByRole('button', { name: /移除/ }).click()
  await expect(onTheWay(page)).toHaveCount(0)

  const name = makeName('txt')
  await page.route('**/uploads/tus/v1/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await choose(page, name, Buffer.from('hello'))
  await expect(onTheWay(page)).toContainText(name)
  const cancelled = page.waitForRequest((request) => request.method() === 'DELETE')
  await onTheWay(page)
    .getByRole('button', { name: `取消“${name}”` })
    .click()
  await cancelled
  await expect(onTheWay(page)).toHaveCount(0)
  await expect(row(page, name)).toHaveCount(0)
})

test('a file that the scanner cannot judge says so, and is scanned again on request', async ({ page, stage }) => {
  const name = makeName('txt')
  await signIn(page)
  await page.goto('/console/web/sys/uploads')
  await choose(page, name, Buffer.from(`text of ${name}`))
  await expect(row(page, name)).toContainText('可用')
  await stage.sql(`update files set state = 'quarantined' where name = $1`, [name])
  await page.reload()
  await expect(row(page, name)).toContainText('查毒失败')

  await actOn(row(page, name), '详情')
  await expect(page.getByRole('dialog').last()).toContainText('多次查毒未得出结果，文件不能下载')
  await page.keyboard.press('Escape')
  await actOn(row(page, name), '重新查毒')
  await page.getByRole('dialog').last().getByRole('button', { name: '重新查毒' }).click()
  await expect(row(page, name)).toContainText('查毒中')
})

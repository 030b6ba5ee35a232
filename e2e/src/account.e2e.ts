import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const open = async (page: Page) => {
  await page.goto('/console/web/user/profile')
  await expect(page.getByRole('button', { name: '编辑个人资料' })).toBeVisible()
}
const edit = async (page: Page) => {
  await page.getByRole('button', { name: '编辑个人资料' }).click()
  await expect(drawer(page).getByLabel('姓名')).toBeVisible()
}
const save = (page: Page) => drawer(page).locator(submitButton).click()

let user: Awaited<ReturnType<typeof buildUser>>
test.beforeEach(async ({ page, stage }) => {
  user = await buildUser(stage, { companyId: await buildCompany(stage, `本人公司${Date.now()}`) })
  await signIn(page, user)
})

test('a user without menus has a profile and security settings', async ({ page }) => {
  await page.goto('/console/dashboard')
  for (const [title, address] of [
    ['个人中心', /\/console\/web\/user\/profile$/],
    ['安全设置', /\/console\/web\/user\/security$/],
  ] as const) {
    await page.getByRole('button', { name: /张伟/ }).click()
    await page.getByRole('menuitem', { name: title }).click()
    await expect(page).toHaveURL(address)
    await expect(page.locator('.sidebar').getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveTitle(new RegExp(`^${title} - `))
    await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link').last()).toHaveText(title)
    await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText(`工作台${title}`)
  }
})

test('profile changes are shown across the console', journey, async ({ page }) => {
  await open(page)
  await edit(page)
  await drawer(page).getByLabel('姓名').fill(' ')
  await save(page)
  await expect(drawer(page)).toContainText('请输入姓名')
  await drawer(page).getByLabel('姓名').fill('王小明')
  await drawer(page).getByLabel('性别').click()
  await page.getByTitle('女', { exact: true }).click()
  await drawer(page).getByLabel('个性签名').fill('行到水穷处')
  await drawer(page).getByLabel('时区').fill('Tokyo')
  await page.getByTitle(/^Asia\/Tokyo/).click()
  await save(page)
  await expect(page.getByText('操作成功').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '王小明' })).toBeVisible()
  await expect(page.getByText('行到水穷处')).toBeVisible()
  await expect(page.getByText(/^Asia\/Tokyo/)).toBeVisible()
  await expect(page.getByRole('button', { name: /王小明/ })).toBeVisible()
})

test('times are shown in the chosen zone, also after a reload', async ({ page, stage }) => {
  const [row] = await stage.sql(
    `update users set time_zone = 'America/New_York', created_at = '2026-01-15T03:04:05Z', version = version + 1
     where id = $1 returning id`,
    [user.id],
  )
  expect(row?.id).toBe(user.id)
  await open(page)
  await expect(page.getByText('2026-01-14 22:04:05')).toBeVisible()
  await edit(page)
  await drawer(page).getByLabel('时区').fill('UTC')
  await page.getByTitle(/^UTC/).first().click()
  await save(page)
  await expect(page.getByText('2026-01-15 03:04:05')).toBeVisible()
})

test('the second of two editors sees both versions and chooses one', thorough, async ({ page, stage }) => {
  await open(page)
  await edit(page)
  await drawer(page).getByLabel('姓名').fill('我起的名字')
  await stage.sql(`update users set name = '别人起的名字', version = version + 1 where id = $1`, [user.id])
  await save(page)
  await expect(page.getByText('别人起的名字')).toBeVisible()
  await page.getByRole('button', { name: '使用我的' }).click()
  await expect(page.getByRole('heading', { name: '我起的名字' })).toBeVisible()
})

/** An image drawn by the browser itself. */
const picture = async (page: Page, type: string) => {
  const address = await page.evaluate((type) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const pen = canvas.getContext('2d')
    if (pen) pen.fillStyle = '#0a53c1'
    pen?.fillRect(160, 40, 320, 320)
    return canvas.toDataURL(type)
  }, type)
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('main input[type=file]').setInputFiles({ name, mimeType, buffer })

for (const [type, when] of [
  ['image/png', {}],
  ['image/jpeg', thorough],
] as const) {
  test(`a portrait is cropped and shown: ${type}`, when, async ({ page }) => {
    await open(page)
    await choose(page, '头像', type, await picture(page, type))
    const crop = page.getByRole('dialog', { name: '裁剪头像' })
    const area = crop.getByRole('group', { name: /头像范围/ })
    await area.focus()
    await area.press('ArrowLeft')
    await crop.getByLabel('缩放').fill('2')
    await crop.getByRole('button', { name: '保存' }).click()
    await expect(crop).toHaveCount(0)
    for (const place of ['banner', 'main'] as const) await expect(page.getByRole(place).locator('img')).toBeVisible()
    const [width, height] = await page
      .getByRole('main')
      .locator('img')
      .evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []))
    expect([width, height]).toEqual([256, 256])
  })
}

test('only JPG and PNG are accepted as portrait, whatever the file name', async ({ page }) => {
  const refusal = page.getByText('上传头像图片只能是 JPG或PNG 格式!')
  await open(page)
  await choose(page, 'x.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(refusal).toBeVisible()
  await expect(refusal).toHaveCount(0)
  await choose(page, 'x.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the own log is filtered and paged, with its state in the address', async ({ page }) => {
  await open(page)
  const log = page.getByRole('region', { name: '我的日志' })
  await expect(log.getByRole('cell', { name: '登录', exact: true })).toBeVisible()
  await edit(page)
  await drawer(page).getByLabel('个性签名').fill('改一次')
  await save(page)
  await expect(log.getByRole('cell', { name: '修改个人资料' })).toBeVisible()
  await log.getByLabel('事件').click()
  await page.getByTitle('修改密码', { exact: true }).click()
  await expect(page).toHaveURL(/f\.event=password\.changed/)
  await expect(log).toContainText('暂无“修改密码”的记录')
  await log.getByRole('button', { name: '查看全部' }).click()
  await expect(log.getByRole('cell', { name: '修改个人资料' })).toBeVisible()
  await page.goto('/console/web/user/profile?f.event=profile.updated')
  await expect(log.getByRole('cell', { name: '修改个人资料' })).toBeVisible()
  await expect(log.getByRole('cell', { name: '登录', exact: true })).toHaveCount(0)
})

test('contacts link to the security settings', async ({ page }) => {
  await open(page)
  await page.getByRole('link', { name: '去绑定' }).first().click()
  await expect(page).toHaveURL(/\/web\/user\/security$/)
})

import { randomBytes } from 'node:crypto'
import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { addAuthenticator, atHostName } from './authenticator.ts'
import { actOn, expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const question = (page: Page) => page.getByRole('dialog', { name: '请验证身份' })
const gone = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)

// One after the other: the tests of reauthentication change the API that adds posts.
test.describe.configure({ mode: 'default' })

const save = (page: Page) => drawer(page).locator(submitButton).click()

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
    await page.getByRole('button', { name: '删除', exact: true }).last().click()
    await expect(row(page, each)).toHaveCount(0)
  }
})

const api = 'POST/api/sys/posts/v1'
/** Requires reauthentication for the API that adds posts. */
const requireReauthentication = async (page: Page) => {
  await signIn(page)
  await page.goto('/console/web/sys/access/apis?search=posts/v1&sort=method')
  await actOn(row(page, api), '编辑')
  await expect(drawer(page)).toContainText('验证后 10 分钟内有效')
  await drawer(page).getByRole('switch', { name: '要求验证身份' }).click()
  await drawer(page).locator(submitButton).click()
  await gone(page)
  await expect(row(page, api)).toContainText('验证身份')
}
test.afterEach(({ stage }) => stage.sql(`update apis set mfa = false where path = '/api/sys/posts/v1'`))

const buildClerk = async (stage: FactoryContext) =>
  buildUser(stage, {
    companyId: await buildCompany(stage, `岗位公司${Date.now()}`),
    permissions: ['sysPosts:list', 'sysPosts:add'],
    menus: ['people', 'sys.posts'],
  })
const add = async (page: Page, name: string) => {
  await page.getByRole('search').getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('岗位名称').fill(name)
  await drawer(page).getByLabel('编码').fill(name)
  await drawer(page).locator(submitButton).click()
}

test(
  'an API that requires reauthentication asks once, and then completes the call',
  journey,
  async ({ page, browser, stage }) => {
    await requireReauthentication(page)
    const person = await buildClerk(stage)
    const other = await browser.newPage()
    await signIn(other, person)
    await other.goto('/console/web/sys/posts')
    await add(other, 'manager')
    await question(other).getByRole('button', { name: '取消' }).click()
    await expect(question(other)).toHaveCount(0)
    // Nothing was changed or lost, and no error is shown.
    await expect(other.getByText('需要二次验证')).toHaveCount(0)
    await expect(drawer(other).getByLabel('岗位名称')).toHaveValue('manager')

    await drawer(other).locator(submitButton).click()
    await expect(question(other)).toBeVisible()
    await other.keyboard.press('Escape')
    await expect(question(other)).toHaveCount(0)
    await expect(other.getByText('有任务正在执行中')).toHaveCount(0)
    await expect(drawer(other).getByLabel('岗位名称')).toHaveValue('manager')

    await drawer(other).locator(submitButton).click()
    await expect(question(other).getByLabel('密码', { exact: true })).toBeFocused()
    await question(other).getByLabel('密码', { exact: true }).fill('Wrong#Pass1')
    await other.keyboard.press('Enter')
    await expect(question(other)).toContainText('当前密码不正确')
    await question(other).getByLabel('密码', { exact: true }).fill(person.password)
    await other.keyboard.press('Enter')
    await gone(other)
    await expect(row(other, 'manager')).toHaveCount(1)
    await add(other, 'clerk')
    await gone(other)
    await expect(row(other, 'clerk')).toHaveCount(1)
    await other.close()
  },
)

test.describe('with a passkey', () => {
  test.use(atHostName)

  test('a user reauthenticates with it, and the call completes', thorough, async ({ page, browser, stage }) => {
    await requireReauthentication(page)
    const person = await buildClerk(stage)
    const other = await browser.newPage()
    await addAuthenticator(other)
    await signIn(other, person)
    await other.goto('/console/web/user/security')
    await other.getByRole('button', { name: '添加通行密钥' }).click()
    await drawer(other).getByLabel('当前密码').fill(person.password)
    await drawer(other).getByRole('button', { name: '创建' }).click()
    await expect(drawer(other).getByRole('list', { name: '通行密钥' }).getByRole('listitem')).toHaveCount(1)
    await other.goto('/console/web/sys/posts')
    await add(other, 'manager')
    await question(other).getByRole('button', { name: '使用通行密钥验证' }).click()
    await gone(other)
    await expect(row(other, 'manager')).toHaveCount(1)
    await other.close()
  })
})

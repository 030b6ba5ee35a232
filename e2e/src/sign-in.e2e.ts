import { administrator } from '@atrium/server/test/administrator.ts'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { expect, signIn, test } from './stage.ts'

const form = (page: import('@playwright/test').Page) => ({
  account: page.getByLabel('账号'),
  password: page.getByLabel('密码', { exact: true }),
  submit: page.getByRole('button', { name: '登录', exact: true }),
})

test('a stranger is sent to the sign-in page and comes back to where he wanted', async ({ page }) => {
  await page.goto('/console/web/sys/bases?page=2')
  await expect(page).toHaveURL(/\/console\/login\?to=/)
  await expect(page).toHaveTitle(/登录 - /)
  const { account, password } = form(page)
  await account.fill(administrator.account)
  await password.fill(administrator.password)
  await password.press('Enter')
  await expect(page).toHaveURL(/\/console\/web\/sys\/bases\?page=2/)
  await page.goto('/console/login')
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

test('an address outside the console is never followed after sign-in', async ({ page }) => {
  await page.goto('/console/login?to=//example.com/x')
  const { account, password, submit } = form(page)
  await account.fill(administrator.account)
  await password.fill(administrator.password)
  await submit.click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

test('says what is missing and what is wrong, and asks for a captcha after three failures', async ({ page, stage }) => {
  const user = await buildUser(stage, { companyId: await buildCompany(stage, `登录公司${Date.now()}`) })
  await page.goto('/console/login')
  const { account, password, submit } = form(page)
  await submit.click()
  await expect(page.getByText('请输入账号')).toBeVisible()
  await account.fill(user.account)
  for (let tries = 0; tries < 3; tries += 1) {
    await password.fill('Wrong#Pass1')
    const answered = page.waitForResponse(/login\/verify/)
    await submit.click()
    await answered
    await expect(page.getByRole('alert')).toHaveText('账号或密码错误')
  }
  const captcha = page.getByRole('textbox', { name: '验证码' })
  await expect(captcha).toBeVisible()
  await password.fill(user.password)
  await captcha.fill('----')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('验证码错误或已过期')
})

test('a first password must be changed before the console opens', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `新人公司${Date.now()}`)
  const user = await buildUser(stage, { companyId, mustChange: true })
  await page.goto('/console/login')
  const { account, password, submit } = form(page)
  await account.fill(user.account)
  await password.fill(user.password)
  await submit.click()
  const fresh = page.getByLabel('新密码', { exact: true })
  await fresh.fill('short')
  await page.getByLabel('确认新密码').fill('short')
  await page.getByRole('button', { name: '修改密码并登录' }).click()
  await expect(page.getByText(/密码不符合规则/).first()).toBeVisible()
  await fresh.fill('Fresh#Pass99')
  await page.getByLabel('确认新密码').fill('Fresh#Pass99')
  await page.getByLabel('确认新密码').press('Enter')
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

test('signing out clears the browser and returns to the sign-in page', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: /系统管理员/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/console\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|aes/i.test(key)))).toEqual([])
})

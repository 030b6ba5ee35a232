import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import { codeSentTo, newPhone, solveCaptcha } from './captcha-and-codes.ts'
import { expect, journey, signIn, test } from './stage.ts'

const generic = '如果账号存在，验证码已发送'

test('a forgotten password is replaced with a code sent to the phone', journey, async ({ page, stage }) => {
  const phone = newPhone()
  const { account } = await buildUser(stage, { companyId: await buildCompany(stage, `忘记公司${phone}`), phone })
  await page.goto('/console/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await expect(page).toHaveURL(/\/console\/forgetPassword$/)
  await expect(page).toHaveTitle(/忘记密码 - /)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('请输入账号')).toBeVisible()
  await page.getByLabel('账号').fill(account)
  await solveCaptcha(page, stage)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText(generic).first()).toBeVisible()

  const code = page.getByRole('textbox', { name: '短信验证码' })
  const right = await codeSentTo(phone)
  await code.fill(right === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: '生成' }).click()
  const fresh = page.getByLabel('新密码', { exact: true })
  const generated = await fresh.inputValue()
  expect(generated).toHaveLength(16)
  await expect(page.getByText('密码强度：强')).toBeVisible()
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText('验证码错误或已过期').first()).toBeVisible()
  await expect(code).toBeFocused()
  await expect(fresh).toHaveValue(generated)
  await code.fill(right)
  await page.getByLabel('确认新密码').fill('another')
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('确认新密码').fill(generated)
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByRole('heading', { name: '密码已重置' })).toBeVisible()
  await page.getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL(/\/console\/login$/)
  await signIn(page, { account, password: generated })
})

test('a missing account gets the same reply as any other', async ({ page, stage }) => {
  await page.goto('/console/forgetPassword')
  await page.getByLabel('账号').fill(`nobody${Date.now()}`)
  await page.getByRole('tab', { name: '邮箱验证' }).click()
  await solveCaptcha(page, stage)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText(generic).first()).toBeVisible()
})

import { createSecrets, digest } from '@atrium/server/src/kernel/secrets.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { codeSentTo, newPhone, solveCaptcha } from './captcha-and-codes.ts'
import { expect, journey, openWorkbench, test } from './stage.ts'
import { readVariable } from './variable.ts'

const form = (page: Page) => ({
  account: page.getByLabel('账号'),
  password: page.getByLabel('密码', { exact: true }),
  submit: page.getByRole('button', { name: '登录', exact: true }),
})

test('a guest is sent to the sign-in page and returns to the requested address', journey, async ({ page }) => {
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

test('a role may set the landing page; the root stays the workbench', async ({ page, stage }) => {
  const companyId = await buildCompany(stage)
  const menus = ['security', 'sys.online']
  const user = await buildUser(stage, { companyId, permissions: ['sysOnline:list'], menus })
  await stage.sql(`update roles set home_menu = (select id from menus where code = 'sys.online') where id = $1`, [
    user.roleId,
  ])
  await page.goto('/console/login')
  const { account, password, submit } = form(page)
  await account.fill(user.account)
  await password.fill(user.password)
  await submit.click()
  await expect(page).toHaveURL(/\/console\/web\/sys\/\w+\/online$/)
  await page.goto('/console/')
  await expect(page).toHaveURL(/\/console\/dashboard$/)
})

test('an address outside the console is not followed after sign-in', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url())
  })
  await page.goto('/console/login?to=//example.com/x')
  const { account, password, submit } = form(page)
  await account.fill(administrator.account)
  await password.fill(administrator.password)
  await submit.click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
  // A preload without a session would end the one that begins meanwhile.
  expect(refused).toEqual([])
})

test('shows missing and wrong input, and requires a captcha after three failures', async ({ page, stage }) => {
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
  const captcha = page.getByRole('textbox', { name: '图形验证码' })
  await expect(captcha).toBeVisible()
  await password.fill(user.password)
  await captcha.fill('----')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('验证码错误或已过期')
  await solveCaptcha(page, stage)
  await submit.click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

test('a user with too many failures sees a countdown and waits', async ({ page, stage }) => {
  const user = await buildUser(stage, { companyId: await buildCompany(stage, `等待公司${Date.now()}`) })
  await page.goto('/console/login')
  const { account, password, submit } = form(page)
  await account.fill(user.account)
  const attempt = async () => {
    await password.fill('Wrong#Pass1')
    const answered = page.waitForResponse(/login\/verify/)
    await submit.click()
    await answered
  }
  for (let tries = 0; tries < 3; tries += 1) await attempt()
  for (let tries = 0; tries < 2; tries += 1) {
    await solveCaptcha(page, stage)
    await attempt()
  }
  const waits = `signIn.wait:${digest(`${user.account} 127.0.0.1`).toString('base64url')}`
  const held = await stage.sql(
    'update limits set expire = (extract(epoch from now()) + 8) * 1000 where key = $1 returning key',
    [waits],
  )
  expect(held).toHaveLength(1)
  await solveCaptcha(page, stage)
  await attempt()
  await expect(page.getByText(/密码错误次数过多，请 [1-5] 秒后再试/)).toBeVisible()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(submit).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText(/密码错误次数过多/)).toHaveCount(0)
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

const signOut = async (page: Page) => {
  await openWorkbench(page)
  await page.getByRole('button', { name: /系统管理员/ }).click()
  const asked = page.waitForRequest(/\/api\/sys\/login\/logout\/v1/)
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  expect((await asked).postData()).toBe('{}')
  await loaded
  await expect(page).toHaveURL(/\/console\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|aes/i.test(key)))).toEqual([])
}

test('signing out clears the browser and returns to the sign-in page', async ({ page }) => {
  await signOut(page)
})

test('signing out does so although the call fails', async ({ page }) => {
  await page.route('**/api/sys/login/logout/v1', (route) => route.abort())
  await signOut(page)
})

const withPhone = async (stage: FactoryContext, mustChange = false) => {
  const phone = newPhone()
  const companyId = await buildCompany(stage, `手机公司${phone}`)
  return { ...(await buildUser(stage, { companyId, phone, mustChange })), phone }
}

test('a code sent to the phone signs in', async ({ page, stage }) => {
  const { phone } = await withPhone(stage)
  await page.goto('/console/login')
  await page.getByRole('tab', { name: '密码登录' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '短信登录' })).toBeFocused()
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('请输入验证码')).toBeVisible()
  await solveCaptcha(page, stage)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByRole('button', { name: /^(60|5\d) 秒$/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '图形验证码' })).toHaveCount(0)
  const code = page.getByRole('textbox', { name: '短信验证码' })
  await expect(code).toBeFocused()
  const right = await codeSentTo(phone)
  await code.fill(right === '000000' ? '000001' : '000000')
  await code.press('Enter')
  await expect(page.getByText('短信验证码错误或已过期').first()).toBeVisible()
  await code.fill(right)
  await code.press('Enter')
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

test('a second step is required, but not again in a trusted browser', journey, async ({ page, stage }) => {
  const { account, password, phone, id } = await withPhone(stage)
  await stage.sql('update users set sms_second_step = true where id = $1', [id])
  const startSignIn = async () => {
    await page.goto('/console/login')
    await form(page).account.fill(account)
    await form(page).password.fill(password)
    await form(page).submit.click()
  }
  await startSignIn()
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible()
  await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  await startSignIn()
  await page.getByRole('button', { name: '发送验证码' }).click()
  const right = await codeSentTo(phone)
  const code = page.getByRole('textbox', { name: '短信验证码' })
  await code.fill(right === '000000' ? '000001' : '000000')
  await code.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('二次验证未通过，请重试')
  await code.fill(right)
  await page.getByText('30 天内在此浏览器免验证').click()
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
  await page.getByRole('button', { name: /张伟/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/console\/login/)
  await startSignIn()
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

test('an expired step restarts sign-in with a message', async ({ page, stage }) => {
  const { account, password, id } = await withPhone(stage)
  await stage.sql('update users set sms_second_step = true where id = $1', [id])
  await page.goto('/console/login')
  await form(page).account.fill(account)
  await form(page).password.fill(password)
  await form(page).submit.click()
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible()
  await stage.sql('delete from sign_in_attempts where user_id = $1', [id])
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByRole('alert')).toHaveText('登录操作已超时，请重新登录')
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
})

test('a recovery code replaces the phone, and a first password is changed after it', async ({ page, stage }) => {
  const { account, password, id, companyId } = await withPhone(stage, true)
  await stage.sql('update users set sms_second_step = true where id = $1', [id])
  const hash = createSecrets(readVariable('E2E_SECRET_KEY')).sign('recovery', `${id} abcdefghjkmn`)
  await stage.sql('insert into recovery_codes (company_id, user_id, code_hash) values ($1, $2, $3)', [
    companyId,
    id,
    hash,
  ])
  await page.goto('/console/login')
  await form(page).account.fill(account)
  await form(page).password.fill(password)
  await form(page).submit.click()
  await page.getByRole('tab', { name: '恢复码' }).click()
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page.getByText('请输入恢复码')).toBeVisible()
  await page.getByRole('textbox', { name: '恢复码' }).fill('abcd-efgh-jkmn')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '修改密码' })).toBeVisible()
  await expect(page.getByText('首次登录请修改密码')).toBeVisible()
  await page.getByRole('button', { name: '生成' }).click()
  await page.getByRole('button', { name: '修改密码并登录' }).click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
})

import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { codeSentTo, newPhone, setRegisterMode, solveCaptcha } from './captcha-and-codes.ts'
import { expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

// In sequence: they change the platform's registration mode.
test.describe.configure({ mode: 'serial' })
test.afterAll(async ({ browser, stage, baseURL }) => {
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await setRegisterMode(page, stage, 'closed')
  await page.close()
})

const password = 'Fresh#Pass2026'
const submit = (page: Page) => page.getByRole('button', { name: '注册', exact: true })
const open = async (page: Page) => {
  await page.goto('/console/login')
  await page.getByRole('link', { name: '注册' }).click()
  await expect(page).toHaveURL(/\/console\/register$/)
}
const fill = async (page: Page, account: string, phone: string) => {
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel(/姓名$/).fill('王小明')
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByText('我已阅读并同意服务协议').click()
}
const prove = async (page: Page, stage: Parameters<typeof solveCaptcha>[1], phone: string) => {
  await solveCaptcha(page, stage)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByRole('button', { name: /^\d+ 秒$/ })).toBeVisible()
  await page.getByRole('textbox', { name: '短信验证码' }).fill(await codeSentTo(phone))
}

test('a platform without registration says so, and offers no link to it', async ({ page, stage }) => {
  await setRegisterMode(page, stage, 'closed')
  await page.goto('/console/register')
  await expect(page.getByText('当前未开放注册')).toBeVisible()
  await page.getByRole('link', { name: '已有账号，去登录' }).click()
  await expect(page.getByRole('link', { name: '忘记密码' })).toBeVisible()
  await expect(page.getByRole('link', { name: '注册' })).toHaveCount(0)
})

test('people read the agreement before they agree to it', async ({ page, stage }) => {
  const setAgreement = (value: string) =>
    stage.sql(`update base_parameters set value = $1 where code = 'register.agreement'`, [JSON.stringify(value)])
  await setAgreement('/portal/news')
  await setRegisterMode(page, stage, 'open')
  await open(page)
  const agreement = page.getByRole('link', { name: '服务协议' })
  await expect(agreement).toHaveAttribute('href', '/portal/news')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await setAgreement('')
})

test('a user registers and signs in; a duplicate account keeps the typed input', journey, async ({ page, stage }) => {
  await setRegisterMode(page, stage, 'open')
  const taken = await buildUser(stage, { companyId: await buildCompany(stage, `占用公司${Date.now()}`) })
  const phone = newPhone()
  const account = `new${Date.now()}`
  await open(page)
  await submit(page).click()
  await expect(page.getByText('请输入姓名')).toBeVisible()
  await expect(page.getByText('请阅读并同意服务协议')).toBeVisible()
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused()
  await fill(page, taken.account, phone)
  await prove(page, stage, phone)
  await submit(page).click()
  await expect(page.getByText('账号已存在')).toBeVisible()
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused()
  await expect(page.getByLabel('姓名')).toHaveValue('王小明')
  await page.getByLabel('账号', { exact: true }).fill(account)
  await submit(page).click()
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()
  await signIn(page, { account, password })
})

test('a firm applies and waits for review', async ({ page, stage }) => {
  await setRegisterMode(page, stage, 'apply')
  const phone = newPhone()
  await open(page)
  await page.getByRole('tab', { name: '企业' }).click()
  await page.getByLabel('公司名称').fill(`申请公司${Date.now()}`)
  await page.getByLabel('统一社会信用代码').fill('91350100m000100y43')
  await page.getByLabel('法定代表人').fill('李四')
  await fill(page, `firm${Date.now()}`, phone)
  await prove(page, stage, phone)
  await submit(page).click()
  await expect(page.getByText('申请已提交，审核结果将以短信通知')).toBeVisible()
})

test('an invitation is required where registration is by invitation only', async ({ page, stage }) => {
  await setRegisterMode(page, stage, 'invite')
  const phone = newPhone()
  await open(page)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await fill(page, `guest${Date.now()}`, phone)
  await prove(page, stage, phone)
  await submit(page).click()
  await expect(page.getByText('请输入邀请码')).toBeVisible()
  await page.getByLabel('邀请码').fill('NOSUCHCODE')
  await submit(page).click()
  await expect(page.getByText('邀请码无效或已过期')).toBeVisible()
  await expect(page.getByLabel('邀请码')).toBeFocused()
})

test('signed-in users have no registration or recovery page', async ({ page }) => {
  await signIn(page)
  for (const path of ['/console/register', '/console/forgetPassword']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/console\/dashboard/)
  }
})

const phoneSize = { width: 390, height: 844 }
/** Scans the page in all looks, and returns to the phone's size. */
const expectAccessible = async (page: Page) => {
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.setViewportSize(phoneSize)
}
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name })

/** An application of the operator that portal users see, and which learns their phone number. */
const buildPortalApp = async (stage: FactoryContext, address: string): Promise<string> => {
  const name = `报销${randomUUID().slice(0, 6)}`
  await stage.sql(
    `with offering as (select companies.id as company_id, users.id as owner_id from companies
       join users on users.company_id = companies.id where platform limit 1),
     app as (
       insert into open_apps (company_id, id, app_key, name, kind, owner_id, created_by, updated_by)
       select company_id, gen_random_uuid(), $1, $2, 'web', owner_id, '{"id":"","name":"系统"}', '{"id":"","name":"系统"}'
       from offering returning company_id, id)
     insert into open_app_portals (company_id, app_id, audience, category, address, sso, scopes, updated_by)
     select company_id, id, 'portal', '办公', $3, true, '{phone}', '{"id":"","name":"系统"}' from app`,
    [`ak_${randomUUID()}`, name, address],
  )
  return name
}

const registerOnPortal = async (page: Page, stage: FactoryContext): Promise<string> => {
  const account = `member${Date.now()}`
  const phone = newPhone()
  await page.goto('/portal/')
  await expect(page).toHaveURL(/\/portal\/login$/)
  await page.getByRole('link', { name: '注册' }).click()
  await expect(page.getByRole('heading', { name: '注册', exact: true })).toBeVisible()
  await fill(page, account, phone)
  await prove(page, stage, phone)
  await expectAccessible(page)
  await submit(page).click()
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()
  await page.getByRole('link', { name: '去登录', exact: true }).click()
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  return account
}

test('a member’s first five minutes on the portal, by phone', async ({ page, stage, baseURL }) => {
  await setRegisterMode(page, stage, 'open')
  const app = await buildPortalApp(stage, new URL('/healthz', baseURL).href)
  await page.setViewportSize(phoneSize)
  const account = await registerOnPortal(page, stage)

  const all = page.getByRole('list', { name: '全部应用' })
  await all.getByRole('button', { name: `收藏“${app}”`, exact: true }).click()
  await expect(page.getByRole('list', { name: '我的收藏' }).getByRole('button', { name: app })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('list', { name: '我的收藏' }).getByRole('button', { name: app }).click()
  await expect(page.getByRole('dialog', { name: `授权“${app}”？` })).toContainText('姓名、手机号')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: '授权并打开' }).click()
  await expect(await opened).toHaveURL(/\/healthz\?ticket=[\w-]{43}$/)
  await expect(page.getByRole('list', { name: '最近使用' })).toContainText(app)

  await tab(page, '消息').click()
  await expect(page.getByRole('heading', { name: '消息' })).toBeVisible()
  await expectAccessible(page)
  await tab(page, '我的').click()
  await page.getByRole('link', { name: '个人资料', exact: true }).click()
  await page.getByRole('button', { name: '编辑个人资料' }).click()
  await page.getByLabel('个性签名').fill('每周来一次')
  await page.locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('每周来一次')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '返回' }).click()
  await expect(page.getByRole('main')).toContainText(account)
  await expectAccessible(page)
  await page.getByRole('link', { name: '已授权的应用' }).click()
  await page.getByRole('button', { name: `取消对${app}的授权` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消授权' }).click()
  await expect(page.getByText('暂无已授权的应用')).toBeVisible()
  await page.getByRole('link', { name: '返回' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/portal\/login\?to=%2Fme$/)
})

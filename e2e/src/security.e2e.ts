import { users } from '@atrium/server/src/features/people/users/index.ts'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { addAuthenticator, atHostName } from './authenticator.ts'
import { codeSentTo, newPhone } from './captcha-and-codes.ts'
import { expect, journey, signIn, test, thorough } from './stage.ts'
import { totpCode } from './totp-code.ts'
import { readVariable } from './variable.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const item = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}`) }) })
const open = async (page: Page) => {
  await page.goto('/console/web/user/security')
  await expect(page.getByRole('heading', { name: /^账号/ })).toBeVisible()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click()
const answer = async (page: Page, name: string, password: string) => {
  await drawer(page).getByLabel('当前密码').fill(password)
  await drawer(page).getByRole('button', { name }).last().click()
}
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const leave = async (page: Page) => {
  await page.getByRole('button', { name: /张伟/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/console\/login/)
}

let user: Awaited<ReturnType<typeof buildUser>>
test.beforeEach(async ({ stage }) => {
  user = await buildUser(stage, { companyId: await buildCompany(stage, `安全公司${Date.now()}`) })
})

test.describe('signed in', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, user)
    await open(page)
  })

  test('password: shows rules and a generator, refuses a wrong old one, and signs other devices out', async ({
    page,
    browser,
  }) => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await signIn(other, user)

    await press(page, '修改登录密码')
    await drawer(page).getByLabel('当前密码').fill('Wrong#Pass1')
    await drawer(page).getByLabel('新密码', { exact: true }).fill('short')
    await press(page, '修改密码')
    await expect(drawer(page)).toContainText('密码不符合规则')
    await expect(drawer(page).getByLabel('新密码', { exact: true })).toBeFocused()
    await drawer(page).getByRole('button', { name: '生成' }).click()
    const made = await drawer(page).getByLabel('新密码', { exact: true }).inputValue()
    await expect(drawer(page).getByLabel('确认新密码')).toHaveValue(made)
    await press(page, '修改密码')
    await expect(drawer(page)).toContainText('当前密码不正确')
    await expect(drawer(page).getByLabel('当前密码')).toBeFocused()
    await drawer(page).getByLabel('当前密码').fill(user.password)
    await press(page, '修改密码')
    await expect(page.getByText('操作成功').first()).toBeVisible()
    await closed(page)

    await other.goto('/console/web/user/security')
    await expect(other).toHaveURL(/\/console\/login/)
    await elsewhere.close()
    await leave(page)
    await signIn(page, { account: user.account, password: made })
  })

  test('a phone is bound with a code and secures sign-in; disabling it asks for the password', async ({ page }) => {
    const phone = newPhone()
    await expect(page.getByRole('button', { name: '开启短信二次验证' })).toBeDisabled()
    await press(page, '绑定手机')
    await drawer(page).getByLabel('手机号').fill('123')
    await press(page, '发送验证码')
    await expect(drawer(page)).toContainText('请输入正确的手机号')
    await drawer(page).getByLabel('手机号').fill(phone)
    await drawer(page).getByLabel('验证码', { exact: true }).fill('123456')
    await drawer(page).getByLabel('当前密码').fill(user.password)
    await drawer(page).getByRole('button', { name: '绑定' }).click()
    await expect(drawer(page)).toContainText('请先获取验证码')
    await press(page, '发送验证码')
    await expect(page.getByRole('button', { name: /^\d+ 秒$/ })).toBeVisible()
    await drawer(page)
      .getByLabel('验证码', { exact: true })
      .fill(await codeSentTo(phone))
    await drawer(page).getByRole('button', { name: '绑定' }).click()
    await closed(page)
    await expect(item(page, '手机')).toContainText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)

    await press(page, '开启短信二次验证')
    await answer(page, '开启', 'Wrong#Pass1')
    await expect(drawer(page)).toContainText('当前密码不正确')
    await answer(page, '开启', user.password)
    await closed(page)
    await expect(item(page, '短信二次验证')).toContainText('已开启')
    await press(page, '关闭短信二次验证')
    await expect(drawer(page)).toContainText('恢复码和信任的浏览器同时失效')
    await answer(page, '关闭', user.password)
    await closed(page)
    await expect(item(page, '短信二次验证')).toContainText('未开启')
  })

  test('a mail address of another user is refused at its field', thorough, async ({ page, stage }) => {
    const mail = `taken${Date.now()}@example.com`
    const owner = await buildUser(stage, { companyId: user.companyId })
    await stage.database.transact({ reach: 'platform' }, (db) =>
      users.bindContact(db, { companyId: owner.companyId, userId: owner.id }, 'mail', mail),
    )
    await press(page, '绑定邮箱')
    await drawer(page).getByLabel('邮箱地址').fill(mail.toUpperCase())
    await press(page, '发送验证码')
    await drawer(page)
      .getByLabel('验证码', { exact: true })
      .fill(await codeSentTo(mail))
    await answer(page, '绑定', user.password)
    await expect(drawer(page)).toContainText('已被其他账号绑定，请更换')
    await expect(drawer(page).getByLabel('邮箱地址')).toBeFocused()
  })

  test(
    'an authenticator app: secret, first code, ten recovery codes shown once',
    journey,
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await press(page, '开启动态验证码')
      await answer(page, '下一步', user.password)
      await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
      const secret = (await drawer(page).locator('code').textContent()) ?? ''
      const code = drawer(page).getByLabel('应用中显示的 6 位验证码')
      await expect(code).toBeFocused()
      await code.fill('12')
      await code.press('Enter')
      await expect(drawer(page)).toContainText('请输入 6 位动态验证码')
      await code.fill(totpCode(secret) === '000000' ? '111111' : '000000')
      await code.press('Enter')
      await expect(drawer(page)).toContainText('动态验证码不正确，请检查手机时间后重试')
      await code.fill(totpCode(secret))
      await code.press('Enter')
      const codes = drawer(page).getByRole('list', { name: '恢复码' })
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await page.keyboard.press('Escape')
      await expect(page.getByText('尚未保存恢复码')).toBeVisible()
      await press(page, '返回')
      await press(page, '复制')
      const shown = await codes.getByRole('listitem').allTextContents()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'))
      const download = page.waitForEvent('download')
      await press(page, '下载')
      expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
      await press(page, '我已保存')
      await closed(page)
      await expect(item(page, '恢复码')).toContainText('剩余 10 个')

      await press(page, '重新生成恢复码')
      await answer(page, '生成', user.password)
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      expect(await codes.getByRole('listitem').allTextContents()).not.toEqual(shown)
      await press(page, '我已保存')
      await press(page, '关闭动态验证码')
      await answer(page, '关闭', user.password)
      await closed(page)
      await expect(item(page, '动态验证码')).toContainText('未开启')
      await expect(item(page, '恢复码')).toContainText('未生成')
    },
  )

  test('sign-in notices are turned on directly and off with the password; the score follows', async ({ page }) => {
    const score = page.getByRole('img', { name: /^安全评分/ })
    const before = await score.getAttribute('aria-label')
    await item(page, '登录提醒').getByRole('button').click()
    await expect(item(page, '登录提醒')).toContainText('已开启')
    await expect(score).not.toHaveAttribute('aria-label', before ?? '')
    await press(page, '关闭登录提醒')
    await answer(page, '关闭', user.password)
    await closed(page)
    await expect(score).toHaveAttribute('aria-label', before ?? '')
  })

  test('devices: lists sessions, ends one, and ends all others', async ({ page, browser }) => {
    const contexts: BrowserContext[] = []
    for (const agent of ['Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1', 'a-program/1.0']) {
      const context = await browser.newContext({ userAgent: agent, baseURL: readVariable('E2E_URL') })
      await signIn(await context.newPage(), user)
      contexts.push(context)
    }
    await page.reload()
    await expect(item(page, '登录设备')).toContainText('3 台')
    await press(page, '查看登录设备')
    const list = drawer(page).getByRole('list', { name: '登录设备' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list.getByText('当前', { exact: true })).toHaveCount(1)
    await press(page, '下线Safari 18 · iOS')
    await press(page, '下线')
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await press(page, '下线其他设备')
    await press(page, '全部下线')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('button', { name: '下线其他设备' })).toHaveCount(0)
    for (const context of contexts) {
      const [other] = context.pages()
      await other?.goto('/console/web/user/security')
      await expect(other as Page).toHaveURL(/\/console\/login/)
      await context.close()
    }
  })

  test('a trusted browser is shown and removed', async ({ page, stage }) => {
    await stage.sql(
      `insert into trusted_devices (company_id, user_id, id, token_hash, ip, agent, expires_at, proof_epoch)
       select company_id, id, gen_random_uuid(), $3, '10.1.2.3', 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0',
         now() + interval '9 days', proof_epoch from users where company_id = $1 and id = $2`,
      [user.companyId, user.id, Buffer.alloc(32, user.id)],
    )
    await page.reload()
    await press(page, '查看信任的浏览器')
    await expect(drawer(page)).toContainText('10.1.2.3')
    await press(page, '移除Chrome 141 · Windows')
    await expect(drawer(page)).toContainText('暂无信任的浏览器')
    await drawer(page).getByRole('button', { name: '关闭' }).last().click()
    await expect(item(page, '信任的浏览器')).toContainText('无')
  })

  test('an expiring password is announced', thorough, async ({ page, stage }) => {
    await stage.sql(
      `insert into password_policies (company_id, expire_days, remind_days, updated_by) values ($1, 30, 7, '{"id":"","name":"x"}')`,
      [user.companyId],
    )
    await stage.sql(`update users set password_changed_at = now() - interval '25 days' where id = $1`, [user.id])
    await expect(async () => {
      await page.reload()
      await expect(item(page, '登录密码')).toContainText('即将过期', { timeout: 1500 })
    }).toPass()
    await expect(page.getByRole('button', { name: '修改即将过期的密码' })).toBeVisible()
  })

  test(
    'a drawer works by keyboard: opens, traps focus, asks before losing input, restores focus',
    thorough,
    async ({ page }) => {
      const button = page.getByRole('button', { name: '修改登录密码' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(drawer(page).getByLabel('当前密码')).toBeFocused()
      await page.keyboard.type('something')
      await page.keyboard.press('Escape')
      await expect(page.getByText('放弃未保存的修改？')).toBeVisible()
      await press(page, '放弃修改')
      await closed(page)
      await expect(button).toBeFocused()
    },
  )

  test('settings that failed to load show the failure and a retry', thorough, async ({ page }) => {
    await page.route('**/api/sys/security/v1', (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: '服务器内部错误' }).last()).toBeVisible()
    await page.unroute('**/api/sys/security/v1')
    await press(page, '重试')
    await expect(item(page, '登录密码')).toBeVisible()
  })
})

test('a page without a secure context explains why it has no passkeys', thorough, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await signIn(page, user)
  await open(page)
  await press(page, '添加通行密钥')
  await expect(drawer(page)).toContainText('https 或 localhost')
  await expect(drawer(page).getByRole('button', { name: '添加通行密钥' })).toBeDisabled()
})

test.describe('passkeys', () => {
  test.use(atHostName)

  test('a passkey is registered, renamed, used for sign-in, and deleted', async ({ page }) => {
    await addAuthenticator(page)
    await signIn(page, user)
    await open(page)
    await press(page, '添加通行密钥')
    await answer(page, '创建', 'Wrong#Pass1')
    await expect(drawer(page)).toContainText('当前密码不正确')
    await answer(page, '创建', user.password)
    const keys = drawer(page).getByRole('list', { name: '通行密钥' })
    await expect(keys.getByRole('listitem')).toHaveCount(1)
    await expect(keys).toContainText('从未使用')

    await keys.getByRole('button', { name: /^重命名/ }).click()
    await drawer(page).getByLabel('通行密钥的名称').fill('办公室的电脑')
    await press(page, '保存')
    await expect(keys).toContainText('办公室的电脑')
    // An authenticator cannot hold two passkeys for one user.
    await press(page, '添加通行密钥')
    await answer(page, '创建', user.password)
    await expect(drawer(page)).toContainText('该设备已添加过通行密钥')
    await page.keyboard.press('Escape')
    await press(page, '放弃修改')
    await closed(page)

    await leave(page)
    await page.getByRole('button', { name: '使用通行密钥登录' }).click()
    await expect(page).toHaveURL(/\/web\/user\/security$/)
    await press(page, '管理通行密钥')
    await expect(keys).toContainText('最近使用')
    await press(page, '删除办公室的电脑')
    await press(page, '删除')
    await expect(drawer(page)).toContainText('暂无通行密钥')
    await drawer(page).getByRole('button', { name: '关闭' }).last().click()
    await expect(item(page, '通行密钥')).toContainText('未添加')
  })

  test('an aborted registration is reported', thorough, async ({ page }) => {
    await page.addInitScript(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await signIn(page, user)
    await open(page)
    await press(page, '添加通行密钥')
    await answer(page, '创建', user.password)
    await expect(drawer(page).getByRole('alert')).toHaveText('未完成：已取消或等待超时，请重试')
  })
})

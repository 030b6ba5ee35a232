import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { newPhone } from './captcha-and-codes.ts'
import { actOn, expect, journey, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

type Stage = Parameters<typeof buildCompany>[0]

const pages = {
  online: { path: '/console/web/sys/identity/online', menus: ['security', 'sys.online'] },
  signInLogs: { path: '/console/web/sys/identity/sign-in-logs', menus: ['audit', 'sys.signInLogs'] },
  registrations: {
    path: '/console/web/sys/identity/registrations',
    menus: ['people', 'sys.registrations'],
  },
  invitations: { path: '/console/web/sys/identity/invitations', menus: ['people', 'sys.invitations'] },
  passwordPolicy: {
    path: '/console/web/sys/identity/password-policy',
    menus: ['security', 'sys.passwordPolicy'],
  },
  messages: { path: '/console/web/sys/messages/log', menus: ['messages', 'sys.messageLog'] },
  templates: { path: '/console/web/sys/messages/templates', menus: ['messages', 'sys.messageTemplates'] },
} as const

let companies = 0
/** A user of a new company with one screen. */
const buildAdmin = async (stage: Stage, screen: keyof typeof pages, permissions: string[]) => {
  companies += 1
  const companyId = await buildCompany(stage, `身份公司${process.pid}-${companies}-${Date.now()}`)
  return buildUser(stage, { companyId, permissions, menus: [...pages[screen].menus] })
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const addApplicant = (stage: Stage, companyId: string, account: string, firm: object | null = null) =>
  stage.sql(
    `insert into registrations (company_id, id, kind, account, name, phone, password_hash, firm, invited, ip)
     select $1, gen_random_uuid(), $3, $2, '李娜', $4, password_hash, $5, $6, '127.0.0.1' from users where company_id = $1 limit 1`,
    [companyId, account, firm ? 'ent' : 'person', newPhone(), firm && JSON.stringify(firm), !firm],
  )

test('online users: lists sessions, and ends another user’s', async ({ page, browser, stage }) => {
  const admin = await buildAdmin(stage, 'online', ['sysOnline:list', 'sysOnline:end'])
  const other = await buildUser(stage, { companyId: admin.companyId })
  const elsewhere = await browser.newPage()
  await openWorkbench(elsewhere, other)
  await signIn(page, admin)
  await page.goto(pages.online.path)
  await expect(row(page, admin.account)).toContainText('当前')
  await expect(row(page, admin.account).getByRole('button', { name: '下线' })).toHaveCount(0)
  await expect(row(page, other.account)).toContainText('控制台')
  await actOn(row(page, other.account), '下线')
  await expect(drawer(page)).toContainText('强制“张伟”下线？')
  await expect(drawer(page)).toContainText('该用户的此会话将立即失效。')
  await drawer(page).getByRole('button', { name: '下线' }).click()
  await expect(row(page, other.account)).toHaveCount(0)
  await expect(row(page, admin.account)).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/console\/login/)
  await elsewhere.close()
})

test('sign-in log: lists every attempt with its reason, filtered by result and time', async ({ page, stage }) => {
  const admin = await buildAdmin(stage, 'signInLogs', ['sysLogs:login'])
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(admin.account)
  await page.getByLabel('密码', { exact: true }).fill('Wrong#2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('账号或密码错误').first()).toBeVisible()
  await signIn(page, admin)
  await page.goto(pages.signInLogs.path)
  await expect(page.getByRole('cell', { name: '成功' })).toBeVisible()
  await expect(row(page, '密码错误')).toContainText('失败')

  await page.goto(`${pages.signInLogs.path}?f.result=failure`)
  await expect(page.getByRole('cell', { name: '成功' })).toHaveCount(0)
  await actOn(row(page, '密码错误'), '详情')
  await expect(drawer(page)).toContainText('追踪号')
  await expect(drawer(page)).toContainText('HeadlessChrome')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(page.getByRole('cell', { name: '成功' })).toBeVisible()
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByPlaceholder('开始时间').click()
  await page.getByPlaceholder('开始时间').fill('2001-01-01 00:00:00')
  await page.getByPlaceholder('开始时间').press('Enter')
  await page.getByPlaceholder('结束时间').fill('2001-01-31 23:59:59')
  await page.getByPlaceholder('结束时间').press('Enter')
  await expect(page).toHaveURL(/f\.time=2001-01-01\+00%3A00%3A00%7E2001-01-31\+23%3A59%3A59/)
  await expect(page.getByText('没有符合条件的登录日志')).toBeVisible()
})

test(
  'registrations: one is approved and can sign in, another is rejected with a reason',
  journey,
  async ({ page, browser, stage }) => {
    const admin = await buildAdmin(stage, 'registrations', ['sysRegistrations:list', 'sysRegistrations:decide'])
    const [approvedAccount, rejectedAccount] = [`in${admin.account}`, `out${admin.account}`]
    await addApplicant(stage, admin.companyId, approvedAccount)
    await addApplicant(stage, admin.companyId, rejectedAccount, {
      name: '晨光贸易有限公司',
      creditCode: '91310000MA1FL0000N',
      legal: '王建国',
    })
    await signIn(page, admin)
    await page.goto(pages.registrations.path)
    await actOn(row(page, approvedAccount), '通过')
    await expect(drawer(page)).toContainText(`账号 ${approvedAccount} 可立即登录`)
    await drawer(page).getByRole('button', { name: '通过' }).click()
    await expect(row(page, approvedAccount)).toContainText('已通过')
    await expect(row(page, approvedAccount).getByRole('button', { name: '驳回' })).toHaveCount(0)

    await actOn(row(page, rejectedAccount), '驳回')
    await drawer(page).getByRole('button', { name: '驳回' }).click()
    await expect(drawer(page)).toContainText('请填写原因')
    await drawer(page).getByLabel('原因').fill('公司信息与营业执照不一致')
    await drawer(page).getByRole('button', { name: '驳回' }).click()
    await expect(row(page, rejectedAccount)).toContainText('已驳回')
    await actOn(row(page, rejectedAccount), '详情')
    for (const words of ['91310000MA1FL0000N', '王建国', '公司信息与营业执照不一致'])
      await expect(drawer(page)).toContainText(words)

    const newcomer = await browser.newPage()
    await signIn(newcomer, { account: approvedAccount, password: admin.password })
    await newcomer.close()
  },
)

test('invitations: a new code is highlighted, copied and revoked', async ({ page, context, stage }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const admin = await buildAdmin(stage, 'invitations', [
    'sysInvitations:list',
    'sysInvitations:add',
    'sysInvitations:delete',
  ])
  await signIn(page, admin)
  await page.goto(pages.invitations.path)
  await expect(page.getByText('将邀请码发给需加入本公司的人员')).toBeVisible()
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('可用次数').fill('0')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('请输入 1 到 1000 之间的整数')
  await drawer(page).getByLabel('备注').fill('三月入职的新同事')
  await drawer(page).getByLabel('可用次数').fill('3')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, '三月入职的新同事')).toHaveClass(/marked/)
  await expect(row(page, '三月入职的新同事')).toContainText('0 / 3')
  await row(page, '三月入职的新同事').getByRole('button', { name: '复制' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  await expect(row(page, '三月入职的新同事')).toContainText(code)
  expect(code).toMatch(/^[A-Z2-9]{8,}$/)

  await actOn(row(page, code), '作废')
  await expect(drawer(page)).toContainText(`作废“${code}”？`)
  await drawer(page).getByRole('button', { name: '作废' }).click()
  await expect(page.getByText('暂无邀请码')).toBeVisible()
})

test('password policy: overrides the platform’s, shows problems at their fields, handles two editors', async ({
  page,
  stage,
}) => {
  const admin = await buildAdmin(stage, 'passwordPolicy', ['sysPasswordPolicy:view', 'sysPasswordPolicy:edit'])
  const changeElsewhere = () =>
    stage.sql(
      `update password_policies set history = 9, version = version + 1, updated_at = now() where company_id = $1`,
      [admin.companyId],
    )
  await signIn(page, admin)
  await page.goto(pages.passwordPolicy.path)
  const form = page.getByRole('form', { name: '密码策略' })
  const save = form.getByRole('button', { name: '保存' })
  await expect(form.getByLabel('最小长度')).toHaveAttribute('placeholder', '平台默认 8')
  await expect(save).toBeDisabled()

  await form.getByLabel('最小长度').fill('30')
  await save.click()
  await expect(form).toContainText('最小长度不能大于最大长度')
  await form.getByLabel('最小长度').fill('7')
  await save.click()
  await expect(form).toContainText('请输入 8 到 64 之间的整数')
  await expect(form.getByLabel('最小长度')).toBeFocused()
  await form.getByLabel('最小长度').fill('12')
  await expect(page.getByText('新密码须为 12-20 位')).toBeVisible()
  // Input is disabled while saving, or it would be lost.
  const saved = Promise.withResolvers<void>()
  await page.route('**/api/sys/password-policy/v1', async (route) => {
    await saved.promise
    await route.continue()
  })
  await save.click()
  await expect(form.getByLabel('历史密码限制')).not.toBeEditable()
  saved.resolve()
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(form.getByLabel('历史密码限制')).toBeEditable()
  await expect(page.getByRole('heading', { name: '当前规则' })).toBeVisible()

  await changeElsewhere()
  await form.getByLabel('历史密码限制').fill('3')
  await save.click()
  await expect(drawer(page)).toContainText('数据已被他人修改')
  await expect(drawer(page)).toContainText('9 个')
  await drawer(page).getByRole('button', { name: '使用我的' }).click()
  await expect(page.getByText('不能与最近用过的 3 个密码相同')).toBeVisible()
  await expect(save).toBeDisabled()

  await changeElsewhere()
  await form.getByLabel('历史密码限制').fill('4')
  await save.click()
  await drawer(page).getByRole('button', { name: '使用最新' }).click()
  await expect(form.getByLabel('历史密码限制')).toHaveValue('9')

  await form.getByRole('button', { name: /恢复平台默认.*最小长度/ }).click()
  await save.click()
  await expect(form.getByLabel('最小长度')).toHaveValue('')
  await expect(page.getByText('新密码须为 8-20 位')).toBeVisible()
})

test('messages: a test message is sent and recorded with masked contacts', async ({ page, stage }) => {
  const admin = await buildAdmin(stage, 'messages', ['sysMessages:list', 'sysMessages:test'])
  await signIn(page, admin)
  await page.goto(pages.messages.path)
  await expect(page.getByText('暂无发送记录')).toBeVisible()
  await page.getByRole('button', { name: '发送测试' }).click()
  await drawer(page).getByLabel('接收地址').fill('abc')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('请输入正确的手机号或邮箱地址')
  await drawer(page).getByLabel('接收地址').fill('13800005566')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, '测试消息')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('13800005566')
  await expect(async () => {
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(row(page, '测试消息')).toContainText('已发送', { timeout: 1000 })
  }).toPass()
  await actOn(row(page, '测试消息'), '详情')
  await expect(drawer(page)).toContainText('本地发件箱')
})

test('message templates: variables are inserted, previewed and checked', async ({ page }) => {
  await signIn(page)
  await page.goto(`${pages.templates.path}?search=registrationRejected&f.channel=mail`)
  await actOn(row(page, '注册未通过'), '编辑')
  await drawer(page).getByLabel('标题').fill('关于 {account} 的申请')
  await drawer(page).getByLabel('内容').fill('很抱歉：')
  await drawer(page).getByRole('button', { name: '{reason}' }).click()
  await expect(drawer(page).getByLabel('内容')).toHaveValue('很抱歉：{reason}')
  await expect(drawer(page).getByLabel('内容')).toBeFocused()
  const preview = drawer(page).getByRole('region', { name: '预览' })
  await expect(preview).toContainText('关于 zhangwei 的申请')
  await expect(preview).toContainText('很抱歉：公司信息与营业执照不一致')
  await page.keyboard.type('{who}')
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toContainText('不支持的变量：{who}')
  await drawer(page).getByLabel('内容').fill('很抱歉：{reason}')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, '注册未通过')).toContainText('很抱歉：公司信息与营业执照不一致')
})

test('message templates: each language has a wording, which is the product’s until it is written', async ({ page }) => {
  await signIn(page)
  await page.goto(`${pages.templates.path}?search=registrationApproved&f.channel=mail`)
  await actOn(row(page, '注册通过'), '编辑')
  const preview = drawer(page).getByRole('region', { name: '预览' })
  await drawer(page).getByRole('tab', { name: 'English · 产品默认' }).click()
  await expect(preview).toContainText('zhangwei')
  await expect(preview).not.toContainText('注册')
  await drawer(page).getByRole('button', { name: '以此为底稿改写' }).click()
  await drawer(page).getByLabel('内容（English）').fill('Welcome, {who}')
  await drawer(page).getByRole('tab', { name: '中文 · 产品默认' }).click()
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page).getByRole('alert')).toContainText('English：不支持的变量：{who}')
  await drawer(page).getByRole('tab', { name: 'English · 已改写' }).click()
  await drawer(page).getByLabel('内容（English）').fill('Welcome, {account}')
  await expect(preview).toContainText('Welcome, zhangwei')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, '注册通过')).toContainText('English')
  await actOn(row(page, '注册通过'), '编辑')
  await drawer(page).getByRole('tab', { name: 'English · 已改写' }).click()
  await drawer(page).getByRole('button', { name: '恢复默认' }).click()
  await drawer(page).locator(submitButton).click()
  await expect(row(page, '注册通过')).not.toContainText('English')
})

test('a user with fewer permissions sees the rows without actions', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `只看公司${Date.now()}`)
  const reader = await buildUser(stage, {
    companyId,
    permissions: [
      'sysOnline:list',
      'sysRegistrations:list',
      'sysInvitations:list',
      'sysMessages:list',
      'sysPasswordPolicy:view',
    ],
    menus: Object.values(pages).flatMap(({ menus }) => menus),
  })
  await buildUser(stage, { companyId })
  await addApplicant(stage, companyId, `a${reader.account}`)
  await stage.sql(
    `insert into invitations (company_id, id, code, expires_at, created_by)
     values ($1, gen_random_uuid(), $2, now() + interval '1 day', '{"id":"","name":"x"}')`,
    [companyId, `SEEN${Date.now()}`],
  )
  await signIn(page, reader)
  const seen = {
    online: reader.account,
    registrations: `a${reader.account}`,
    invitations: 'SEEN',
    messages: '暂无发送记录',
  } as const
  for (const [screen, words] of Object.entries(seen)) {
    await page.goto(pages[screen as keyof typeof seen].path)
    await expect(page.locator('main').getByText(words).first()).toBeVisible()
    for (const name of ['下线', '通过', '驳回', '新增', '删除', '发送测试'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await page.goto(pages.passwordPolicy.path)
  await expect(page.getByLabel('最小长度')).toBeDisabled()
  await expect(page.getByRole('button', { name: '保存' })).toHaveCount(0)
  await page.goto(pages.templates.path)
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0)
})

test('the screens are missing without their menus', thorough, async ({ page, stage }) => {
  const userWithoutMenus = await buildUser(stage, { companyId: await buildCompany(stage, `没有菜单${Date.now()}`) })
  await signIn(page, userWithoutMenus)
  for (const { path } of Object.values(pages)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '无法打开该页面' })).toBeVisible()
  }
})

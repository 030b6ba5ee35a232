import { administrator } from '@atrium/server/test/administrator.ts'
import { buildUser, readPlatformCompany } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { looks, seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { digestSession, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const address = '/console/web/sys/bases'
const open = async (page: Page, topic = '') => {
  await page.goto(topic ? `${address}?topic=${topic}` : address)
  await expect(page.getByRole('navigation', { name: '参数主题' })).toBeVisible()
}
const topics = (page: Page) => page.getByRole('navigation', { name: '参数主题' })
const parameter = (page: Page, code: string) =>
  page.locator('.parameter').filter({ has: page.getByText(code, { exact: true }) })
const bar = (page: Page) => page.getByRole('region', { name: '保存修改' })
const save = async (page: Page) => {
  await bar(page).getByRole('button', { name: '保存' }).click()
  await expect(bar(page)).toHaveCount(0)
}
const storedValue = (code: string) => `select value from base_parameters where builtin and code = '${code}'`

test('a parameter is added, and all are searched, from the first view', async ({ page }) => {
  await signIn(page)
  await open(page)
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '新增基础参数' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open(page)
  await page.getByRole('textbox', { name: '搜索参数' }).fill('system.title')
  await page.getByRole('button', { name: '在全部参数中搜索“system.title”' }).click()
  await expect(page).toHaveURL(/topic=all&search=system\.title/)
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
})

test('the page opens on topics; the list of all parameters is one link away and leads back', async ({ page }) => {
  await signIn(page)
  await open(page)
  await expect(page.getByRole('heading', { name: '系统信息' })).toBeVisible()
  await expect(topics(page).getByRole('link')).toHaveCount(10)
  await topics(page)
    .getByRole('link', { name: /^登录与验证 \d+$/ })
    .click()
  await expect(page).toHaveURL(/topic=signIn/)
  await expect(page.getByRole('radio', { name: '密码输错后要求' })).toBeVisible()
  await topics(page).getByRole('link', { name: '全部参数' }).click()
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.getByPlaceholder(/搜索编码/).fill('captcha')
  await page.getByPlaceholder(/搜索编码/).press('Enter')
  await page.getByRole('img', { name: '清空' }).click()
  await expect(page).toHaveURL(/topic=all/)
  await page.getByRole('button', { name: '按主题查看' }).click()
  await expect(topics(page)).toBeVisible()
})

test('two values of a topic are saved together, and the default is restored', journey, async ({ page, stage }) => {
  await signIn(page)
  await open(page, 'quota')
  await parameter(page, 'message.companyDaily').getByRole('spinbutton').fill('900')
  await parameter(page, 'message.globalDaily').getByRole('spinbutton').fill('9000')
  await expect(bar(page)).toContainText('2 项修改')
  await expect(topics(page).getByRole('img', { name: '有未保存的修改' })).toHaveCount(1)
  await save(page)
  expect(await stage.sql(storedValue('message.companyDaily'))).toEqual([{ value: 900 }])
  expect(await stage.sql(storedValue('message.globalDaily'))).toEqual([{ value: 9000 }])
  await expect(parameter(page, 'message.companyDaily')).toContainText('已修改 · 默认 1000 条')
  await page.getByRole('button', { name: '恢复每家公司每日发送上限的默认值' }).click()
  await page.getByRole('button', { name: '恢复平台每日发送上限的默认值' }).click()
  await save(page)
  expect(await stage.sql(storedValue('message.companyDaily'))).toEqual([{ value: 1000 }])
  await expect(page.getByText('已修改')).toHaveCount(0)
})

test('a wrong number is named, located from another topic, and saved only once it is right', async ({
  page,
  stage,
}) => {
  await signIn(page)
  await open(page, 'signIn')
  const days = parameter(page, 'login.trustDays')
  await days.getByRole('spinbutton').fill('400')
  await expect(days).not.toContainText('请输入 0 到 365 之间的整数')
  await days.getByRole('spinbutton').press('Tab')
  await expect(days).toContainText('请输入 0 到 365 之间的整数')
  await expect(bar(page)).toContainText('1 项填写有误')
  await topics(page).getByRole('link', { name: /^短信/ }).click()
  await expect(page.getByRole('heading', { name: '短信', exact: true })).toBeVisible()
  await bar(page).getByRole('button', { name: '定位' }).click()
  await expect(days.getByRole('spinbutton')).toBeFocused()
  await topics(page).getByRole('link', { name: /^会话/ }).click()
  await bar(page).getByRole('button', { name: '保存' }).click()
  await expect(days.getByRole('spinbutton')).toBeFocused()
  expect(await stage.sql(storedValue('login.trustDays'))).toEqual([{ value: 30 }])
  await bar(page).getByRole('button', { name: '还原' }).click()
  await expect(days.getByRole('spinbutton')).toHaveValue('30')
  await expect(bar(page)).toHaveCount(0)
})

test('the search finds across topics', async ({ page }) => {
  await signIn(page)
  await open(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: '搜索参数' })).toBeFocused()
  await page.keyboard.type('密钥')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['登录与验证', '短信'])
  await expect(parameter(page, 'sms.accessKeySecret')).toBeVisible()
  await page.getByRole('textbox', { name: '搜索参数' }).fill('没有这样的参数')
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['系统信息'])
})

test('a secret is replaced and never shown; the history of a parameter opens from its topic', async ({
  page,
  stage,
}) => {
  await signIn(page)
  await open(page, 'mail')
  const secret = parameter(page, 'mail.password')
  await secret.getByRole('button').click()
  await page.getByRole('dialog').locator('input').first().fill('tip-top-secret')
  await page.getByRole('dialog').locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(secret).toContainText('已设置')
  await expect(secret).toContainText('由系统管理员更新')
  await expect(page.locator('body')).not.toContainText('tip-top-secret')
  await page.getByRole('button', { name: '邮件的变更历史' }).click()
  await page.getByRole('menuitem', { name: '邮件密码' }).click()
  await expect(page.getByRole('dialog')).toContainText('版本 2')
  await stage.sql(`update base_parameters set value = null where builtin and code = 'mail.password'`)
})

test('a value changed by another user is shown beside the unsaved one', async ({ page, stage }) => {
  await signIn(page)
  await open(page, 'sms')
  const sign = parameter(page, 'sms.signName')
  await sign.getByRole('textbox').fill('我的签名')
  const change = (value: string) =>
    stage.sql(
      `update base_parameters set value = to_jsonb($1::text), version = version + 1, updated_by = '{"id":"","name":"周敏"}'
       where builtin and code = 'sms.signName'`,
      [value],
    )
  await change('新的签名')
  await bar(page).getByRole('button', { name: '保存' }).click()
  await expect(sign.getByRole('alert')).toContainText('周敏已于')
  await expect(sign.getByRole('alert')).toContainText('改为“新的签名”')
  await expect(bar(page)).toContainText('1 项已被他人修改')
  await sign.getByRole('button', { name: '使用我的' }).click()
  await save(page)
  expect(await stage.sql(storedValue('sms.signName'))).toEqual([{ value: '我的签名' }])
  await change('')
})

test('unsaved values survive closing the page', async ({ page }) => {
  await signIn(page)
  await open(page, 'sms')
  await parameter(page, 'sms.region').getByRole('textbox').fill('cn-beijing')
  await page.getByRole('button', { name: '关闭基础参数' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await open(page, 'sms')
  await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible()
  await expect(parameter(page, 'sms.region').getByRole('textbox')).toHaveValue('cn-beijing')
  await bar(page).getByRole('button', { name: '还原' }).click()
  await page.reload()
  await expect(parameter(page, 'sms.region').getByRole('textbox')).toHaveValue('')
  await expect(page.getByText('已恢复上次未保存的内容')).toHaveCount(0)
})

test('unsaved values survive the list and the end of the session', async ({ page, stage }) => {
  await signIn(page)
  await open(page, 'mail')
  await parameter(page, 'mail.user').getByRole('textbox').fill('half@typed.example')
  await topics(page).getByRole('link', { name: '全部参数' }).click()
  await page.getByRole('button', { name: '按主题查看' }).click()
  await expect(bar(page)).toContainText('1 项修改')
  await stage.sql('update sessions set ended_at = now() where access_hash = $1', [await digestSession(page)])
  await page.waitForTimeout(1100)
  await bar(page).getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/console\/login\?to=/)
  await page.getByLabel('账号').fill(administrator.account)
  await page.getByLabel('密码', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('已恢复上次未保存的内容')).toBeVisible()
  await topics(page).getByRole('link', { name: /^邮件/ }).click()
  await expect(parameter(page, 'mail.user').getByRole('textbox')).toHaveValue('half@typed.example')
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(parameter(page, 'mail.user').getByRole('textbox')).toHaveValue('')
  await expect(bar(page)).toHaveCount(0)
})

test('without the right to edit, values are shown in words', async ({ page, stage }) => {
  const companyId = await readPlatformCompany(stage)
  await signIn(
    page,
    await buildUser(stage, { companyId, permissions: ['sysBases:list'], menus: ['settings', 'sys.bases'] }),
  )
  await open(page, 'signIn')
  await expect(parameter(page, 'captcha')).toContainText('密码输错后要求')
  await expect(parameter(page, 'login.maxFail')).toContainText('10 次')
  await expect(page.locator('.parameter').getByRole('button')).toHaveCount(0)
  await expect(page.locator('.parameter input')).toHaveCount(0)
})

for (const { colorScheme, viewport, width } of looks) {
  test(`axe finds nothing serious in the topics, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await signIn(page)
    for (const topic of ['signIn', 'sms']) {
      await page.goto(`${address}?topic=${topic}`)
      await expect(page.locator('.parameter').first()).toBeVisible()
      expect(await seriousViolationsInAllLooks(page)).toEqual([])
    }
    await page.goto(`${address}?topic=signIn`)
    await parameter(page, 'login.trustDays').getByRole('spinbutton').fill('400')
    await parameter(page, 'login.trustDays').getByRole('spinbutton').press('Tab')
    await expect(bar(page)).toContainText('1 项填写有误')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
  })
}

import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'
import { buildForDevelopers, serveBuild } from './widgets-build.ts'

// One build for all of them.
test.describe.configure({ mode: 'default' })
let build: string
test.beforeAll(async () => {
  build = await buildForDevelopers()
})
test.afterAll(() => rm(build, { recursive: true, force: true }))

test.beforeEach(async ({ page }) => {
  await serveBuild(page, build)
  await signIn(page)
  await page.goto('/console/widgets')
  await expect(page.getByRole('heading', { name: '组件', exact: true })).toBeVisible()
})

const widget = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const drawer = (page: Page) => page.getByRole('dialog').last()
const confirm = (page: Page) => drawer(page).locator(submitButton).click()
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)

test.describe('the drawer', () => {
  const open = async (page: Page, label: string) => {
    await widget(page, '抽屉').getByRole('button', { name: label, exact: true }).click()
    await expect(drawer(page)).toBeVisible()
  }

  test('is 500 px wide, or 720, and closes by Esc and by a click outside', async ({ page }) => {
    await open(page, '只读')
    await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(500)
    await page.keyboard.press('Escape')
    await closed(page)
    await open(page, '表单（720 px）')
    await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(720)
    await page.mouse.click(100, 400)
    await closed(page)
  })

  test('says what is wrong with each field, and saves once it is right', journey, async ({ page }) => {
    await open(page, '表单（500 px）')
    await confirm(page)
    for (const sentence of ['请输入名称', '请输入手机号', '请输入邮箱地址', '此项内容不能为空', '请输入说明'])
      await expect(drawer(page).getByText(sentence, { exact: true }).first()).toBeVisible()
    const wrong = [
      ['手机号', '12345678901', '请输入正确的手机号'],
      ['邮箱', '张@', '请输入正确的邮箱地址'],
      ['价格', '1.234', '请输入最多两位小数的数字'],
      ['折扣', '101', '请输入0-100的数字'],
    ] as const
    for (const [label, typed, sentence] of wrong) {
      await drawer(page).getByLabel(label, { exact: true }).fill(typed)
      await expect(drawer(page)).toContainText(sentence)
    }
    const right = [
      ['名称', '示例'],
      ['手机号', '13800000000'],
      ['邮箱', 'a@b.cn'],
      ['价格', '1.23'],
      ['折扣', '80'],
      ['说明', '无'],
    ] as const
    for (const [label, typed] of right) await drawer(page).getByLabel(label, { exact: true }).fill(typed)
    await confirm(page)
    await expect(page.getByText('操作成功')).toBeVisible()
    await closed(page)
  })

  test('stays when the save is refused, each time, and asks before changes are lost', async ({ page }) => {
    await open(page, '表单（保存被拒绝）')
    for (const name of ['重名', '仍重名']) {
      await drawer(page).getByLabel('名称', { exact: true }).fill(name)
      await expect(drawer(page)).not.toContainText('该名称已存在')
      await confirm(page)
      await expect(drawer(page)).toContainText('该名称已存在')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByText('放弃未保存的修改？')).toBeVisible()
    await page.getByRole('button', { name: '放弃修改' }).click()
    await closed(page)
  })

  test('warns when it is cancelled while a task runs', async ({ page }) => {
    await open(page, '表单（保存较慢）')
    await confirm(page)
    for (const name of ['保存', '取消'])
      await expect(drawer(page).getByRole('button', { name }).locator('.spinner')).toBeVisible()
    await drawer(page).getByRole('button', { name: '取消' }).click()
    await expect(page.getByText('有任务正在执行中')).toBeVisible()
    await expect(drawer(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 })
  })
})

test('the JSON editor says whether its text is valid, formats it, and may be read-only', async ({ page }) => {
  const editor = widget(page, 'JSON 编辑器')
  const text = editor.getByRole('textbox', { name: 'JSON', exact: true })
  await expect(editor.getByTestId('json-state')).toHaveText('有效，5 个字段')
  await text.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('{"甲":')
  await expect(editor.getByTestId('json-state')).toHaveText('内容不是有效的 JSON')
  await expect(editor.getByRole('button', { name: '格式化' })).toBeDisabled()
  await page.keyboard.insertText('1}')
  await expect(editor.getByTestId('json-state')).toHaveText('有效，1 个字段')
  await editor.getByRole('button', { name: '格式化' }).click()
  await expect(text).toContainText('"甲": 1')
  await expect(page.getByRole('textbox', { name: '有误的 JSON' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: '只读的 JSON' })).toHaveAttribute('contenteditable', 'false')
})

test('the captcha is loaded, renewed by a click, required and marked as wrong', async ({ page }) => {
  const captcha = widget(page, '图形验证码')
  const image = captcha.locator('img')
  const source = () => image.getAttribute('src')
  await expect(image).toHaveAttribute('src', /^blob:/)
  const first = await source()
  await captcha.getByRole('button', { name: '看不清？点击换一张' }).click()
  await expect.poll(source).not.toBe(first)
  await captcha.getByRole('button', { name: '检查是否填写' }).click()
  await expect(captcha).toContainText('请输入验证码')
  await captcha.getByLabel('图形验证码').fill('ab12')
  await expect(captcha).not.toContainText('请输入验证码')
  await captcha.getByRole('button', { name: '显示错误' }).click()
  await expect(captcha).toContainText('验证码错误')
  const others = widget(page, '图形验证码（加载中、加载失败）')
  await expect(others.getByRole('button', { name: '验证码加载中' })).toBeVisible()
  await others.getByRole('button', { name: '验证码加载失败，点击重试' }).click()
  await expect(page.getByText('重新加载')).toBeVisible()
})

test('the SMS button sends once, counts down, and returns to idle at the end or on failure', async ({ page }) => {
  const button = (label: string) => page.getByRole('group', { name: label, exact: true }).getByRole('button')
  await button('发送成功').click()
  await expect(button('发送成功')).toHaveText('发送中...')
  await expect(button('发送成功')).toHaveText(/^(60|5\d) 秒$/)
  await expect(button('发送成功')).toHaveAttribute('aria-disabled', 'true')
  await button('3 秒后可重新发送').click()
  await expect(button('3 秒后可重新发送')).toHaveText(/^\d 秒$/)
  await expect(button('3 秒后可重新发送')).toHaveText('发送验证码', { timeout: 15_000 })
  await button('发送失败').click()
  await expect(page.getByText('短信发送失败，请稍后再试')).toBeVisible()
  await expect(button('发送失败')).toHaveText('发送验证码')
  await button('未填手机号').click()
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await expect(button('未填手机号')).toHaveText('发送验证码')
})

test('the password widget shows, hides, generates and judges a password', async ({ page }) => {
  const passwords = widget(page, '密码')
  const current = passwords.getByLabel('密码', { exact: true })
  await current.fill('Correct-Horse-42')
  await expect(current).toHaveAttribute('type', 'password')
  await expect(current).toHaveAttribute('maxlength', '64')
  await passwords.getByRole('button', { name: '显示密码' }).first().click()
  await expect(current).toHaveAttribute('type', 'text')
  await passwords.getByRole('button', { name: '隐藏密码' }).click()
  await expect(current).toHaveAttribute('type', 'password')
  const next = passwords.getByLabel('新密码', { exact: true })
  await passwords.getByRole('button', { name: '生成' }).first().click()
  await expect(next).toHaveValue(/^[A-Za-z]\S{7,19}$/)
  await expect(passwords).toContainText('已填入随机密码，请妥善保存')
})

test('every kind of filter takes a value, at the widths of the specification', async ({ page }) => {
  const filters = widget(page, '筛选项')
  const values = filters.getByTestId('filter-values')
  await filters.getByRole('textbox', { name: '编码' }).fill('c-1')
  await filters.getByRole('combobox', { name: '状态' }).click()
  await page.locator('.ant-select-item-option').getByText('停用', { exact: true }).click()
  await filters.getByRole('combobox', { name: '负责人' }).fill('47')
  await page.locator('.ant-select-item-option').getByText('示例 47', { exact: true }).click()
  const day = filters.getByPlaceholder('日期', { exact: true })
  await day.click()
  await day.fill('2026-01-31')
  await day.press('Enter')
  for (const [edge, time] of [
    ['开始', '2026-01-01 00:00:00'],
    ['结束', '2026-01-31 23:59:59'],
  ] as const) {
    const end = filters.getByPlaceholder(`${edge}时间`)
    await end.click()
    await end.fill(time)
    await end.press('Enter')
  }
  await expect(values).toHaveText(
    JSON.stringify({
      code: 'c-1',
      status: '0',
      owner: '47',
      day: '2026-01-31',
      createTime: '2026-01-01 00:00:00~2026-01-31 23:59:59',
    }),
  )
  const widths = await filters
    .locator('.search-bar-item')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().width))
  expect(widths).toEqual([260, 260, 260, 260, 330])
})

test('the search bar searches on Enter, at once by an option, and reloads', async ({ page }) => {
  const bar = widget(page, '搜索栏')
  const state = bar.getByTestId('search-state')
  const box = bar.getByPlaceholder('搜索名称')
  await expect(box).toHaveAttribute('maxlength', '64')
  await box.fill(' 示例 ')
  await expect(state).toContainText('"search":""')
  await box.press('Enter')
  await expect(state).toContainText('"search":"示例"')
  await bar.getByRole('combobox', { name: '状态' }).click()
  await page.locator('.ant-select-item-option').getByText('启用', { exact: true }).click()
  await expect(state).toContainText('"status":"1"')
  await bar.getByRole('button', { name: '清除条件' }).click()
  await expect(state).toHaveText('{"search":"","filters":{},"reloads":0}')
  await bar.getByRole('button', { name: '刷新' }).click()
  await expect(state).toContainText('"reloads":1')
  await bar.getByRole('button', { name: '查询' }).click()
  await expect(state).toContainText('"reloads":2')
})

test('the table is sorted, paged, ticked and acted on, and shows why it is empty', async ({ page }) => {
  const table = widget(page, '表格与分页')
  const rows = table.locator('tr[data-row]')
  await expect(rows).toHaveCount(10)
  await table.getByRole('button', { name: '编码' }).click()
  await expect(rows.first()).toContainText('示例 47')
  await table.getByRole('button', { name: '编码' }).click()
  await expect(rows.first()).toContainText('示例 01')
  await table.getByLabel('全选本页').click()
  await expect(table).toContainText('已选 9 项')
  await actOn(rows.first(), '删除')
  await expect(page.getByText('删除 示例 01')).toBeVisible()
  await table.getByRole('button', { name: '下一页' }).click()
  await expect(rows.first()).toContainText('11')
  await expect(rows.first()).toContainText('示例 11')

  const selectable = widget(page, '表格（可选中一行）')
  await selectable.getByRole('row').filter({ hasText: '示例 03' }).click()
  await expect(selectable).toContainText('已选中 示例 03')
  const loading = widget(page, '表格（加载中）')
  await expect(loading.getByText('加载中...')).toBeVisible()
  await loading.getByRole('switch', { name: '加载中' }).click()
  await expect(loading.getByText('加载中...')).toBeHidden()
  await expect(widget(page, '表格（无数据）')).toContainText('暂无示例')
  await widget(page, '表格（加载失败）').getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('重新加载')).toBeVisible()
  await expect(widget(page, '分页（总数过多）')).toContainText('10000+')
})

test('the page of widgets has no barrier', journey, async ({ page }) => {
  await expect(page.getByRole('textbox', { name: '只读的 JSON' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '正文', exact: true })).toBeVisible()
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

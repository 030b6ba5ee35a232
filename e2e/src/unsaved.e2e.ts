import { administrator } from '@atrium/server/test/administrator.ts'
import type { Dialog, Page } from '@playwright/test'
import { digestSession, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const expired = { code: 100, msg: '登录状态需要刷新', traceId: 'x' }
const drawer = (page: Page) => page.getByRole('dialog').last()

const typeHalf = async (page: Page, name: string) => {
  await page.goto('/console/web/sys/bases?topic=all')
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.getByRole('button', { name: '新增' }).click()
  await drawer(page).getByLabel('参数编码').fill('half.typed')
  await drawer(page).getByLabel('参数名称').fill(name)
}

test('a token refused even after renewal leaves typed text readable', async ({ page }) => {
  await signIn(page)
  await typeHalf(page, '写了一半')
  // All are from then on: a call that succeeds in the background would take the notice away, and one that is refused before
  // would show it before the click.
  let isSaved = false
  await page.route(/\/api\/(?!sys\/refreshToken)/, (route, request) => {
    isSaved ||= request.method() === 'POST' && request.url().includes('/api/sys/bases')
    return isSaved ? route.fulfill({ json: expired }) : route.continue()
  })
  await drawer(page).locator(submitButton).click()
  const notice = page.getByRole('alertdialog')
  await expect(notice).toContainText('登录已过期，请重新登录')
  await expect(notice.getByRole('button')).toHaveCount(1)
  await expect(notice.getByRole('button', { name: '重新登录' })).toBeFocused()
  // The drawer below is still reachable, and Esc moves focus back instead of closing it.
  const name = page.getByLabel('参数名称')
  await name.click()
  await name.selectText()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('写了一半')
  await page.keyboard.press('Escape')
  await expect(notice.getByRole('button', { name: '重新登录' })).toBeFocused()
  await expect(name).toHaveValue('写了一半')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/login\?to=/)
})

test('input typed before the session ended is restored to its owner', async ({ page, stage }) => {
  await signIn(page)
  await typeHalf(page, '没有保存')
  await stage.sql('update sessions set ended_at = now() where access_hash = $1', [await digestSession(page)])
  await page.waitForTimeout(1100)
  await drawer(page).locator(submitButton).click()
  await expect(page).toHaveURL(/\/console\/login\?to=/)
  await page.getByLabel('账号').fill(administrator.account)
  await page.getByLabel('密码', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('cell', { name: /^system\.title/ })).toBeVisible()
  await page.getByRole('button', { name: '新增' }).click()
  await expect(drawer(page).getByText('已恢复上次未保存的内容')).toBeVisible()
  await expect(drawer(page).getByLabel('参数名称')).toHaveValue('没有保存')
  await drawer(page).getByRole('button', { name: '放弃' }).click()
  await expect(drawer(page).getByLabel('参数名称')).toHaveValue('')
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: '新增' }).click()
  await expect(drawer(page).getByLabel('参数编码')).toHaveValue('')
  await expect(page.getByText('已恢复上次未保存的内容')).toHaveCount(0)
})

/** Reloads and returns what the browser asked, if anything. The answer is to leave. */
const reload = async (page: Page): Promise<string[]> => {
  const asked: string[] = []
  const answer = (dialog: Dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  }
  page.on('dialog', answer)
  await page.reload()
  page.off('dialog', answer)
  return asked
}

test('the browser asks before a reload that loses input, and not once it is saved', journey, async ({ page }) => {
  const code = `e2e.reload${Date.now()}`
  const open = async () => {
    await page.goto('/console/web/sys/bases?topic=all')
    await page.getByRole('button', { name: '新增' }).click()
    await drawer(page).getByLabel('参数编码').fill(code)
  }
  await signIn(page)
  await open()
  expect(await reload(page)).toEqual(['beforeunload'])

  await open()
  await drawer(page).getByLabel('参数名称').fill('刷新前保存')
  await drawer(page).getByLabel('参数值').fill('一')
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await reload(page)).toEqual([])
})

test('the browser asks for the input of a page behind another', async ({ page }) => {
  await signIn(page)
  await page.goto('/console/web/sys/identity/password-policy')
  await page.getByRole('spinbutton').first().fill('9')
  await page.getByRole('link', { name: '工作台' }).first().click()
  await expect(page).toHaveURL(/dashboard/)
  expect(await reload(page)).toEqual(['beforeunload'])
})

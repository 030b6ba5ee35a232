import { administrator } from '@atrium/server/test/administrator.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './stage.ts'

const serious = async (page: Page) => {
  // A colour in the middle of a fade is nobody's choice.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing serious, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/console/login')
      await expect(page.getByLabel('账号')).toBeVisible()
      expect(await serious(page)).toEqual([])
      await signIn(page)
      await expect(page.getByRole('heading', { name: '最近登录' })).toBeVisible()
      expect(await serious(page)).toEqual([])
      await page.goto('/console/web/sys/bases')
      await expect(page.getByText('system.title')).toBeVisible()
      expect(await serious(page)).toEqual([])
      await page.getByRole('button', { name: '新增' }).click()
      await expect(page.getByRole('dialog').getByText('格式化')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
      expect(await serious(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      await page.getByRole('button', { name: '历史' }).first().click()
      await expect(page.getByRole('dialog')).toContainText('版本')
      expect(await serious(page)).toEqual([])
    })

    test(`axe finds nothing serious in one’s own pages, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await signIn(page)
      await page.goto('/console/web/user/profile')
      await expect(page.getByRole('heading', { name: '我的日志' })).toBeVisible()
      await expect(page.getByText('成功').first()).toBeVisible()
      expect(await serious(page)).toEqual([])
      await page.getByRole('button', { name: '编辑个人资料' }).click()
      await expect(page.getByRole('dialog').getByLabel('姓名')).toBeVisible()
      expect(await serious(page)).toEqual([])
      await page.goto('/console/web/user/security')
      await expect(page.getByRole('heading', { name: '登录凭据' })).toBeVisible()
      expect(await serious(page)).toEqual([])
      await page.getByRole('button', { name: '修改登录密码' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
      await expect(page.getByRole('dialog')).toContainText('请输入密码')
      expect(await serious(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      await page.getByRole('button', { name: '开启动态验证码' }).click()
      await page.getByRole('dialog').getByLabel('当前密码').fill(administrator.password)
      await page.getByRole('dialog').getByRole('button', { name: '下一步' }).click()
      await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible()
      expect(await serious(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      await page.getByRole('button', { name: '放弃设置' }).click()
      await page.getByRole('button', { name: '查看登录设备' }).click()
      await expect(page.getByRole('dialog').getByText('当前', { exact: true })).toBeVisible()
      expect(await serious(page)).toEqual([])
    })
  }
}

import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import { digest } from '@atrium/server/src/kernel/secrets.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import type { Stage } from '@atrium/server/test/factories.ts'
import { test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { variable } from './variable.ts'

type Who = { account: string; password: string }

/** Signs in as a person does, and waits for the workbench. */
export const signIn = async (page: Page, who: Who = administrator) => {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(who.account)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
}

/** The digest by which the database knows the session of a page. */
export const sessionOf = async (page: Page): Promise<Buffer> =>
  digest(await page.evaluate(() => localStorage.getItem('token') ?? ''))

/** The browser itself reports refused calls (4xx), and React what a page met; the tests that provoke them look at the screen. */
const provoked = /^(Failed to load resource|TypeError: 页面文件没有加载出来)/

/** Tests with the product's address, the database behind it, and a check that the console stays silent. */
export const test = base.extend<{ quiet: undefined }, { stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
  baseURL: async ({}, use) => use(variable('E2E_URL')),
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const owner = new pg.Pool({ connectionString: variable('E2E_OWNER_URL'), max: 1 })
      const database = openDatabase(variable('E2E_SERVING_URL'), 2, () => undefined)
      await use({ database, sql: async (text, values) => (await owner.query(text, values)).rows })
      await database.close()
      await owner.end()
    },
    { scope: 'worker' },
  ],
  /** Fails a test whose page wrote an error to the console or broke the content security policy. */
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !provoked.test(message.text())) errors.push(message.text())
      })
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

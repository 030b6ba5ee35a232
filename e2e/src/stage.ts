import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import { digest } from '@atrium/server/src/kernel/secrets.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import type { Stage } from '@atrium/server/test/factories.ts'
import { test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { variable } from './variable.ts'

type Who = { account: string; password: string }

/** Signs in through the form and waits for the workbench. For tests of the form: it costs two page loads. */
export const signInByForm = async (page: Page, who: Who = administrator) => {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(who.account)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
}

/** One call as the browser of a page makes it, with its cookies. Throws unless the answer is a success. */
const post = async (page: Page, path: string, data: object, headers: Record<string, string> = {}) => {
  const answer = await (await page.request.post(path, { data, headers })).json()
  if (answer.code !== 0) throw new Error(`sign-in refused: ${answer.code} ${answer.msg}`)
  return answer.data
}

/** Opens a session over HTTP and keeps it where the console does. No page of the console is loaded. */
export const signIn = async (page: Page, { account, password }: Who = administrator) => {
  const { tempToken } = await post(page, signInContract.verify.path, { account, password })
  const trio = await post(page, signInContract.accessToken.path, {}, { token: tempToken })
  // A document of the same origin without any script.
  await page.goto('/healthz')
  await page.evaluate((tokens) => {
    for (const name of ['aesKey', 'refreshToken', 'token']) localStorage.setItem(name, tokens[name])
  }, trio)
}

/** Signs in and opens the workbench. */
export const openWorkbench = async (page: Page, who: Who = administrator) => {
  await signIn(page, who)
  await page.goto('/console/dashboard')
}

/** For a test whose mechanism another one covers: only a thorough run runs it. */
export const thorough = { tag: '@thorough' } as const

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

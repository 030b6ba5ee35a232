import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import { digest } from '@atrium/server/src/kernel/secrets.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import type { FactoryContext } from '@atrium/server/test/factories.ts'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { readVariable } from './variable.ts'

type Credentials = { account: string; password: string }

/** Signs in through the form and waits for the workbench. For tests of the form: it costs two page loads. */
export const signInByForm = async (page: Page, who: Credentials = administrator) => {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(who.account)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
}

/**
 * Calls the server with the cookies of the page.
 * @throws unless it succeeds
 */
const post = async (page: Page, path: string, data: object, headers: Record<string, string> = {}) => {
  const answer = await (await page.request.post(path, { data, headers })).json()
  if (answer.code !== 0) throw new Error(`sign-in refused: ${answer.code} ${answer.msg}`)
  return answer.data
}

/** Signs in over HTTP and stores the tokens where the console does, without loading a page of the console. */
export const signIn = async (page: Page, { account, password }: Credentials = administrator) => {
  const { tempToken } = await post(page, signInContract.verify.path, { account, password })
  const trio = await post(page, signInContract.accessToken.path, {}, { token: tempToken })
  // A document of the same origin without scripts.
  await page.goto('/healthz')
  await page.evaluate((tokens) => {
    for (const name of ['aesKey', 'refreshToken', 'token']) localStorage.setItem(name, tokens[name])
  }, trio)
}

/** Signs in and opens the workbench. */
export const openWorkbench = async (page: Page, who: Credentials = administrator) => {
  await signIn(page, who)
  await page.goto('/console/dashboard')
}

/** For the test of a room that runs with each check; the room's others run when its files are named, and in thorough runs. */
export const journey = { tag: '@journey' } as const

/** For tests whose mechanism another test covers: only in thorough runs. */
export const thorough = { tag: '@thorough' } as const

/** Digest of the page's session token, its key in the database. */
export const digestSession = async (page: Page): Promise<Buffer> =>
  digest(await page.evaluate(() => localStorage.getItem('token') ?? ''))

/** The browser logs refused calls (4xx) and React logs render errors; tests that provoke them check the screen. */
const expectedErrors = /^(Failed to load resource|TypeError: 页面文件加载失败)/

/** Test with the product's address, its database, and a check that the browser console stays silent. */
export const test = base.extend<{ failOnConsoleErrors: undefined }, { stage: FactoryContext }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
  baseURL: async ({}, use) => use(readVariable('E2E_URL')),
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const owner = new pg.Pool({ connectionString: readVariable('E2E_OWNER_URL'), max: 1 })
      const database = openDatabase(readVariable('E2E_SERVING_URL'), 2)
      await use({ database, sql: async (text, values) => (await owner.query(text, values)).rows })
      await database.close()
      await owner.end()
    },
    { scope: 'worker' },
  ],
  /** Fails a test whose page logs an error or violates the content security policy. */
  failOnConsoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectedErrors.test(message.text())) errors.push(message.text())
      })
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Runs an action of a row, from its button or from the menu 更多. */
export const actOn = async (row: Locator, label: string) => {
  const shown = row.getByRole('button', { name: label, exact: true })
  const more = row.getByRole('button', { name: '更多', exact: true })
  await expect(shown.or(more).first()).toBeVisible()
  if ((await shown.count()) > 0) return shown.click()
  await more.click()
  await row.page().getByRole('menuitem', { name: label, exact: true }).click()
}

/** Runs an action on the ticked rows, from the bar below the list or from its menu 更多. */
export const actOnTicked = (page: Page, label: string) => actOn(page.getByRole('group', { name: '批量操作' }), label)

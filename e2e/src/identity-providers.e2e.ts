import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import { standInClient, startStandIn } from '@atrium/server/test/identity-stand-in.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

// Providers send people back to the product's public address.
test.use({ baseURL: ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'localhost')) })

const drawer = (page: Page) => page.getByRole('dialog').last()

/** Takes the rules that another editor has added meanwhile, and removes them. */
const takeNewerRules = async (page: Page, stage: FactoryContext, companyId: string) => {
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await stage.sql(
    `update identity_providers set version = version + 1, mapping = '[{"claim":"groups","value":"财务部"}]' where company_id = $1`,
    [companyId],
  )
  await drawer(page).getByLabel('按钮文字').fill('其他登录')
  await drawer(page).locator(submitButton).click()
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改' })
  await conflict.getByRole('button', { name: '使用最新' }).click()
  await expect(drawer(page).getByLabel('映射 1 的值')).toHaveValue('财务部')
  await drawer(page).getByRole('button', { name: '移除映射 1' }).click()
  await drawer(page).locator(submitButton).click()
  await expect(drawer(page)).toBeHidden()
}

const addProvider = async (page: Page, issuer: string, { name, domain }: { name: string; domain: string }) => {
  await page.goto('/console/web/sys/identity/providers')
  await page.getByRole('button', { name: /新增/ }).first().click()
  await drawer(page).getByLabel('按钮文字').fill(name)
  await drawer(page).getByLabel('身份源地址').fill(issuer)
  await drawer(page).getByLabel('Client ID').fill(standInClient.client_id)
  await drawer(page).getByLabel('Client Secret', { exact: true }).fill(standInClient.client_secret)
  await drawer(page).getByLabel('邮箱域名').fill(domain)
  await page.keyboard.press('Enter')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
}

/** Goes to the provider of a company from a sign-in page. */
const leaveByMail = async (page: Page, short: string) => {
  await page.getByRole('button', { name: '使用工作邮箱登录' }).click()
  await page.getByLabel('工作邮箱').fill(`me@${short}.example.cn`)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: `（单点公司${short}）` }).click()
}

/** A refused link leads back to the security settings, a refused sign-in to the page that was left. */
const comeBackRefused = async (page: Page, issuer: string, short: string) => {
  await page.goto(`/console/outside/${randomUUID()}?error=access_denied&state=link.x`)
  await expect(page.getByRole('heading', { name: '未能关联' })).toBeVisible()
  await page.getByRole('button', { name: '返回安全设置' }).click()
  await expect(page).toHaveURL(/\/console\/web\/user\/security/)

  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
  await page.route(
    (url) => url.origin === new URL(issuer).origin,
    (route) => {
      const asked = new URL(route.request().url()).searchParams
      const answer = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '', iss: issuer })
      return route.fulfill({ status: 302, headers: { location: `${asked.get('redirect_uri')}?${answer}` } })
    },
  )
  await page.goto('/portal/login?to=/messages')
  await leaveByMail(page, short)
  await expect(page.getByRole('heading', { name: '未能登录' })).toBeVisible()
  await expect(page.getByText('您已取消授权')).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page).toHaveURL(/\/portal\/login\?to=\/messages/)
}

test('people sign in by a provider of their company, link their account, and take the link back', async ({
  page,
  stage,
  baseURL,
}) => {
  const standIn = await startStandIn([`${baseURL}/console/outside`])
  try {
    const short = randomUUID().slice(0, 6)
    const companyId = await buildTenant(stage, `单点公司${short}`)
    const permissions = ['list', 'add', 'edit', 'delete'].map((each) => `sysIdentityProviders:${each}`)
    const admin = await buildUser(stage, { companyId, permissions, menus: ['security', 'sys.identityProviders'] })
    const name = `统一登录${short}`
    await signIn(page, admin)
    await addProvider(page, standIn.issuer, { name, domain: `${short}.example.cn` })
    await takeNewerRules(page, stage, companyId)

    await stage.sql(`insert into tenant_domains (company_id, host, token, verified_at) values ($1, $2, 'x', now())`, [
      companyId,
      `${short}.example.cn`,
    ])
    const user = await buildUser(stage, { companyId })
    standIn.state.person = standIn.add(`p${short}`)
    const leave = async () => {
      await page.goto('/healthz')
      await page.evaluate(() => localStorage.clear())
      await page.goto('/console/login')
      await leaveByMail(page, short)
    }
    await leave()
    await expect(page.getByRole('heading', { name: '关联账号' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await page.getByLabel('账号').fill(user.account)
    await page.getByLabel('密码', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: '关联并登录' }).click()
    await expect(page).toHaveURL(/\/console\/dashboard/)
    await leave()
    await expect(page).toHaveURL(/\/console\/dashboard/)

    await page.goto('/console/web/user/security')
    await page.getByRole('button', { name: '管理外部账号' }).click()
    await drawer(page)
      .getByRole('button', { name: `解除${name}` })
      .click()
    await page.getByRole('dialog').last().getByLabel('密码', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `关联${name}` })).toBeVisible()
    await page.getByRole('button', { name: `关联${name}` }).click()
    const linked = () => stage.sql('select name from identity_links where user_id = $1', [user.id])
    await expect.poll(linked).toEqual([{ name: '李雷' }])
    await expect(page).toHaveURL(/\/console\/web\/user\/security/)
    await comeBackRefused(page, standIn.issuer, short)
  } finally {
    standIn.stop()
  }
})

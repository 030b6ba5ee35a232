import { randomUUID } from 'node:crypto'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import { newCreditCode } from '@atrium/server/test/credit-code.ts'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const { ent, updateEnt, replaceLicence, applyForRecognition } = enterprisesContract
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

type Answer = { code: number; data: { version: number; reason: string } }
/** What the portal's pages call for a member who is signed in. */
const readPortal = async (page: Page) => {
  const headers = { token: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const json = async (answer: ReturnType<typeof page.request.get>): Promise<Answer> =>
    (await (await answer).json()) as Answer
  return {
    read: () => json(page.request.get(ent.path, { headers })),
    async fill(claim: object) {
      const file = { name: '执照.png', mimeType: 'image/png', buffer: await page.screenshot() }
      await page.request.post(replaceLicence.path, { headers, multipart: { file } })
      const { version } = (await this.read()).data
      await page.request.put(updateEnt.path, { headers, data: { ...claim, version } })
    },
    apply: () => json(page.request.post(applyForRecognition.path, { headers, data: {} })),
  }
}

test(
  'the operator reviews a registered company, and locks one of its users',
  journey,
  async ({ page, browser, baseURL, stage }) => {
    const name = `门户公司${randomUUID().slice(0, 8)}`
    const companyId = await buildTenant(stage, name)
    await stage.sql(`insert into enterprises (company_id, name) values ($1, $2)`, [companyId, name])
    const user = await buildUser(stage, { companyId, permissions: ['frontEnts:edit'] })
    const own = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    await signIn(own, user)
    const portal = await readPortal(own)
    await portal.fill({ name, creditCode: newCreditCode(), legal: '王强' })
    expect((await portal.apply()).code).toBe(0)

    await signIn(page, administrator)
    await page.goto(`/console/web/sys/portal/enterprises?search=${encodeURIComponent(name)}`)
    await expect(row(page, name)).toContainText('待审核')
    await actOn(row(page, name), '驳回')
    await drawer(page).getByLabel('原因').fill('营业执照照片不清晰')
    await drawer(page).getByRole('button', { name: '驳回' }).click()
    await expect(row(page, name)).toContainText('未通过')
    expect((await portal.read()).data.reason).toBe('营业执照照片不清晰')

    expect((await portal.apply()).code).toBe(0)
    await page.reload()
    await actOn(row(page, name), '通过')
    await expect(drawer(page).getByRole('img', { name: /营业执照/ })).toBeVisible()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await drawer(page).locator(submitButton).click()
    await expect(row(page, name)).toContainText('已认证')

    await page.goto(`/console/web/sys/portal/users?search=${user.account}`)
    await expect(row(page, user.account)).toContainText('已认证')
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await actOn(row(page, user.account), '锁定')
    await drawer(page).getByLabel('原因').fill('发布违规内容')
    await drawer(page).getByRole('button', { name: '锁定' }).click()
    await expect(row(page, user.account)).toContainText('锁定')
    expect((await portal.read()).code).toBe(101)
    await actOn(row(page, user.account), '解锁')
    await drawer(page).getByRole('button', { name: '解锁' }).click()
    await expect(row(page, user.account)).toContainText('正常')
    await own.close()
  },
)

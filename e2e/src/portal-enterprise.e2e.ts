import { randomUUID } from 'node:crypto'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import { newCreditCode } from '@atrium/server/test/credit-code.ts'
import { buildPerson, foundEnterprise } from '@atrium/server/test/portal-stage.ts'
import type { Browser, Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { expect, signIn, test } from './stage.ts'

const phone = { width: 390, height: 844 }
test.use({ viewport: phone })

const drawer = (page: Page) => page.getByRole('dialog').last()
const confirm = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).click()
/** Leaves the phone as it was: the scan also looks at a wide page. */
const scan = async (page: Page) => {
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.setViewportSize(phone)
}
const openPage = async (browser: Browser, baseURL: string | undefined, who: { account: string; password: string }) => {
  const page = await browser.newPage({ viewport: phone, locale: 'zh-CN', ...(baseURL !== undefined && { baseURL }) })
  await signIn(page, who)
  return page
}
const approveAsOperator = async (page: Page, id: string) => {
  const headers = { token: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const { enterprise, approve } = recognitionContract
  const { data } = await (await page.request.get(enterprise.path.replace(':id', id), { headers })).json()
  const answer = await page.request.put(approve.path.replace(':id', id), { headers, data: { version: data.version } })
  expect(await answer.json()).toMatchObject({ code: 0 })
}

/** What could not be read says so, and is read again. */
const seeFailedCount = async (page: Page) => {
  const counting = new RegExp(portalAppsContract.count.path)
  await page.route(counting, (route) => route.abort())
  await page.goto('/portal/')
  await expect(page.getByText('邀请和应用申请加载失败')).toBeVisible()
  await page.unroute(counting)
  await page.getByRole('button', { name: '重试' }).click()
}
/** Cards have their frame on a page that is opened directly, and an empty view says what it lacks. */
const seeOwnPages = async (page: Page) => {
  await page.goto('/portal/me/companies')
  await expect(page.getByRole('region', { name: '我的公司' })).toHaveCSS('border-radius', '10px')
  await page.goto('/portal/requests?tab=requests')
  await page.getByText('待处理', { exact: true }).click()
  await expect(page.getByText('暂无待处理的申请')).toBeVisible()
  await page.getByText('全部', { exact: true }).click()
}

/** Completes the company's data with its licence, and applies. */
const applyForRecognition = async (page: Page, name: string) => {
  await page.getByRole('button', { name: '修改资料' }).click()
  await drawer(page).getByLabel('统一社会信用代码').fill(newCreditCode())
  await drawer(page).getByLabel('法定代表人').fill('王强')
  await confirm(page, '保存')
  const file = { name: '执照.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('上传营业执照').setInputFiles(file)
  await expect(page.getByRole('img', { name: `${name}的营业执照，点击查看原图` })).toBeVisible()
  await page.getByRole('button', { name: '申请认证' }).click()
  await confirm(page, '提交申请')
}

test('a company applies for recognition, invites a member, and lets them use an application they ask for', async ({
  page,
  browser,
  baseURL,
  stage,
}) => {
  const name = `门户公司${randomUUID().slice(0, 8)}`
  const { companyId, admin } = await foundEnterprise(stage, name)
  const by = '{"id":"","name":"系统"}'
  const [appId, app] = [randomUUID(), `费用报销${randomUUID().slice(0, 6)}`]
  await stage.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, owner_id, created_by, updated_by)
     values ($1, $2, $3, $4, 'web', $5, '${by}', '${by}')`,
    [companyId, appId, `ak_${randomUUID()}`, app, admin.id],
  )
  await stage.sql(
    `insert into open_app_portals (company_id, app_id, address, requestable, updated_by)
     values ($1, $2, 'https://oa.example.cn', true, '${by}')`,
    [companyId, appId],
  )
  const person = await buildPerson(stage)

  await signIn(page, admin)
  await page.goto('/portal/enterprise')
  await expect(page.getByText('申请认证前请补充：统一社会信用代码、法定代表人、营业执照。')).toBeVisible()
  await scan(page)
  await applyForRecognition(page, name)
  await expect(page.getByText('待审核', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '修改资料' })).toHaveCount(0)
  const operator = await openPage(browser, baseURL, administrator)
  await approveAsOperator(operator, companyId)
  await operator.close()
  await page.reload()
  await expect(page.getByText('已认证', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: '成员邀请' }).click()
  await page.getByRole('button', { name: '邀请成员' }).click()
  await drawer(page).getByLabel('邀请对象').fill(person.account)
  await confirm(page, '邀请成员')
  await expect(page.getByRole('list', { name: '成员邀请' })).toContainText(person.account)

  const own = await openPage(browser, baseURL, person)
  await own.goto('/portal/enterprise')
  await own.getByRole('button', { name: '接受' }).click()
  await confirm(own, '加入')
  await own.getByRole('button', { name: '切换到该公司' }).click()
  await confirm(own, '切换')
  await expect(own).toHaveURL(/\/portal\/$/)
  await own.goto('/portal/enterprise')
  await expect(own.getByRole('region', { name: '公司认证' })).toContainText('已认证')
  await own.goto('/portal/requests')
  await own.getByRole('button', { name: `申请使用“${app}”` }).click()
  await drawer(own).getByLabel('申请原因').fill('提交差旅报销')
  await confirm(own, '提交申请')
  await expect(own.getByText('待处理', { exact: true })).toBeVisible()
  await scan(own)

  await seeFailedCount(page)
  await page.getByRole('link', { name: /应用申请待处理/ }).click()
  await expect(page.getByRole('list', { name: '待我处理' })).toContainText('提交差旅报销')
  await scan(page)
  await page.getByRole('button', { name: /^通过 .* 的申请$/ }).click()
  await confirm(page, '通过')
  await expect(page.getByText('暂无待您处理的申请')).toBeVisible()

  await seeOwnPages(own)
  await expect(own.getByRole('list', { name: '我的申请' })).toContainText('已通过')
  await own.goto('/portal/')
  await expect(own.getByRole('list', { name: '全部应用' })).toContainText(app)
  await own.close()

  await page.goto('/portal/enterprise/members')
  await page.getByLabel('搜索成员').fill(person.account)
  const member = page.getByRole('list', { name: '成员' }).getByRole('listitem').filter({ hasText: person.account })
  await member.getByRole('button', { name: /^锁定/ }).click()
  await drawer(page).getByLabel('原因').fill('已离职')
  await confirm(page, '锁定')
  await expect(member).toContainText('锁定原因：已离职')
  await scan(page)
  await member.getByRole('button', { name: /^解锁/ }).click()
  await confirm(page, '解锁')
  await expect(member).toContainText('正常')
})

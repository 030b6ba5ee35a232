import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, openWorkbench, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'

const profile = '/console/web/user/profile'
const permissions = ['sysMemberships:list', 'sysMemberships:add', 'sysMemberships:delete', 'sysUsers:list']

const submit = async (page: Page, who: { account: string; password: string }) => {
  await page.goto('/console/login')
  await page.getByLabel('账号').fill(who.account)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('a user is invited, joins, chooses a company at sign-in, and switches it', async ({ page, browser, stage }) => {
  const [homeName, hostName] = [`本家${randomUUID().slice(0, 8)}公司`, `客座${randomUUID().slice(0, 8)}公司`]
  const person = await buildUser(stage, { companyId: await buildCompany(stage, homeName) })
  const menus = ['people', 'sys.users', 'sys.memberships']
  const admin = await buildUser(stage, { companyId: await buildCompany(stage, hostName), permissions, menus })

  const office = await (await browser.newContext()).newPage()
  await signIn(office, admin)
  await office.goto('/console/web/sys/memberships')
  await office.getByRole('button', { name: '邀请成员' }).first().click()
  const form = office.getByRole('dialog', { name: '邀请成员' })
  await form.getByLabel('邀请对象').fill(person.account)
  await form.getByLabel('留言').fill('请协助年度审计')
  await form.locator(submitButton).click()
  const invited = office.getByRole('row').filter({ hasText: person.account })
  await expect(invited).toContainText('待答复')
  expect(await seriousViolations(office)).toEqual([])

  await openWorkbench(page, person)
  await page.getByText(`“${hostName}”邀请您加入`).locator('..').getByRole('link', { name: '去答复' }).click()
  await expect(page).toHaveURL(/\/user\/profile$/)
  const own = page.getByRole('region', { name: '我的公司' })
  await expect(own).toContainText(`张伟 邀请您加入“${hostName}”`)
  await expect(own).toContainText('请协助年度审计')
  expect(await seriousViolations(page)).toEqual([])
  await own.getByRole('button', { name: '接受' }).click()
  await page
    .getByRole('dialog', { name: `加入“${hostName}”？` })
    .getByRole('button', { name: '加入' })
    .click()
  await expect(own.getByRole('list', { name: '我所在的公司' }).getByRole('listitem')).toHaveCount(2)

  await office.goto('/console/web/sys/users')
  await expect(office.getByRole('row').filter({ hasText: person.account })).toContainText('外部')

  await page.getByRole('button', { name: /张伟/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/login/)
  await submit(page, person)
  await expect(page.getByRole('heading', { name: '选择公司' })).toBeVisible()
  const choices = page.getByRole('list', { name: '可以进入的公司' }).getByRole('button')
  await expect(choices).toHaveText([homeName, hostName])
  await expect(choices.first()).toBeFocused()
  expect(await seriousViolations(page)).toEqual([])
  await choices.last().click()
  await expect(page).toHaveURL(/\/console\/dashboard/)
  await page.goto('/console/web/user/security')
  await expect(page.getByText(`您使用“${homeName}”的账号登录`)).toBeVisible()
  await page.goto(profile)
  await expect(page.getByText(`属于“${homeName}”`)).toBeVisible()

  await own.getByRole('listitem').filter({ hasText: homeName }).getByRole('button', { name: '切换到该公司' }).click()
  const question = page.getByRole('dialog', { name: `切换到“${homeName}”？` })
  await question.getByRole('button', { name: '切换', exact: true }).click()
  await expect(page.getByText(`已切换到“${homeName}”`)).toBeVisible()
  await page.goto(profile)
  await expect(own.getByRole('listitem').filter({ hasText: homeName })).toContainText('当前')

  await own.getByRole('button', { name: `退出${hostName}` }).click()
  const leaving = page.getByRole('dialog', { name: `退出“${hostName}”？` })
  await expect(leaving).toContainText('须由对方重新邀请')
  expect(await seriousViolations(page)).toEqual([])
  await leaving.getByRole('button', { name: '取消' }).click()
  await expect(leaving).toHaveCount(0)
  await own.getByRole('button', { name: `退出${hostName}` }).click()
  await leaving.getByRole('button', { name: '退出公司' }).click()
  await expect(own).toHaveCount(0)
  await office.context().close()
})

test(
  'a company that closes during the choice is reported as closed, and the others stay',
  thorough,
  async ({ page, stage }) => {
    const [homeName, hostName] = [`本家${randomUUID().slice(0, 8)}公司`, `客座${randomUUID().slice(0, 8)}公司`]
    const [homeId, hostId] = [await buildCompany(stage, homeName), await buildCompany(stage, hostName)]
    const person = await buildUser(stage, { companyId: homeId })
    await stage.sql(
      `insert into users (company_id, id, account, name, password_hash, principal_company_id, principal_id)
     values ($1, gen_random_uuid(), $2, '张伟', '', $3, $4)`,
      [hostId, person.account, homeId, person.id],
    )
    await submit(page, person)
    const host = page.getByRole('button', { name: hostName })
    await expect(host).toBeVisible()
    await stage.sql('update companies set status = 0 where id = $1', [hostId])
    await host.click()
    await expect(page.getByRole('alert')).toHaveText(`“${hostName}”当前无法进入，请选择其他公司`)
    await page.getByRole('button', { name: homeName }).click()
    await expect(page).toHaveURL(/\/console\/dashboard/)
  },
)

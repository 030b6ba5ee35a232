import { randomUUID } from 'node:crypto'
import { buildTenant, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolationsInAllLooks } from './accessibility-scan.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test(
  'an application is shown to the company, kept as a favourite, and opened with a ticket',
  journey,
  async ({ page, stage }) => {
    const companyId = await buildTenant(stage, `应用公司${randomUUID().slice(0, 8)}`)
    const rights = ['list', 'add', 'edit'].map((each) => `openApps:${each}`)
    const user = await buildUser(stage, { companyId, permissions: rights, menus: ['open', 'open.apps'] })
    const name = `办公助手${randomUUID().slice(0, 6)}`
    await stage.sql(
      `insert into open_apps (company_id, id, app_key, name, kind, owner_id, created_by, updated_by)
     values ($1, gen_random_uuid(), $2, $3, 'web', $4, '{"id":"","name":"系统"}', '{"id":"","name":"系统"}')`,
      [companyId, `ak_${randomUUID()}`, name, user.id],
    )
    await signIn(page, user)
    await page.goto('/console/web/open/apps')
    await actOn(row(page, name), '详情')
    const app = page.getByRole('region', { name: /^应用：/ })
    await app.getByRole('tab', { name: '门户' }).click()
    await expect(app).toContainText('不展示')
    await app.getByRole('button', { name: '设置' }).click()
    await drawer(page).getByLabel('可见范围').click()
    await page.getByTitle('本公司全部用户', { exact: true }).click()
    await drawer(page).getByLabel('入口地址').fill(new URL('/healthz', page.url()).href)
    await drawer(page).getByLabel('分类').fill('办公')
    await drawer(page).getByRole('switch', { name: '免登录' }).click()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    await drawer(page).locator(submitButton).click()
    await expect(page.getByText('打开时附带票据', { exact: true })).toBeVisible()

    await app.getByRole('button', { name: '设置' }).click()
    await drawer(page).getByLabel('分类').fill('行政')
    await stage.sql(
      `update open_app_portals set version = version + 1, requestable = true
     where app_id = (select id from open_apps where name = $1)`,
      [name],
    )
    await stage.sql(
      `insert into app_approvers (company_id, app_id, user_id) select company_id, id, owner_id from open_apps where name = $1`,
      [name],
    )
    await stage.sql(`update users set name = '林志远' where id = $1`, [user.id])
    await drawer(page).locator(submitButton).click()
    const conflict = page.getByRole('dialog', { name: '数据已被他人修改' })
    await expect(conflict.getByRole('row', { name: /审批人/ })).toContainText('林志远')
    await conflict.getByRole('button', { name: '使用最新' }).click()
    await expect(page.getByLabel('分类')).toHaveValue('办公')
    await page.locator(submitButton).click()
    await expect(page.getByText('不在可见范围内的用户可申请使用')).toBeVisible()

    await page.goto('/console/web/frontUserApplication')
    const star = page.getByRole('button', { name: `收藏“${name}”`, exact: true })
    await star.click()
    await expect(page.getByRole('button', { name: `取消收藏“${name}”` })).toBeVisible()
    await page.getByRole('button', { name: '收藏', exact: true }).click()
    expect(await seriousViolationsInAllLooks(page)).toEqual([])
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: new RegExp(`${name}.*办公`) }).dblclick()
    await expect(await opened).toHaveURL(/\/healthz\?ticket=[\w-]{43}$/)
    expect(page.context().pages()).toHaveLength(2)
  },
)

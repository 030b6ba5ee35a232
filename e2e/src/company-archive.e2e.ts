import { randomUUID } from 'node:crypto'
import { buildTenant, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations } from './accessibility-scan.ts'
import { expect, journey, signIn, test } from './stage.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()

/** A company with two posts and an organisation. */
const buildCustomer = async (stage: FactoryContext) => {
  const name = `档案${randomUUID().slice(0, 8)}有限公司`
  const companyId = await buildTenant(stage, name)
  const by = JSON.stringify({ id: '', name: '系统' })
  for (const post of ['会计', '出纳'])
    await stage.sql(
      `insert into posts (company_id, id, name, code, created_by, updated_by) values ($1, gen_random_uuid(), $2, $3, $4, $4)`,
      [companyId, post, `p${randomUUID().slice(0, 8)}`, by],
    )
  await stage.sql(
    `insert into orgs (company_id, id, name, path) select $1, id, '总部', '/' || id || '/'
     from (select gen_random_uuid() as id) made`,
    [companyId],
  )
  return { companyId, name }
}

test('what a company has lost since an export is found and put back', journey, async ({ page, stage }) => {
  const { companyId, name } = await buildCustomer(stage)
  await signIn(page)
  await page.goto(`/console/web/sys/tenancy/companies?search=${encodeURIComponent(name)}`)
  await page.getByRole('tab', { name: '租户', exact: true }).click()
  await page.getByRole('button', { name: '导出公司数据' }).click()
  const exported = async () =>
    (await stage.sql(`select state from job_runs where title = $1`, [`导出公司数据：${name}`]))[0]?.state
  await expect.poll(exported, { timeout: 30_000 }).toBe('done')
  await stage.sql(`delete from posts where company_id = $1 and name = '会计'`, [companyId])
  await stage.sql(`update posts set name = '出纳员', version = 2 where company_id = $1 and name = '出纳'`, [companyId])
  await stage.sql('delete from orgs where company_id = $1', [companyId])

  await page.getByRole('button', { name: '比较与恢复' }).click()
  await expect(drawer(page).getByRole('heading', { name: '上传档案' })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await drawer(page)
    .getByLabel('选择档案', { exact: true })
    .setInputFiles({
      name: '档案.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('not an archive'),
    })
  await expect(drawer(page).getByRole('alert')).toHaveText('该文件不是公司数据档案，或已损坏')
  await drawer(page)
    .getByRole('button', { name: /^与“公司数据.*”比较$/ })
    .click()

  const count = (what: string) => drawer(page).getByRole('button', { name: `${what}，查看` })
  await expect(count('岗位：删除 1 条')).toBeVisible({ timeout: 30_000 })
  await count('岗位：修改 1 条').click()
  const changed = drawer(page).getByRole('row').filter({ hasText: '出纳员' })
  await expect(changed).toContainText('名称')
  expect(await seriousViolations(page)).toEqual([])
  const kind = (title: string) => drawer(page).getByRole('row').filter({ hasText: title }).first()
  await kind('岗位').getByLabel('还原修改的').check()
  await kind('岗位').getByLabel('恢复删除的').check()
  await kind('组织').getByLabel('恢复删除的').check()
  await drawer(page).getByRole('button', { name: '恢复 3 条' }).click()
  await expect(drawer(page)).toContainText('恢复 1 条已删除的岗位')
  await drawer(page).getByRole('button', { name: '开始恢复' }).click()
  await expect(drawer(page).getByRole('button', { name: '已恢复 3 条' })).toBeVisible({ timeout: 30_000 })
  const posts = await stage.sql('select name from posts where company_id = $1 order by 1', [companyId])
  expect(posts.map((post) => post.name).toSorted()).toEqual(['会计', '出纳'].toSorted())
  expect(await stage.sql('select name from orgs where company_id = $1', [companyId])).toEqual([{ name: '总部' }])
})

import { readFile } from 'node:fs/promises'
import { segmentText } from '@atrium/server/src/features/audit/operation-logs/segment-seal.ts'
import { createSecrets } from '@atrium/server/src/kernel/secrets.ts'
import { buildCompany, buildUser } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { actOn, expect, journey, signIn, test, thorough } from './stage.ts'
import { submitButton } from './submit-button.ts'
import { readVariable } from './variable.ts'

type Stage = Parameters<typeof buildCompany>[0]

const logPath = '/console/web/sys/logs/operation'
const rights = ['oper', 'export', 'verify', 'trace'].map((right) => `sysLogs:${right}`)
const baseRights = ['list', 'add', 'edit', 'secret'].map((right) => `sysBases:${right}`)
const menus = ['audit', 'sys.operationLogs', 'sys.incidents', 'settings', 'sys.bases']
let companies = 0
/** A user of a new company, with a log of its own. */
const buildAuditor = async (stage: Stage, permissions = [...rights, ...baseRights]) => {
  companies += 1
  const companyId = await buildCompany(stage, `审计公司${process.pid}-${companies}-${Date.now()}`)
  return buildUser(stage, { companyId, permissions, menus })
}
const drawer = (page: Page) => page.getByRole('dialog').last()
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const closed = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const saved = async (page: Page) => {
  await drawer(page).locator(submitButton).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const add = async (page: Page, name: string) => {
  await page.goto('/console/web/sys/bases?topic=all')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('参数编码').fill('e2e.audited')
  await drawer(page).getByLabel('参数名称').fill(name)
  await drawer(page).getByLabel('参数值').fill('第一版')
  await saved(page)
}
const rename = async (page: Page, name: string) => {
  await actOn(row(page, 'e2e.audited'), '编辑')
  await drawer(page).getByLabel('参数名称').fill(name)
  await saved(page)
}
/** Inserts log rows as the product does, sealed like all others. */
const fill = (stage: Stage, companyId: string, count: number) =>
  stage.sql(
    `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
     select $1, 0, gen_random_uuid(), now(), md5(at::text), '10.0.0.' || at, '', 'portrait.replaced', true, 0, 1, '', ''
     from generate_series(1, $2::int) as at`,
    [companyId, count],
  )

/** Takes the oldest rows out of the log, as if they had been archived. */
const archive = async (stage: Stage, company: string, last: number) => {
  const [row] = await stage.sql(
    `select encode((array_agg(hash order by seq desc))[1], 'hex') as hash, min(time) as "firstTime", max(time) as "lastTime"
     from audit_log where company_id = $1 and seq <= $2`,
    [company, last],
  )
  const hash = String(row?.hash)
  const [firstTime = '', lastTime = ''] = [row?.firstTime, row?.lastTime].map((at) => (at as Date).toISOString())
  const [sha256, secrets] = ['0'.repeat(64), createSecrets(readVariable('E2E_SECRET_KEY'))]
  const segment = { company, first: 1, last, firstTime, lastTime, prev: '', hash, sha256, size: 2048 }
  await stage.sql(
    `insert into audit_segments (company_id, first_seq, last_seq, first_time, last_time, prev, hash, sha256, size, signature)
     values ($1, 1, $2, $3, $4, '', decode($5, 'hex'), $6, 2048, $7)`,
    [company, last, firstTime, lastTime, hash, sha256, secrets.attest(segmentText(segment))],
  )
  await stage.sql('delete from audit_log where company_id = $1 and seq <= $2', [company, last])
}

test(
  'a change is shown with old and new values in the log, the timeline and under its trace id',
  journey,
  async ({ page, stage }) => {
    await signIn(page, await buildAuditor(stage))
    await add(page, '旧的名字')
    await rename(page, '新的名字')
    await actOn(row(page, 'e2e.audited'), '变更记录')
    await expect(drawer(page).getByRole('listitem')).toHaveCount(2)
    await expect(drawer(page).getByRole('listitem').first().locator('del')).toHaveText('旧的名字')
    await expect(drawer(page).getByRole('listitem').first().locator('ins')).toHaveText('新的名字')
    await closed(page)

    await page.goto(logPath)
    await actOn(row(page, '修改基础参数'), '详情')
    await expect(drawer(page).locator('del')).toHaveText('旧的名字')
    await expect(drawer(page).locator('ins')).toHaveText('新的名字')
    await expect(drawer(page)).not.toContainText('第一版')
    await drawer(page).getByRole('link').click()
    await expect(page).toHaveURL(/\/web\/sys\/logs\/trace\?traceId=[0-9a-f]{32}$/)
    await expect(page.locator('.incident')).toContainText('审计公司')
    await expect(page.locator('.incident').getByRole('listitem')).toHaveCount(1)
    await expect(page.locator('.incident')).toContainText('修改基础参数')

    await page.locator('.incident').getByLabel('追踪号', { exact: true }).fill('12345678')
    await page.locator('.incident').getByRole('button', { name: '查询' }).click()
    await expect(page.getByText('未找到该追踪号的记录')).toBeVisible()
    await page.locator('.incident').getByLabel('追踪号', { exact: true }).fill('不是追踪号')
    await page.locator('.incident').getByRole('button', { name: '查询' }).click()
    await expect(page.getByText('追踪号是 8 到 32 位的数字和字母 a-f')).toBeVisible()
  },
)

test('keys turn pages, and filters reduce the rows', async ({ page, stage }) => {
  const auditor = await buildAuditor(stage)
  await fill(stage, auditor.companyId, 23)
  await signIn(page, auditor)
  await page.goto(logPath)
  const numbers = page.locator('.data-table-serial')
  const newer = page.getByRole('button', { name: '上一页' })
  const older = page.getByRole('button', { name: '下一页' })
  // A sign-in adds two rows.
  await expect(page.getByText('共 25 条')).toBeVisible()
  await expect(numbers.nth(1)).toHaveText('25')
  await expect(newer).toBeDisabled()
  await older.click()
  await expect(numbers.nth(1)).toHaveText('15')
  await expect(page).toHaveURL(/after=16/)
  await older.click()
  await expect(numbers.nth(1)).toHaveText('5')
  await expect(older).toBeDisabled()
  await newer.click()
  await expect(numbers.nth(1)).toHaveText('15')
  await page.getByRole('button', { name: '最新' }).click()
  await expect(numbers.nth(1)).toHaveText('25')
  await expect(page).toHaveURL(new RegExp(`${logPath}$`))

  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByLabel('IP 地址').fill('10.0.0.7')
  await page.getByLabel('IP 地址').press('Enter')
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expect(page.getByText(/仅查所选时间内最新的 10 万条/)).toBeVisible()
  await page.goto(`${logPath}?f.module=sysProfile&after=5`)
  await expect(page.getByText('共 23 条')).toBeVisible()
  await page.goto(`${logPath}?f.result=failure`)
  await expect(page.getByText('没有符合条件的操作日志')).toBeVisible()
})

test('an exported log contains the shown rows', thorough, async ({ page, stage }) => {
  const auditor = await buildAuditor(stage)
  await fill(stage, auditor.companyId, 1200)
  await signIn(page, auditor)
  await page.goto(`${logPath}?f.module=sysProfile`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('group', { name: '全部列' }).getByRole('menuitem', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^操作日志 .*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1201)
  expect(lines[1]).toContain('更换头像')
  await expect(page.getByText('导出完成').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a proof contains the shown rows, and its public key can be downloaded', async ({ page, stage }) => {
  const auditor = await buildAuditor(stage)
  await fill(stage, auditor.companyId, 30)
  await signIn(page, auditor)
  await page.goto(`${logPath}?f.module=sysProfile`)
  const proof = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出证明' }).click()
  expect((await proof).suggestedFilename()).toMatch(/^操作日志证明 .*\.json$/)
  const { rows, fingerprint } = JSON.parse(await readFile(await (await proof).path(), 'utf8'))
  expect(rows).toHaveLength(30)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: '校验' }).click()
  await expect(drawer(page)).toContainText('第 32 条')
  await expect(drawer(page)).toContainText(fingerprint)
  const checkpoints = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: '下载检查点' }).click()
  const carriedOff = JSON.parse(await readFile(await (await checkpoints).path(), 'utf8'))
  expect(carriedOff).toMatchObject({ fingerprint, checkpoints: [{ after: 0, seq: 32 }] })
})

test('verification reports whether the log is intact, and where it is broken', async ({ page, stage }) => {
  const auditor = await buildAuditor(stage)
  await fill(stage, auditor.companyId, 30)
  await signIn(page, auditor)
  await page.goto(logPath)
  await page.getByRole('button', { name: '校验' }).click()
  await expect(drawer(page)).toContainText('日志完整，共 32 条记录')
  await drawer(page).getByRole('button', { name: '关闭' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await stage.sql('update audit_log set ip = $2 where company_id = $1 and seq = 7', [auditor.companyId, '10.6.6.6'])
  await page.getByRole('button', { name: '校验' }).click()
  await expect(drawer(page)).toContainText('审计链在第 7 条断开：内容被改动')
  await expect(drawer(page)).toContainText('更换头像')
})

test('the log says where it begins, once older rows are archived', async ({ page, stage }) => {
  const auditor = await buildAuditor(stage)
  await fill(stage, auditor.companyId, 30)
  await archive(stage, auditor.companyId, 10)
  await signIn(page, auditor)
  await page.goto(logPath)
  await expect(page.getByText('及更早的记录已归档，不在此显示。')).toBeVisible()
  await page.getByRole('button', { name: '查看归档' }).click()
  await expect(drawer(page)).toContainText('第 1 到 10 条')
  await expect(drawer(page)).toContainText('2.0 KB')
  await expect(drawer(page).getByRole('button', { name: '下载第 1 到 10 条' })).toBeVisible()
  await closed(page)
  await page.getByRole('button', { name: '校验' }).click()
  await expect(drawer(page)).toContainText('日志完整，共 22 条记录')
  await expect(drawer(page)).toContainText('第 1 到 10 条已归档，不在此校验')
})

test('a user with read access sees neither export, verification nor links', async ({ page, stage }) => {
  await signIn(page, await buildAuditor(stage, ['sysLogs:oper']))
  await page.goto(logPath)
  await actOn(row(page, '登录验证'), '详情')
  await expect(drawer(page)).toContainText('追踪号')
  await expect(drawer(page).getByRole('link')).toHaveCount(0)
  await closed(page)
  await expect(page.getByRole('button', { name: '导出' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '校验' })).toHaveCount(0)
})

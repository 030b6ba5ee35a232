import { execFile } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { administrator } from '@atrium/server/test/administrator.ts'
import { buildCompany, buildUser, type FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { seriousViolations, seriousViolationsInAllLooks, seriousViolationsInBothSchemes } from './accessibility-scan.ts'
import { startRelyingParty } from './relying-party.ts'
import { actOn, expect, journey, signIn, test } from './stage.ts'
import { submitButton } from './submit-button.ts'

const drawer = (page: Page) => page.getByRole('dialog').last()
/** The page of an application. */
const appPage = (page: Page) => page.getByRole('region', { name: /^应用：/ })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const appRights = ['list', 'add', 'edit', 'delete', 'secret', 'apis', 'oidc', 'logs'].map((each) => `openApps:${each}`)

/** A signed call as a program makes it. */
const signedCall = async (origin: string, path: string, { appKey, secret }: { appKey: string; secret: string }) => {
  const [timestamp, nonce] = [String(Date.now()), randomBytes(12).toString('hex')]
  const hash = createHash('sha256').update('').digest('hex')
  const canonical = ['GET', path, '', hash, timestamp, nonce].join('\n')
  const sign = createHmac('sha256', secret).update(canonical).digest('base64')
  const headers = { 'x-app-key': appKey, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-sign': sign }
  return fetch(new URL(path, origin), { headers })
}

/**
 * Serves the list of posts as an open API.
 * @returns its id
 */
const serveApi = async (stage: FactoryContext, code: string) => {
  const [api] = await stage.sql(`select id from apis where method = 'GET' and path = '/api/sys/posts/v1'`)
  const by = JSON.stringify({ id: '', name: '系统' })
  const [served] = await stage.sql(
    `insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, api_id, audience, status, created_by, updated_by)
     values (gen_random_uuid(), $1, $2, '组织', 'GET', $3, $3, '1.0', 'own', $4, 'all', 'online', $5, $5) returning id`,
    [code, `查询岗位 ${code}`, `/open/v1/${code}`, api?.id, by],
  )
  return served?.id
}
/** Runs a program as a developer does who has copied it. */
const runCopied = async (source: string, env: Record<string, string>) => {
  const file = join(await mkdtemp(join(tmpdir(), 'copied-')), 'call.ts')
  await writeFile(file, source)
  return (await promisify(execFile)(process.execPath, [file], { env: { ...process.env, ...env } })).stdout
}

/** The statistics show the calls of an API, and the refused ones by reason. */
const seeStatistics = async (page: Page, api: string) => {
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: '统计' }).click()
  await expect(page.getByRole('table', { name: '按接口' })).toContainText(api)
  await expect(page.getByRole('table', { name: '拒绝原因' })).toContainText('签名错误')
  await page.getByRole('button', { name: '以表格查看' }).click()
  await expect(page.getByRole('table', { name: '调用趋势' })).toBeVisible()
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
}

test('the operator opens an API, and takes it offline after seeing who calls it', async ({ page }) => {
  const code = `posts-${randomBytes(3).toString('hex')}`
  await signIn(page, administrator)
  await page.goto('/console/web/open/apis')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByRole('button', { name: '添加参数' }).click()
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  await drawer(page).getByRole('button', { name: '移除参数 1' }).click()
  await drawer(page).getByLabel('接口名称').fill(`查询岗位 ${code}`)
  await drawer(page).getByLabel('编码').fill(code)
  await drawer(page).getByLabel('分类').fill('组织')
  await drawer(page).getByLabel('对应接口').fill('/api/sys/posts/v1')
  await page.getByTitle('岗位：列表').click()
  await drawer(page).getByLabel('开放路径').fill(`/open/v1/${code}`)
  await drawer(page).locator(submitButton).click()
  await expect(row(page, code)).toContainText('草稿')

  await actOn(row(page, code), '上线')
  await drawer(page).getByRole('button', { name: '上线' }).click()
  await expect(row(page, code)).toContainText('已上线')
  await actOn(row(page, code), '下线')
  await expect(drawer(page)).toContainText('暂无应用获得授权')
  await drawer(page).getByRole('button', { name: '下线' }).click()
  await expect(row(page, code)).toContainText('已下线')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
})

test(
  'a developer makes an application, signs a call, and finds out why another was refused',
  journey,
  async ({ page, stage }) => {
    const code = `stock-${randomBytes(3).toString('hex')}`
    await serveApi(stage, code)
    const companyId = await buildCompany(stage, `开放公司${randomBytes(4).toString('hex')}`)
    const permissions = [...appRights, 'sysPosts:list']
    await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['open', 'open.apps'] }))
    await page.goto('/console/web/open/apps')
    const { origin } = new URL(page.url())
    await page.getByRole('button', { name: '新增' }).first().click()
    await drawer(page).getByLabel('应用名称').fill('华东仓储对接')
    await drawer(page).locator(submitButton).click()
    await actOn(row(page, '华东仓储对接'), '详情')
    const appKey = ((await appPage(page).getByText(/^ak_/).first().textContent()) ?? '').trim()

    expect(await seriousViolationsInBothSchemes(page)).toEqual([])
    await page.getByRole('tab', { name: '密钥 0' }).click()
    await page.getByRole('button', { name: '新增密钥' }).click()
    await drawer(page).locator(submitButton).click()
    const shown = page.getByRole('dialog', { name: '“华东仓储对接”的密钥' })
    const secret = ((await shown.locator('code').nth(1).textContent()) ?? '').trim()
    expect(secret).toHaveLength(43)
    await shown.getByRole('button', { name: '已记下，关闭' }).click()
    await expect(page.getByRole('list', { name: '密钥' })).toContainText('使用中')
    expect(await seriousViolationsInBothSchemes(page)).toEqual([])

    await page.getByRole('tab', { name: '接口 0' }).click()
    await page.getByRole('button', { name: '添加授权' }).click()
    await page.getByRole('dialog', { name: '授权接口：华东仓储对接' }).getByLabel('接口').fill(code)
    await page.getByTitle(`查询岗位 ${code}（GET /open/v1/${code}）`).click()
    await page.keyboard.press('Escape')
    await drawer(page).locator(submitButton).click()
    await expect(page.getByRole('table', { name: '已授权接口' })).toContainText('可调用')
    expect(await seriousViolationsInBothSchemes(page)).toEqual([])

    // What the gate knows is a second old at most.
    await expect.poll(async () => (await signedCall(origin, `/open/v1/${code}`, { appKey, secret })).status).toBe(200)
    const refused = await signedCall(origin, `/open/v1/${code}`, { appKey, secret: 'wrong' })
    expect([refused.status, ((await refused.json()) as { code: number }).code]).toEqual([401, 6001])

    await page.getByRole('tab', { name: '日志' }).click()
    const log = page.getByRole('table', { name: '调用日志' })
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: '被拒绝' }).click()
        await page.getByRole('button', { name: '全部' }).click()
        return log.getByText('签名错误').count()
      })
      .toBeGreaterThan(0)
    await actOn(log.getByRole('row').filter({ hasText: '签名错误' }).first(), '明细')
    await expect(page.getByRole('list', { name: '检查步骤' })).toContainText('签名与待签名内容不符')
    expect(await seriousViolationsInBothSchemes(page)).toEqual([])
    await expect(drawer(page)).toContainText(`GET /open/v1/${code}`.replace('GET ', ''))
    await seeStatistics(page, `查询岗位 ${code}`)
  },
)

test('calls of an application are drawn by day to its daily limit, with a table by month', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `开放公司${randomBytes(4).toString('hex')}`)
  const user = await buildUser(stage, { companyId, permissions: appRights, menus: ['open', 'open.apps'] })
  const [made] = await stage.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, owner_id, quota_per_day, created_by, updated_by)
     values ($1, gen_random_uuid(), 'ak_' || gen_random_uuid(), '门店系统', 'server', $2, 5000, $3, $3) returning id`,
    [companyId, user.id, JSON.stringify({ id: '', name: '系统' })],
  )
  await stage.sql(
    `insert into open_call_days (company_id, app_id, day, api_id, calls, errors, refusals)
     select $1, $2, date_trunc('day', now(), 'Asia/Shanghai') - make_interval(days => ago), $2, 4200 - ago * 9 + ago % 7 * 60, ago % 5, 60
     from generate_series(0, 300) as ago`,
    [companyId, made?.id],
  )
  await signIn(page, user)
  await page.goto(`/console/web/open/apps/${String(made?.id)}?tab=stat`)
  const usage = appPage(page).getByRole('region', { name: '用量走势', exact: true })
  await expect(usage).toContainText('上限 5,000 次，不含今天和被拒绝的调用')
  await expect(usage.locator('canvas')).toHaveCount(1)
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  await usage.getByRole('button', { name: '以表格查看' }).press('Enter')
  await expect(usage.getByRole('columnheader')).toHaveText(['月份', '计入上限', '单日最多', '失败', '被拒绝'])
  expect(await usage.getByRole('row').count()).toBeGreaterThan(9)
  expect(await seriousViolations(page)).toEqual([])
})

test('an owner has an identity provider add users, and ends its token', async ({ page, stage }) => {
  const companyId = await buildCompany(stage, `同步公司${randomBytes(4).toString('hex')}`)
  const users = ['list', 'get', 'add', 'edit', 'delete', 'lock'].map((each) => `sysUsers:${each}`)
  const permissions = [...appRights, 'openApps:scim', ...users]
  await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['open', 'open.apps'] }))
  await page.goto('/console/web/open/apps')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('应用名称').fill('集团目录')
  await drawer(page).locator(submitButton).click()
  await actOn(row(page, '集团目录'), '详情')
  await page.getByRole('tab', { name: '用户同步' }).click()
  await page.getByRole('button', { name: '设置用户同步' }).click()
  await drawer(page).getByRole('switch', { name: '用户同步' }).click()
  await drawer(page).locator(submitButton).click()
  await expect(appPage(page)).toContainText('已启用')
  await page.getByRole('button', { name: '设置用户同步' }).click()
  await stage.sql(
    `with added as (insert into orgs (company_id, id, name, path)
       select $1, id, '华东事业部', '/' || id || '/' from gen_random_uuid() as id returning id)
     update open_app_scim set version = version + 1, org_id = added.id from added where company_id = $1`,
    [companyId],
  )
  await drawer(page).getByRole('switch', { name: '用户同步' }).click()
  await drawer(page).locator(submitButton).click()
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改' })
  await expect(conflict).toContainText('华东事业部')
  await conflict.getByRole('button', { name: '使用最新' }).click()
  await expect(page.getByRole('dialog', { name: /^设置用户同步/ })).toContainText('华东事业部')
  await page
    .getByRole('dialog', { name: /^设置用户同步/ })
    .getByRole('button', { name: '取消' })
    .click()
  await expect(appPage(page)).toContainText('华东事业部')
  // The owner of the application may not change organisations.
  await stage.sql('update open_app_scim set org_id = null where company_id = $1', [companyId])
  await page.getByRole('button', { name: '新增令牌' }).click()
  await drawer(page).locator(submitButton).click()
  const shown = page.getByRole('dialog', { name: '“集团目录”的同步令牌' })
  const token = ((await shown.locator('code').nth(1).textContent()) ?? '').trim()
  await shown.getByRole('button', { name: '已记下，关闭' }).click()
  await expect(page.getByRole('list', { name: '令牌' })).toContainText('使用中')
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])

  const userName = `lin.${randomBytes(4).toString('hex')}@example.com`
  const send = () =>
    fetch(new URL('/scim/v2/Users', page.url()), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({ userName, displayName: '林志远' }),
    })
  expect((await send()).status).toBe(201)
  await page.getByRole('button', { name: `停用令牌 ${token.slice(-4)}` }).click()
  await expect(drawer(page)).toContainText('停用后没有有效令牌')
  await drawer(page).getByRole('button', { name: '停用' }).click()
  await expect(page.getByRole('list', { name: '令牌' })).toContainText('已停用')
  await expect.poll(async () => (await send()).status).toBe(401)
})

/** An application that is shown to others hears that a person is refused. */
const returnFromRefusal = async (page: Page, stage: FactoryContext, app: { companyId: string; address: string }) => {
  await stage.sql(
    `insert into open_app_portals (company_id, app_id, audience, updated_by)
     select company_id, id, 'roles', created_by from open_apps where company_id = $1`,
    [app.companyId],
  )
  await page.goto(`${app.address}/login`)
  await expect(page.getByRole('alert')).toContainText('该应用未向您开放')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.getByRole('button', { name: '返回应用' }).click()
  await expect(page.getByRole('heading')).toContainText('access_denied')
}

/** Adds an application of the type 网页, and opens its page. */
const addWebApplication = async (page: Page, name: string) => {
  await page.goto('/console/web/open/apps')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('应用名称').fill(name)
  await drawer(page).getByLabel('应用类型').click()
  await page.getByTitle('网页', { exact: true }).click()
  await drawer(page).locator(submitButton).click()
  await actOn(row(page, name), '详情')
}

test('a developer sets up sign-in to an application, and a person allows it, returns without a question, and takes it back', async ({
  browser,
  stage,
  baseURL,
}) => {
  // The provider answers at the public address alone.
  const origin = String(baseURL).replace('127.0.0.1', 'localhost')
  const page = await (await browser.newContext({ baseURL: origin, locale: 'zh-CN' })).newPage()
  const erp = await startRelyingParty(`${origin}/oidc`)
  const companyId = await buildCompany(stage, `登录公司${randomBytes(4).toString('hex')}`)
  const person = await buildUser(stage, {
    companyId,
    permissions: [...appRights, 'sysUsers:get'],
    menus: ['open', 'open.apps'],
  })
  await signIn(page, person)
  await addWebApplication(page, '华东报表')
  await page.getByRole('tab', { name: 'OIDC 单点登录' }).click()
  erp.identify(((await appPage(page).getByText(/^ak_/).first().textContent()) ?? '').trim())
  await page.getByRole('button', { name: '设置 OIDC 单点登录' }).click()
  await drawer(page).getByLabel('授权方式').click()
  await page.getByTitle('授权码', { exact: true }).click()
  await page.keyboard.press('Escape')
  await drawer(page).getByLabel('回调地址').fill(`${erp.address}/callback`)
  await page.keyboard.press('Enter')
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  await drawer(page).locator(submitButton).click()
  await expect(page.getByText('已启用')).toBeVisible()
  await page.getByRole('button', { name: '预览可获取的信息' }).click()
  await expect(drawer(page)).toContainText('以您本人为例')
  await expect(drawer(page)).toContainText(person.account)

  await page.goto(`${erp.address}/login`)
  await expect(page.getByRole('heading', { name: '登录“华东报表”' })).toBeVisible()
  await expect(page.getByRole('list', { name: '可获取的信息' })).toContainText('姓名和账号')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  await page.getByRole('button', { name: '允许' }).click()
  await expect(page.getByRole('heading')).toContainText('您好')
  await page.goto(`${erp.address}/login`)
  await expect(page.getByRole('heading')).toContainText('您好')

  await page.goto(`${origin}/console/web/user/profile`)
  await expect(page.getByRole('list', { name: '已授权的应用' })).toContainText('华东报表')
  await page.getByRole('button', { name: '取消对华东报表的授权' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消授权' }).click()
  await expect(page.getByRole('list', { name: '已授权的应用' })).toBeHidden()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${erp.address}/login`)
  await page.getByLabel('账号').fill(person.account)
  await page.getByLabel('密码', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: '拒绝' }).click()
  await expect(page.getByRole('heading')).toContainText('access_denied')
  await returnFromRefusal(page, stage, { companyId, address: erp.address })
  erp.stop()
  await page.context().close()
})

test('a developer reads what an application may call, runs a copied sample, and tries the API', async ({
  page,
  stage,
}) => {
  const code = `read-${randomBytes(3).toString('hex')}`
  const apiId = await serveApi(stage, code)
  const companyId = await buildCompany(stage, `文档公司${randomBytes(4).toString('hex')}`)
  const permissions = [...appRights, 'openApps:try', 'sysPosts:list']
  await signIn(page, await buildUser(stage, { companyId, permissions, menus: ['open', 'open.apps'] }))
  await page.goto('/console/web/open/apps')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('应用名称').fill('华南门店')
  await drawer(page).locator(submitButton).click()
  await actOn(row(page, '华南门店'), '详情')
  await page.getByRole('tab', { name: '文档' }).click()
  await expect(appPage(page)).toContainText('暂无可调用的接口')

  const [app] = await stage.sql(
    `insert into open_app_apis (company_id, app_id, api_id, created_by)
     select company_id, id, $2, created_by from open_apps where company_id = $1 returning app_id`,
    [companyId, apiId],
  )
  expect(app).toBeDefined()
  await page.getByRole('tab', { name: '密钥 0' }).click()
  await page.getByRole('button', { name: '新增密钥' }).click()
  await drawer(page).locator(submitButton).click()
  const shown = page.getByRole('dialog', { name: '“华南门店”的密钥' })
  await expect(shown.locator('code')).not.toHaveCount(0)
  const [appKey = '', secret = ''] = await shown.locator('code').allTextContents()
  await shown.getByRole('button', { name: '已记下，关闭' }).click()

  await page.getByRole('tab', { name: '文档' }).click()
  await page.getByLabel('搜索接口').fill(code)
  await page.getByRole('button', { name: `查询岗位 ${code}` }).click()
  const operation = page.getByRole('article', { name: `查询岗位 ${code}` })
  await expect(operation.getByRole('table', { name: '参数' })).toContainText('每页行数')
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  await operation.getByRole('tab', { name: 'TypeScript' }).click()
  const source = (await operation.getByRole('tabpanel').locator('pre').textContent()) ?? ''
  const env = { ATRIUM_APP_KEY: appKey.trim(), ATRIUM_APP_SECRET: secret.trim() }
  await expect.poll(() => runCopied(source, env)).toMatch(/^200 .*"code":0/)

  await page.getByRole('tab', { name: '调试' }).click()
  await page.getByLabel('size').fill('10')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const tried = page.getByRole('region', { name: '调试结果' })
  await expect(tried.getByRole('status')).toContainText('仅读取，数据未变更')
  await expect(tried).toContainText('"code": 0')
  await tried.getByText('实际发送的请求').click()
  await expect(tried).toContainText(`/open/v1/${code}?size=10`)
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
})

test('an operator reads the documents of the console and the portal', async ({ page }) => {
  await signIn(page, administrator)
  await page.goto('/console/web/open/docs')
  await page.getByLabel('搜索接口').fill('sys/posts')
  await page.getByRole('button', { name: '新增岗位' }).click()
  const operation = page.getByRole('article', { name: '新增岗位' })
  await expect(operation.getByRole('table', { name: '请求体' })).toContainText('编码')
  expect(await seriousViolationsInAllLooks(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 OpenAPI 文件' }).click()
  expect((await downloading).suggestedFilename()).toBe('atrium-console.openapi.json')
  await page.getByRole('button', { name: '门户接口' }).click()
  await expect(page.getByRole('navigation', { name: '接口' })).toContainText('门户登录')
})

/** A program that is notified of events, and answers with a status that the test sets. */
const startReceiver = async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const answer = { status: 500 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status).end('收到')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { received, answer, url, stop: () => server.close() }
}
/**
 * Adds a webhook for new posts on the page of an application.
 * @returns its secret
 */
const addHook = async (page: Page, url: string) => {
  await page.getByRole('button', { name: '新增 Webhook' }).click()
  await drawer(page).getByLabel('接收地址').fill(url)
  await drawer(page).getByLabel('搜索事件').fill('岗位')
  await drawer(page).getByLabel('新增岗位', { exact: true }).check()
  await expect(drawer(page)).toContainText('已选 1 个')
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  await drawer(page).locator(submitButton).click()
  const shown = page.getByRole('dialog', { name: 'Webhook 密钥' })
  const secret = ((await shown.locator('code').textContent()) ?? '').trim()
  await shown.getByRole('button', { name: '已记下，关闭' }).click()
  return secret
}
const addPost = async (page: Page, name: string) => {
  await page.goto('/console/web/sys/posts')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('岗位名称').fill(name)
  await drawer(page).getByLabel('编码').fill('loader')
  await drawer(page).locator(submitButton).click()
  await expect(row(page, name)).toBeVisible()
  await page.close()
}

test('a developer has a webhook told of changes, sees an attempt that failed, and sends it again', async ({
  page,
  stage,
}) => {
  const { received, answer, url, stop } = await startReceiver()
  const companyId = await buildCompany(stage, `推送公司${randomBytes(4).toString('hex')}`)
  const permissions = [...appRights, 'openApps:hooks', 'sysPosts:list', 'sysPosts:add']
  await signIn(
    page,
    await buildUser(stage, { companyId, permissions, menus: ['open', 'open.apps', 'people', 'sys.posts'] }),
  )
  await page.goto('/console/web/open/apps')
  await page.getByRole('button', { name: '新增' }).first().click()
  await drawer(page).getByLabel('应用名称').fill('仓储推送')
  await drawer(page).locator(submitButton).click()
  await actOn(row(page, '仓储推送'), '详情')
  await page.getByRole('tab', { name: 'Webhook' }).click()
  const secret = await addHook(page, url)
  const hooks = page.getByRole('list', { name: 'Webhook', exact: true })
  await expect(hooks).toContainText('正常')
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])

  await hooks.getByRole('button', { name: `详情 ${url}` }).click()
  await page.getByRole('button', { name: '发送测试' }).click()
  const told = page.getByRole('dialog', { name: '投递明细' })
  await expect(told).toContainText('返回 500')
  await expect(told).toContainText('收到')
  expect(await seriousViolationsInBothSchemes(page)).toEqual([])
  const [{ headers = {}, body = '' } = {}] = received
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  await told.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('dialog', { name: 'Webhook 详情' }).getByRole('button', { name: '关闭' }).click()

  answer.status = 410
  await addPost(await page.context().newPage(), '装卸工')
  await expect.poll(() => received.length).toBe(2)
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ type: 'post.created', data: { name: '装卸工' } })
  await expect(async () => {
    await page.getByRole('tab', { name: '基本' }).click()
    await page.getByRole('tab', { name: 'Webhook' }).click()
    await expect(hooks).toContainText('已自动停用：接收方表示不再接收（410）', { timeout: 2000 })
  }).toPass()
  answer.status = 204
  await hooks.getByRole('button', { name: `编辑 ${url}` }).click()
  await drawer(page).getByLabel('启用', { exact: true }).click()
  await drawer(page).locator(submitButton).click()
  await expect(hooks).toContainText('正常')
  await hooks.getByRole('button', { name: `详情 ${url}` }).click()
  const log = page.getByRole('table', { name: '投递记录' })
  await actOn(log.getByRole('row').filter({ hasText: '新增岗位' }).first(), '明细')
  await told.getByRole('button', { name: '重发' }).click()
  await expect(told).toContainText('已送达')
  expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
  stop()
})

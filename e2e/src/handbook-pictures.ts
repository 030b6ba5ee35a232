import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { seedDatabase } from '@atrium/server/src/seed/seed-database.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { patience, type Scene, type Shot, shots, shownText } from './handbook-shots.ts'
import { startProduct } from './product.ts'
import { expect as expectSoon, signIn } from './stage.ts'
import { testBrowser } from './test-browser.ts'

/** Takes the pictures of the handbook for administrators: all, or those that are named. */

const expect = expectSoon.configure({ timeout: patience })
const folder = path.join(import.meta.dirname, '../../docs/using/images')
const size = { width: 1200, height: 740 }
const quality = 82
/** Pictures and charts that a page draws late. */
const settleMs = 1200
const seedSize = { companies: 6, users: 240, seed: 7 }
const password = 'Handbook#2026'
const companyAdmin = { account: 'admin_c00001', password }

/** A review that is half done. */
const startReview = async (owner: pg.Client, companyId: string) => {
  const id = randomUUID()
  const { rows: admins } = await owner.query(
    `select id, name from users where company_id = $1 and account = 'admin_c00001'`,
    [companyId],
  )
  const { rows } = await owner.query<{ user_id: string; role_id: string }>(
    'select user_id, role_id from user_roles where company_id = $1 and user_id <> $2 order by user_id, role_id limit 12',
    [companyId, admins[0].id],
  )
  await owner.query(
    `insert into reviews (company_id, id, name, due_at, coverage, unanswered, items, created_by)
     values ($1, $2, '第四季度权限复核', now() + interval '9 days', 'all', 'remove', $3, $4)`,
    [companyId, id, rows.length, { id: admins[0].id, name: admins[0].name }],
  )
  await owner.query('insert into review_lists (company_id, review_id, reviewer_id, items) values ($1, $2, $3, $4)', [
    companyId,
    id,
    admins[0].id,
    rows.length,
  ])
  for (const { user_id: user, role_id: role } of rows)
    await owner.query(
      `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5)`,
      [companyId, id, user, role, admins[0].id],
    )
}

/** Fills the database, and names what the pictures show. */
const buildScene = async (ownerUrl: string): Promise<Scene> => {
  await seedDatabase(ownerUrl, seedSize, { password })
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    const { rows } = await owner.query(
      `select users.company_id, users.name, users.account, companies.name as company
       from users join companies on companies.id = users.company_id
         join users as admin on admin.company_id = users.company_id and admin.account = 'admin_c00001'
       where users.id <> admin.id and users.status = 1 order by users.id limit 1`,
    )
    const [found] = rows
    if (!found) throw new Error('演示数据中没有可用于图片的用户')
    await startReview(owner, found.company_id)
    return { person: { name: found.name, account: found.account }, company: found.company }
  } finally {
    await owner.end()
  }
}

/** WebP as the browser writes it. */
const photograph = async (page: Page): Promise<Buffer> => {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(settleMs)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await session.detach()
  return Buffer.from(data, 'base64')
}

const take = async (page: Page, scene: Scene, { name, address, words, prepare }: Shot) => {
  await page.goto(`/console${address}`)
  for (const word of words) await expect(shownText(page, word)).toBeVisible()
  await prepare?.(page, scene)
  const picture = await photograph(page)
  await writeFile(path.join(folder, `${name}.webp`), picture)
  process.stdout.write(`${name}.webp ${(picture.length / 1024).toFixed(0)} KB\n`)
}

const openConsole = async (browser: Browser, baseURL: string, who: { account: string; password: string }) => {
  const context = await browser.newContext({
    baseURL,
    viewport: size,
    colorScheme: 'light',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  await signIn(page, who)
  return page
}

const wanted = process.argv.slice(2)
const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const product = await startProduct()
const browser = await chromium.launch(await testBrowser())
try {
  const scene = await buildScene(product.ownerUrl)
  await mkdir(folder, { recursive: true })
  if (wanted.length === 0) for (const file of await readdir(folder)) await rm(path.join(folder, file))
  const pages = {
    company: await openConsole(browser, product.url, companyAdmin),
    platform: await openConsole(browser, product.url, administrator),
  }
  for (const shot of chosen)
    await take(pages[shot.who], scene, shot).catch((error: unknown) => {
      process.stderr.write(`${shot.name}.webp：${error}\n`)
      process.exitCode = 1
    })
} finally {
  await browser.close()
  await product.stop()
}

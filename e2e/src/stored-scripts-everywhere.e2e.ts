import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import type { FactoryContext } from '@atrium/server/test/factories.ts'
import type { Page } from '@playwright/test'
import { fillFolder, publishNotices } from './script-content.ts'
import { anyMark, fit, type Marked, markedPayloads } from './script-marks.ts'
import { createSeed } from './script-seed.ts'
import { createSender } from './script-sender.ts'
import { type ScriptStage, test } from './script-stage.ts'
import { buildViewer, openBell, openDocuments, openScreens } from './script-visits.ts'
import { expect, thorough } from './stage.ts'

type Who = { account: string; password: string }
type Screens = Parameters<typeof openBell>[1]

const companyNamed = async (stage: FactoryContext, name: string) =>
  String((await stage.sql('select id from companies where name = $1', [name]))[0]?.id)
const desk = { locale: 'zh-CN', viewport: { width: 1440, height: 900 } }
const listAddresses = async (page: Page) => {
  // Rows that samples consume lead nowhere.
  const links = page
    .getByRole('navigation', { name: /菜单/ })
    .locator('a[href^="/console/web/"]:not([href^="/console/web/pool"])')
  await expect(links.first()).toBeAttached()
  return new Set(await links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? '')))
}

/** Asks the palette for hostile texts. */
const openPalette = async (page: Page, screens: Screens) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '搜索或输入操作' }).getByRole('combobox').fill(anyMark)
  await page.waitForTimeout(500)
  await screens.look('palette')
  await screens.closeAll()
}

/** Puts a text into the title and foot of every page. */
const setSystemTexts = async (stage: ScriptStage, token: string, marked: Marked) => {
  const rows = await stage.sql(`select id, version from base_parameters where code like 'system.%'`)
  for (const { id, version } of rows) {
    const { code, msg } = await stage.send({
      method: 'PUT',
      url: baseParametersContract.updateValues.path,
      headers: { token, 'content-type': 'application/json' },
      payload: JSON.stringify({ changes: [{ id, value: fit(marked, 60), version }] }),
    })
    expect(code, msg).toBe(0)
  }
}

/**
 * Stores all texts by HTTP.
 * @returns who sees them, and the ids of the notices that anybody may read
 */
const storeAll = async (stage: ScriptStage, origin: string, texts: readonly Marked[]) => {
  const seed = await createSeed(stage, texts)
  await seed.seedAll()
  const writer = await buildViewer(stage, await companyNamed(stage, '写'))
  const roleAdmin = await buildViewer(stage, await companyNamed(stage, '角'))
  const { send, signIn: signInByCall } = createSender(origin)
  const caller = { send, token: await signInByCall(writer) }
  await fillFolder(caller, texts)
  await publishNotices(caller, texts.slice(-30), 'all')
  const published = await publishNotices(caller, texts, 'portal')
  const embedded = markedPayloads.find(({ payload }) => payload.startsWith('"}]</script>'))
  if (embedded) await setSystemTexts(stage, await stage.app.signIn(), embedded)
  return { stored: seed.stored, writer, roleAdmin, published }
}

/** Opens every page that a user's menus lead to, and their own. */
const openConsole = async (screens: Screens, page: Page, only: RegExp) => {
  await openBell(page, screens)
  await openPalette(page, screens)
  for (const address of await listAddresses(page)) if (only.test(address)) await screens.openList(address)
  for (const own of ['user/profile', 'user/security', 'user/requests', 'user/reviews', 'public/news'])
    await screens.open(`/console/web/${own}`)
}

/** `SCRIPT_EVERY=20` stores every twentieth text. */
const step = Number(process.env.SCRIPT_EVERY ?? 1)

test('hostile texts in every field are only texts on every screen', thorough, async ({ browser, stage, product }) => {
  test.setTimeout(5_400_000)
  const texts = markedPayloads.filter(({ n }) => n % step === 0)
  const { stored, writer, roleAdmin, published } = await storeAll(stage, product.url, texts)
  const faults: string[] = []
  const seen: Screens['seen'] = new Map()
  const within = async (who: Who | undefined, visit: (screens: Screens, page: Page) => Promise<void>) => {
    const context = await browser.newContext({ ...desk, baseURL: product.url })
    const page = await context.newPage()
    const screens = await openScreens(page, product.url, who)
    await visit(screens, page)
    faults.push(...screens.faults)
    for (const [screen, found] of screens.seen) seen.set(screen, new Set([...(seen.get(screen) ?? []), ...found]))
    await context.close()
  }
  await within(undefined, async (screens) => {
    for (const path of ['login', 'register', 'forgetPassword']) await screens.open(`/console/${path}`)
    await screens.open('/console/web/notice/news')
    for (const id of published) await screens.open(`/console/web/notice/news/${id}`, 'public notice')
  })
  await within(writer, async (screens, page) => {
    await openConsole(screens, page, /./)
    await openDocuments(page, screens)
  })
  await within(roleAdmin, (screens, page) => openConsole(screens, page, /roles|orgs/))
  await within(administrator, (screens, page) => openConsole(screens, page, /./))

  const shown = new Set([...seen.values()].flatMap((each) => [...each]))
  const counts = [...seen].map(([screen, { size }]) => `${screen} ${size}`)
  process.stdout.write(`stored scripts: ${texts.length} texts in ${stored.size} places\n${counts.join('\n')}\n`)
  expect(faults).toEqual([])
  expect(stored.size).toBeGreaterThan(90)
  expect(texts.filter(({ n }) => !shown.has(n))).toEqual([])
  expect(seen.size).toBeGreaterThan(100)
})

import { languageCookie } from '@atrium/contract/kernel/texts.ts'
import { seedDatabase } from '@atrium/server/src/seed/seed-database.ts'
import { administrator } from '@atrium/server/test/administrator.ts'
import type { Browser, Locator, Page } from '@playwright/test'
import { startProduct } from './product.ts'
import { makePseudoLanguage } from './pseudo-language.ts'
import { expect, openWorkbench, test, thorough } from './stage.ts'
import { editedPages, isUntranslated, readCut, readTexts } from './untranslated.ts'

const password = 'Handbook#2026'
const seedSize = { companies: 6, users: 240, seed: 7 }
const people = [administrator, { account: 'admin_c00001', password }]
const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
}
type Size = keyof typeof sizes

/** Opens what a page has, and notes what is not translated or cut in each. */
const createWalk = (page: Page, where: string) => {
  const faults = new Set<string>()
  const figures = { screens: 0, texts: new Set<string>() }
  const press = (button: Locator) =>
    button.click({ timeout: 2500 }).then(
      () => true,
      () => false,
    )
  const look = async (screen: string) => {
    await page.waitForTimeout(300)
    const texts = await readTexts(page)
    figures.screens += 1
    for (const text of texts) figures.texts.add(text)
    const isContent = editedPages.has(new URL(page.url()).pathname)
    for (const text of isContent ? [] : texts.filter(isUntranslated)) faults.add(`${where} ${screen}: ${text}`)
    for (const text of await readCut(page)) faults.add(`${where} ${screen} cuts ${text}`)
  }
  const closeAll = async () => {
    const open = page.locator('[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible')
    for (let tries = 0; tries < 4 && (await open.count()) > 0; tries += 1) {
      await page.keyboard.press('Escape')
      await page.waitForTimeout(150)
    }
  }
  const open = async (address: string) => {
    await page.goto(address)
    await expect(page.locator('#content')).toBeVisible()
    await page.waitForTimeout(700)
  }
  /** Looks at what a press has opened and at each of its tabs, and returns. */
  const lookInside = async (address: string, screen: string) => {
    await look(screen)
    const tabs = page.locator('[role=dialog]:visible').last().locator('[role=tab]')
    for (let at = 0; at < (await tabs.count()); at += 1)
      if (await press(tabs.nth(at))) await look(`${screen} tab ${at}`)
    await closeAll()
    if (new URL(page.url()).pathname !== address) await open(address)
  }
  const row = () => page.locator('main :is(tr, [role=row], li, article):has(.row-actions):visible').first()
  const rowButton = (at: number) => row().locator('.row-actions button').nth(at)
  const openRow = async (address: string) => {
    if ((await row().count()) === 0) return
    for (let at = 0; at < (await row().locator('.row-actions button').count()); at += 1) {
      if (!(await press(rowButton(at)))) continue
      const items = await page.getByRole('menuitem').count()
      if (items === 0) await lookInside(address, `row ${at}`)
      for (let item = 0; item < items; item += 1) {
        if (item > 0 && !(await press(rowButton(at)))) break
        if (await press(page.getByRole('menuitem').nth(item))) await lookInside(address, `row ${at}.${item}`)
      }
    }
    if (!(await press(row().locator('.cell-link').first()))) return
    await page.waitForTimeout(500)
    await lookInside(page.url(), 'object')
    const tabs = page.locator('main [role=tab]:visible')
    for (let at = 0; at < (await tabs.count()); at += 1) if (await press(tabs.nth(at))) await look(`object tab ${at}`)
  }
  return {
    faults,
    figures,
    async openPage(address: string) {
      await open(address)
      await look(address)
      const tabs = page.locator('main [role=tab]:visible')
      for (let at = 0; at < (await tabs.count()); at += 1)
        if (await press(tabs.nth(at))) await look(`${address} tab ${at}`)
      await open(address)
    },
    async openEverything(address: string) {
      await this.openPage(address)
      const tools = page.locator('main button:visible:not(.row-actions button, [role=tab], tr button)')
      for (let at = 0; at < Math.min(await tools.count(), 24); at += 1)
        if ((await tools.nth(at).isEnabled()) && (await press(tools.nth(at))))
          await lookInside(address, `${address} ${at}`)
      await open(address)
      await openRow(address)
    },
  }
}

const walkAs = async (browser: Browser, url: string, who: (typeof people)[number], size: Size) => {
  const context = await browser.newContext({ baseURL: url, viewport: sizes[size] })
  await context.addCookies([{ name: languageCookie, value: 'xx', url }])
  const page = await context.newPage()
  await page.setViewportSize(sizes.desk)
  await openWorkbench(page, who)
  const menus = page.locator('nav a[href^="/console/"]')
  await expect(menus.first()).toBeVisible()
  const addresses = new Set(await menus.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')))
  await page.setViewportSize(sizes[size])
  const walk = createWalk(page, `${who.account} ${size}`)
  for (const address of addresses) await (size === 'desk' ? walk.openEverything(address) : walk.openPage(address))
  await context.close()
  return walk
}

test('every drawer, dialog and object page is translated, and no button is cut', thorough, async ({ browser }) => {
  test.setTimeout(5_400_000)
  const languages = await makePseudoLanguage()
  const product = await startProduct({ LANGUAGES_DIR: languages.folder })
  try {
    await seedDatabase(product.ownerUrl, seedSize, { password })
    const faults: string[] = []
    for (const who of people)
      for (const size of Object.keys(sizes) as Size[]) {
        const walk = await walkAs(browser, product.url, who, size)
        faults.push(...walk.faults)
        const { screens, texts } = walk.figures
        process.stdout.write(`${who.account}, ${size}: ${screens} screens, ${texts.size} texts\n`)
      }
    expect(faults).toEqual([])
  } finally {
    await product.stop()
    await languages.remove()
  }
})

import { languageCookie } from '@atrium/contract/kernel/texts.ts'
import { expect, journey, openWorkbench, test } from './stage.ts'
import { editedPages, isUntranslated, readCut, readTexts } from './untranslated.ts'
import { readVariable } from './variable.ts'

test('every page is translated in the language of tests, and no button is cut', journey, async ({ page, context }) => {
  await context.addCookies([{ name: languageCookie, value: 'xx', url: readVariable('E2E_URL') }])
  await openWorkbench(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'xx')
  // Another journey adds and removes the sample at the same time.
  const menus = page.locator('nav a[href^="/console/"]:not([href$="/sample"])')
  await expect(menus.first()).toBeVisible()
  const addresses = await menus.evaluateAll((links) => [
    ...new Set(links.map((link) => link.getAttribute('href') ?? '')),
  ])
  expect(addresses.length).toBeGreaterThan(20)
  const faults: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('main section').first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const texts = editedPages.has(address) ? [] : await readTexts(page)
    faults.push(...texts.filter(isUntranslated).map((text) => `${address}: ${text}`))
    faults.push(...(await readCut(page)).map((text) => `${address} cuts ${text}`))
  }
  expect(faults).toEqual([])
})

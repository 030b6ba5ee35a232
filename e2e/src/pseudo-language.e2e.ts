import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languageCookie } from '@atrium/contract/kernel/texts.ts'
import type { Page } from '@playwright/test'
import { expect, journey, openWorkbench, test } from './stage.ts'
import { readVariable } from './variable.ts'

const sources: Record<string, string> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../texts/en.json'), 'utf8'),
)

/** Texts of a page that people see or hear. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility() && !/SCRIPT|STYLE/.test(node.parentElement.tagName))
        found.push(node.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '')
    return [...new Set(found)].filter((text) => text !== '')
  })

/** What an installation is named at first, and a person of these tests: content, which the catalogue has as samples. */
const content = new Set(['Atrium 管理控制台', '平台运营', '系统管理员', '张伟'])

/** Wordings are what people receive, and texts what is translated: administrators edit both. */
const edited: ReadonlySet<string> = new Set(['/console/web/sys/messages/templates', '/console/web/sys/texts'])

/** A translated text stands in brackets; what the product says is in the catalogue; what people wrote is neither. */
const isUntranslated = (text: string) =>
  (text in sources && !content.has(text)) ||
  /^⟦.*[，。：；（）、]|[，。：；（）、].*⟧$/.test(text.replace(/⟦[^⟧]*⟧/g, '⟦⟧'))

/** Buttons and tabs whose words have no room. */
const readCut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=tab], nav a')]
      // Tabs of open pages and breadcrumbs give way to each other.
      .filter((element) => !element.closest('.tag-bar, .breadcrumb'))
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .map((element) => element.textContent ?? ''),
  )

test('every page is translated in the language of tests, and no button is cut', journey, async ({ page, context }) => {
  await context.addCookies([{ name: languageCookie, value: 'xx', url: readVariable('E2E_URL') }])
  await openWorkbench(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'xx')
  const menus = page.locator('nav a[href^="/console/"]')
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
    const texts = edited.has(address) ? [] : await readTexts(page)
    faults.push(...texts.filter(isUntranslated).map((text) => `${address}: ${text}`))
    faults.push(...(await readCut(page)).map((text) => `${address} cuts ${text}`))
  }
  expect(faults).toEqual([])
})

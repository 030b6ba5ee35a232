import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isThorough } from './thorough.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 900 }

const allLooks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [wide, narrow].map((viewport) => ({ colorScheme, viewport, width: viewport.width })),
)
/** Looks to test a page in. A quick run uses one and switches the open page to the others. */
export const looks = isThorough ? allLooks : allLooks.slice(0, 1)
/** Same for pages that lose their state when the width changes: a quick run uses one look per width. */
export const looksByWidth = isThorough ? allLooks : allLooks.slice(0, 2)

type ScanOptions = { only?: string[]; within?: string | undefined }

const targetSize = 'target-size'
/** Whether the page is phone-sized, where touch targets must be large enough. axe checks that only on request. */
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? wide.width) < 640

/** Waits until what has changed is drawn, and changes of colour have begun. */
const untilDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

const scan = async (page: Page, { only, within }: ScanOptions = {}): Promise<string[]> => {
  // Wait for animations: colours in a fade would be measured.
  await untilDrawn(page)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // The document keeps axe loaded: parsing it takes half as long as a scan.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  // Without cross-origin frames, the scan can run within the page: one second instead of five.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode()
  if (within) axe.include(within)
  // The language of tests is none.
  axe.exclude('option[lang="xx"]')
  const rules = { [targetSize]: { enabled: isNarrow(page) } }
  const asked = only ? { runOnly: { type: 'rule' as const, values: only } } : { rules }
  // Skips preloading of style sheets and media, which only rules on rotation and sound need.
  const { violations } = await axe.options({ resultTypes: ['violations'], preload: false, ...asked }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Serious and critical axe violations of the page: rule and element. */
export const seriousViolations = (page: Page): Promise<string[]> => scan(page)

const dialog = '[role=dialog]'
/** Content below a dialog was scanned before it opened. */
const topmostDialog = async (page: Page) => ((await page.locator(dialog).count()) > 0 ? dialog : undefined)

const contrast = 'color-contrast'

/** Violations in both colour schemes; for the dark one only contrast is checked, as nothing else differs. */
export const seriousViolationsInBothSchemes = async (page: Page): Promise<string[]> => {
  const found = await scan(page)
  if (isThorough) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await scan(page, { only: [contrast], within: await topmostDialog(page) })))
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Same, with contrast and target size on a phone. A thorough run applies every rule in each look. */
export const seriousViolationsInAllLooks = async (page: Page): Promise<string[]> => {
  const found = await seriousViolationsInBothSchemes(page)
  if (isThorough) return found
  await page.setViewportSize(narrow)
  // Parts of the page measure themselves after the change of size.
  await untilDrawn(page)
  found.push(...(await scan(page, { only: [contrast, targetSize], within: await topmostDialog(page) })))
  await page.setViewportSize(wide)
  return found
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isThorough } from './thorough.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 900 }

const everyLook = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [wide, narrow].map((viewport) => ({ colorScheme, viewport, width: viewport.width })),
)
/** Looks a page is walked through in. A quick run walks once and turns the page into the others where it stands. */
export const walks = isThorough ? everyLook : everyLook.slice(0, 1)
/** The same for a page that loses its state between wide and narrow: a quick run walks once for each width. */
export const walksByWidth = isThorough ? everyLook : everyLook.slice(0, 2)

type Judged = { only?: string[]; within?: string | undefined }

const targetSize = 'target-size'
/** Whether a page is as narrow as a phone, where what is touched must be large enough. axe asks for that only if told to. */
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? wide.width) < 640

const judge = async (page: Page, { only, within }: Judged = {}): Promise<string[]> => {
  // A colour in the middle of a fade is nobody's choice.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // A document keeps axe: parsing it takes as long as half a scan.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  // Where no frame is of another origin, all can be asked and judged within the page: a second instead of five.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode()
  if (within) axe.include(within)
  const rules = { [targetSize]: { enabled: isNarrow(page) } }
  const asked = only ? { runOnly: { type: 'rule' as const, values: only } } : { rules }
  // Style sheets and media are read ahead for rules on rotation and sound, which no page deals with.
  const { violations } = await axe.options({ resultTypes: ['violations'], preload: false, ...asked }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** What axe finds serious or critical about a page as it stands: which rule, and where. */
export const serious = (page: Page): Promise<string[]> => judge(page)

const dialog = '[role=dialog]'
/** What lies below a dialog was judged before it opened. */
const topmost = async (page: Page) => ((await page.locator(dialog).count()) > 0 ? dialog : undefined)

const contrast = 'color-contrast'

/** The same in both colour schemes, of whose rules the dark one can break contrast alone. */
export const seriousInBothSchemes = async (page: Page): Promise<string[]> => {
  const found = await judge(page)
  if (isThorough) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await judge(page, { only: [contrast], within: await topmost(page) })))
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** The same, and contrast and target size on a phone. A thorough run applies every rule in each look. */
export const seriousInAllLooks = async (page: Page): Promise<string[]> => {
  const found = await seriousInBothSchemes(page)
  if (isThorough) return found
  await page.setViewportSize(narrow)
  found.push(...(await judge(page, { only: [contrast, targetSize], within: await topmost(page) })))
  await page.setViewportSize(wide)
  return found
}

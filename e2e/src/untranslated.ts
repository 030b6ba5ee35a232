import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

const sources: Record<string, string> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../texts/en.json'), 'utf8'),
)

/** Texts of a page that people see or hear. */
export const readTexts = (page: Page): Promise<string[]> =>
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

/** What an installation is named at first, and people of these tests: content, which the catalogue has as samples. */
const content = new Set(['Atrium 管理控制台', '平台运营', '系统管理员', '张伟', '北京云帆科技有限公司'])

/** Wordings are what people receive, and texts what is translated: administrators edit both. */
export const editedPages: ReadonlySet<string> = new Set([
  '/console/web/sys/messages/templates',
  '/console/web/sys/texts',
])

/**
 * Whether a text of a page in the language of tests is not translated: a translated one stands in brackets, what the
 * product says is in the catalogue, what people wrote is neither.
 */
export const isUntranslated = (text: string) =>
  (text in sources && !content.has(text)) ||
  /^⟦.*[，。：；（）、]|[，。：；（）、].*⟧$/.test(text.replace(/⟦[^⟧]*⟧/g, '⟦⟧'))

/** Buttons, tabs and titles whose words have no room, and a page that moves sideways. */
export const readCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('button, [role=tab], nav a, th, label, h1, h2, h3')]
      // Tabs of open pages and breadcrumbs give way to each other; a title says the whole.
      .filter((element) => !element.closest('.tag-bar, .breadcrumb, .visually-hidden, th[title]'))
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => !/visible/.test(getComputedStyle(element).overflowX))
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.textContent ?? '')
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth + 1 ? [...cut, 'the page moves sideways'] : cut
  })

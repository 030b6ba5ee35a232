import type { Locator, Page } from '@playwright/test'
import { anyMark, marksIn } from './script-marks.ts'
import { lookAt, type Watch } from './script-watch.ts'

/** Actions that leave the page for another session or company. */
const leaving = /切换|进入|退出|访问/
/** More than all texts take at fifty rows each. */
const maxPages = 10
/** How often a screen is looked at before it is said to show none of the texts. */
const patience = 4

/** Opens the screens of one page, looks at each, and notes which hostile texts it showed. */
export const createScreens = (page: Page, watch: Watch) => {
  /** Numbers of the texts by the screen that showed them. */
  const seen = new Map<string, Set<number>>()
  const faults: string[] = []

  const look = async (screen: string, times = patience): Promise<void> => {
    let shown = { text: '', foreign: [] as string[] }
    // On a busy machine a page may rest before it is drawn.
    for (let tries = 0; tries < times && marksIn(shown.text).length === 0; tries += 1) {
      if (tries > 0) await page.waitForTimeout(500)
      await watch.settle()
      shown = await lookAt(page)
    }
    seen.set(screen, new Set([...(seen.get(screen) ?? []), ...marksIn(shown.text)]))
    for (const fault of [...shown.foreign, ...watch.takeFaults()]) faults.push(`${screen}: ${fault}`)
  }
  const open = async (address: string, screen = address, times = patience) => {
    await page.goto(address)
    return look(screen, times)
  }
  const press = async (button: Locator) =>
    button.click({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
  const closeAll = async () => {
    const open = page.locator('[role=dialog]:visible,[role=menu]:visible')
    for (let tries = 0; tries < 4 && (await open.count()) > 0; tries += 1) {
      await page.keyboard.press('Escape')
      await page.waitForTimeout(150)
    }
  }
  /** Looks at what a press has opened, and returns to the list. */
  const lookAndReturn = async (address: string, screen: string, part: string) => {
    await look(`${screen} ${part}`, 1)
    await closeAll()
    if (new URL(page.url()).pathname !== address.split('?')[0]) await open(address, screen)
  }

  const more = (row: Locator) => row.locator('.row-actions').getByRole('button', { name: '更多', exact: true })
  const readLabels = async (row: Locator) => {
    const shown = await row.locator('.row-actions').getByRole('button').allInnerTexts()
    if (!shown.includes('更多')) return shown
    await press(more(row))
    const hidden = await page.getByRole('menuitem').allInnerTexts()
    await closeAll()
    return [...shown.filter((label) => label !== '更多'), ...hidden]
  }
  /** Opens every action of a row: its details, forms and questions. */
  const openActions = async (address: string, row: Locator, screen: string) => {
    for (const label of (await readLabels(row)).filter((each) => !leaving.test(each))) {
      const direct = row.locator('.row-actions').getByRole('button', { name: label, exact: true })
      const isDirect = (await direct.count()) > 0
      if (!isDirect) await press(more(row))
      if (await press(isDirect ? direct : page.getByRole('menuitem', { name: label, exact: true })))
        await lookAndReturn(address, screen, label)
    }
    const link = row.locator('.cell-link').first()
    if ((await link.count()) > 0 && (await press(link))) await lookAndReturn(address, screen, '单元格')
  }

  return {
    seen,
    faults,
    look,
    open,
    closeAll,
    press,
    openActions,
    /** Opens a list: as it is, its rows with hostile texts page by page, each action of one, and the form for a new one. */
    async openList(address: string) {
      await open(address, address, 1)
      const searched = `${address}?size=50&search=${encodeURIComponent(anyMark)}`
      await open(searched, address)
      const next = page.getByRole('button', { name: '下一页' })
      for (let at = 2; at <= maxPages && (await next.isEnabled({ timeout: 200 }).catch(() => false)); at += 1)
        await open(`${searched}&page=${at}`, address)
      if (page.url().includes('page=')) await open(searched, address)
      const withActions = page.getByRole('row').filter({ has: page.locator('.row-actions') })
      const marked = withActions.filter({ hasText: anyMark })
      const isFound = (await marked.count()) > 0
      if (!isFound) await open(address, address, 1)
      if ((await withActions.count()) > 0)
        await openActions(isFound ? searched : address, isFound ? marked.first() : withActions.first(), address)
      const add = page.getByRole('button', { name: /^(新增|新建)/ }).first()
      if ((await add.isVisible()) && (await press(add))) await lookAndReturn(address, address, '新增')
    },
  }
}

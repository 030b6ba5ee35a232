import { testBrowser } from '@atrium/e2e/src/test-browser.ts'
import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { median } from './measure.ts'
import { password } from './seed.ts'

export type PageLoad = { page: string; lcpMs: number; transferredKb: number; scriptKb: number; calls: string[] }

/** As text, because it runs in the page, whose types this workspace does not know. */
const largestPaint = `new Promise((found) => {
  new PerformanceObserver((list) => found(list.getEntries().at(-1)?.startTime ?? 0))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

const measure = async (page: Page, name: string, address: string, readyText: string): Promise<PageLoad> => {
  const seen = { bytes: 0, script: 0, calls: [] as string[] }
  const count = async (response: Response) => {
    const { pathname } = new URL(response.url())
    if (/^\/(front-)?api\//.test(pathname)) seen.calls.push(pathname)
    const sizes = await response
      .request()
      .sizes()
      .catch(() => ({ responseBodySize: 0, responseHeadersSize: 0 }))
    seen.bytes += sizes.responseBodySize + sizes.responseHeadersSize
    if (/\.(js|css)$/.test(pathname)) seen.script += sizes.responseBodySize
  }
  page.on('response', count)
  await page.goto(address)
  await page.getByText(readyText).first().waitFor()
  const lcpMs = await page.evaluate<number>(largestPaint)
  await page.waitForTimeout(300)
  page.off('response', count)
  const kb = (bytes: number) => Math.round(bytes / 1024)
  return {
    page: name,
    lcpMs: Math.round(lcpMs),
    transferredKb: kb(seen.bytes),
    scriptKb: kb(seen.script),
    calls: seen.calls,
  }
}

const once = async (browser: Browser, base: string, account: string): Promise<PageLoad[]> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  const page = await context.newPage()
  const signIn = await measure(page, '登录页', `${base}/console/login`, '登录')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard/)
  const storage = await context.storageState()
  await context.close()
  // Cold cache, but signed in: the cost of opening a bookmarked list.
  const fresh = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    storageState: storage,
  })
  const list = await measure(await fresh.newPage(), '列表页', `${base}/console/web/sys/bases?topic=all`, 'bench.p1')
  await fresh.close()
  return [signIn, list]
}

const launch = async (): Promise<Browser | string> => {
  try {
    const { executablePath, env, args } = await testBrowser()
    return await chromium.launch({ executablePath, env, args: [...args] })
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
  }
}

/**
 * Opens the sign-in page and the list with a cold cache, three times.
 * @returns the medians, or a message if no browser is available
 */
export const pageLoads = async (base: string, account: string): Promise<PageLoad[] | string> => {
  const browser = await launch()
  if (typeof browser === 'string') return browser
  try {
    const rounds: PageLoad[][] = []
    for (let round = 0; round < 3; round += 1) rounds.push(await once(browser, base, account))
    return (rounds[0] ?? []).map((first, at) => {
      const of = (key: 'lcpMs' | 'transferredKb' | 'scriptKb') => median(rounds.map((round) => round[at]?.[key] ?? 0))
      return { ...first, lcpMs: of('lcpMs'), transferredKb: of('transferredKb'), scriptKb: of('scriptKb') }
    })
  } finally {
    await browser.close()
  }
}

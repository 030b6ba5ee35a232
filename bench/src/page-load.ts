import { testBrowser } from '@atrium/e2e/src/test-browser.ts'
import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { password } from './seed.ts'

export type PageLoad = { page: string; lcpMs: number; transferredKb: number; scriptKb: number; calls: number }

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** As text: it runs in the page, whose types this workspace does not know. */
const largestPaint = `new Promise((found) => {
  new PerformanceObserver((list) => found(list.getEntries().at(-1)?.startTime ?? 0))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

const measure = async (page: Page, name: string, address: string, settled: string): Promise<PageLoad> => {
  const seen = { bytes: 0, script: 0, calls: 0 }
  const count = async (response: Response) => {
    const { responseBodySize } = await response
      .request()
      .sizes()
      .catch(() => ({ responseBodySize: 0 }))
    seen.bytes += responseBodySize
    if (/\.(js|css)$/.test(response.url())) seen.script += responseBodySize
    if (/\/(front-)?api\//.test(response.url())) seen.calls += 1
  }
  page.on('response', count)
  await page.goto(address)
  await page.getByText(settled).first().waitFor()
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
  // A cold cache, but signed in: what opening a bookmarked list costs.
  const fresh = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    storageState: storage,
  })
  const list = await measure(await fresh.newPage(), '列表页', `${base}/console/web/sys/bases`, 'bench.p1')
  await fresh.close()
  return [signIn, list]
}

/** Opens the sign-in page and the list with a cold cache, three times. Out: the medians. */
export const pageLoads = async (base: string, account: string): Promise<PageLoad[]> => {
  const { executablePath, env, args } = await testBrowser()
  const browser = await chromium.launch({ executablePath, env, args: [...args] })
  try {
    const rounds: PageLoad[][] = []
    for (let round = 0; round < 3; round += 1) rounds.push(await once(browser, base, account))
    return (rounds[0] ?? []).map((first, at) => ({
      ...first,
      lcpMs: median(rounds.map((round) => round[at]?.lcpMs ?? 0)),
    }))
  } finally {
    await browser.close()
  }
}

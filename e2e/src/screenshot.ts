import { chromium } from '@playwright/test'
import { testBrowser } from './test-browser.ts'

const [url, file, width = '1280', height = '800'] = process.argv.slice(2)
if (!url || !file) {
  process.stderr.write('用法：node e2e/src/screenshot.ts <地址> <图片.png> [宽] [高]\n')
  process.exit(2)
}
const browser = await chromium.launch(await testBrowser())
try {
  const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } })
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.screenshot({ path: file })
} finally {
  await browser.close()
}

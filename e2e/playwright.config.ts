import { defineConfig } from '@playwright/test'
import { testBrowser } from './src/test-browser.ts'
import { isThorough, journeysOnly } from './src/thorough.ts'

const browser = await testBrowser()

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.e2e.ts',
  ...(!isThorough && { grepInvert: /@thorough/ }),
  ...(journeysOnly && { grep: /@journey/ }),
  globalSetup: './src/global-setup.ts',
  outputDir: '../.cache/e2e',
  // One more than CI has cores: a worker waits for pages half of its time.
  workers: 3,
  fullyParallel: true,
  // Retries once on a busy machine; such tests are reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // For hanging tests only: the longest take over a minute on a slow machine.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: browser.executablePath, env: browser.env, args: [...browser.args] },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click on a dialog that is still growing may miss its button.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Anything not clickable by then never will be.
    actionTimeout: 60_000,
  },
})

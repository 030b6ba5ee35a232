import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/test/global-setup.ts'],
    // Each file has its own process and its own database: nothing a test leaves behind reaches another.
    pool: 'forks',
    maxWorkers: 2,
    watch: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As in the browser: a machine of CI that stops for a moment is asked once more; a retried test is named as such.
    retry: process.env.CI ? 1 : 0,
  },
})

import { existsSync, readFileSync } from 'node:fs'

export type Counts = { readonly passed: number; readonly failed: number }

type Report = {
  // Vitest
  numPassedTests?: number
  numFailedTests?: number
  // Playwright
  stats?: { expected: number; unexpected: number; flaky: number }
}

/**
 * Test counts from the JSON report of Vitest or Playwright. A test that passed on retry counts as passed.
 * @throws if the file is missing
 */
export const countTests = (file: string): Counts => {
  if (!existsSync(file)) throw new Error(`没有测试报告 ${file}`)
  const { numPassedTests = 0, numFailedTests = 0, stats } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    : { passed: numPassedTests, failed: numFailedTests }
}

import { existsSync, readFileSync } from 'node:fs'
import { listBrowserTests, type PlaywrightSuite } from './browser-tests.ts'
import { readRetried } from './retried-tests.ts'
import { words } from './words.mjs'

export type Counts = {
  readonly passed: number
  readonly failed: number
  /** Names of tests that passed only at their second try; they count as passed. */
  readonly retried: readonly string[]
}

type Report = {
  // Vitest
  numPassedTests?: number
  numFailedTests?: number
  // Playwright
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: PlaywrightSuite[]
}

const listFlaky = (suites: readonly PlaywrightSuite[]) =>
  suites.flatMap(listBrowserTests).flatMap(({ name, flaky }) => (flaky ? name : []))

/**
 * Test counts from the JSON report of Vitest or Playwright.
 *
 * @throws if the file is missing
 */
export const countTests = (file: string): Counts => {
  if (!existsSync(file)) throw new Error(words(`没有测试报告 ${file}`, `There is no report of tests ${file}`))
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    stats,
    suites = [],
  } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, retried: listFlaky(suites) }
    : { passed: numPassedTests, failed: numFailedTests, retried: readRetried() }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listBrowserTests, type PlaywrightSuite } from './browser-tests.ts'
import { words } from './words.mjs'

type Timed = { readonly name: string; readonly ms: number }
type Report = {
  // Vitest
  testResults?: {
    name: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; duration?: number | null }[]
  }[]
  // Playwright
  suites?: PlaywrightSuite[]
}

const shown = 10
/** Time limit of a feature's test file. */
const budgetMs = 5000

const bySlowness = (a: Timed, b: Timed) => b.ms - a.ms
const lines = (all: readonly Timed[]) =>
  all.map(({ name, ms }) => `    ${(ms / 1000).toFixed(1).padStart(6)} ${words('秒', 's')}  ${name}\n`)

/**
 * The ten slowest tests of a report by Vitest or Playwright, and the feature test files over budget.
 * @param root the repository, to which file names are relative
 */
export const describeTimes = (root: string, file: string): string => {
  const { testResults = [], suites = [] } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const within = (name: string) => path.relative(root, name)
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: `${within(name)} › ${fullName}`, ms: duration ?? 0 })),
  )
  const slowest = [...tests, ...suites.flatMap(listBrowserTests)].sort(bySlowness).slice(0, shown)
  const tooSlow = testResults
    .map(({ name, startTime, endTime }) => ({ name: within(name), ms: endTime - startTime }))
    .filter(({ name, ms }) => name.startsWith('server/src/features/') && ms > budgetMs)
    .sort(bySlowness)
  const overBudget =
    tooSlow.length > 0
      ? [words('  超过 5 秒的功能测试文件：\n', '  Files of features that take more than 5 s:\n'), ...lines(tooSlow)]
      : []
  return [words('  最慢的测试：\n', '  The slowest tests:\n'), ...lines(slowest), ...overBudget].join('')
}

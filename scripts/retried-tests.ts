import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

const file = path.join(import.meta.dirname, '../.cache/retried.json')

/** Names of the tests of the last run that passed only at their second try. */
export const readRetried = (): string[] => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[]
  } catch {
    return []
  }
}

/** Reporter of Vitest that notes them. */
export default class RetriedTests implements Reporter {
  readonly #names: string[] = []

  onTestRunStart(): void {
    rmSync(file, { force: true })
  }
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} › ${test.fullName}`)
  }
  onTestRunEnd(): void {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(this.#names))
  }
}

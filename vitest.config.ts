import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isThorough = process.env.THOROUGH === '1'

const all = globSync('{contract,server,web,scripts,bench}/**/*.test.ts', {
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
  // Long tests run with `npm test -- --thorough`.
  .filter((file) => isThorough || !file.endsWith('.thorough.test.ts'))
/** Helpers of `server/test` start a server or ask a database, whose address a test may also inject. */
const usesServer = (file: string) =>
  file.startsWith('server/test/') ||
  /from '(\.\.\/)+(server\/)?test\/|\binject\b.* from 'vitest'/.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  )
/** Starts, kills and stops processes of its own. */
const usesProcesses = (file: string) => /^server\/test\/(crash|commands)\//.test(file)

const [alone, others] = [all.filter(usesProcesses), all.filter((file) => !usesProcesses(file))]
const [served, pure] = [others.filter(usesServer), others.filter((file) => !usesServer(file))]

/** What is found in seconds is looked for before what takes minutes. */
const later = ['server/test/crash/', 'server/test/architecture/', 'server/test/matrix/', 'server/test/hostile/']
const toRank = ({ moduleId }: TestSpecification) => later.findIndex((folder) => moduleId.includes(folder))
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).sort((a, b) => toRank(a) - toRank(b))
  }
}

/** Installations with modules that test the kit, each against tables of its own. */
const installations = 'kit/test/*/vitest.config.ts'

const withServer = { globalSetup: ['server/test/global-setup.ts'] }
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      // Files share a process, and so what they import; each has databases of its own.
      { extends: true, test: { name: 'served', include: served, isolate: false, ...withServer } },
      { extends: true, test: { name: 'processes', include: alone, ...withServer } },
      installations,
    ],
    // Whatever the machine speaks.
    env: { ATRIUM_LANGUAGE: 'zh-CN' },
    setupFiles: ['vitest.set-up.ts'],
    sequence: { sequencer: CheapFirst },
    pool: 'forks',
    maxWorkers: 2,
    watch: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // How soon is no matter of these tests.
    expect: { poll: { timeout: 15_000, interval: 50 } },
    // As in the browser: a machine of CI that stops for a moment is asked once more; a retried test is named as such.
    retry: process.env.CI ? 1 : 0,
  },
})

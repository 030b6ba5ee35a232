import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isThorough = process.env.THOROUGH === '1'

/** What is found in seconds is looked for before what takes minutes. */
const later = ['server/test/crash/', 'server/test/architecture/', 'server/test/matrix/', 'server/test/hostile/']
const rankOf = ({ moduleId }: TestSpecification) => later.findIndex((folder) => moduleId.includes(folder))
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b))
  }
}

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.ts'],
    // Long tests run with `npm test -- --thorough`.
    exclude: ['**/node_modules/**', '**/dist/**', ...(isThorough ? [] : ['**/*.thorough.test.ts'])],
    sequence: { sequencer: CheapFirst },
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

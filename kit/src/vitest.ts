import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { genericTests } from '../../scripts/modules/generic-tests.ts'
import { readInstallation } from '../../scripts/modules/installation.ts'
import { installedModulesPlugin } from '../../scripts/modules/installed-modules-plugin.ts'
import { stageMigrations } from '../../scripts/modules/stage-migrations.ts'

const root = path.join(import.meta.dirname, '../..')

/** Tests of an installation: against a PostgreSQL of their own that has the product's tables and those of its modules. */
export const testInstallation = async (folder: string): Promise<ViteUserConfig> => {
  const modules = await readInstallation(folder)
  const migrations = mkdtempSync(path.join(tmpdir(), 'atrium-migrations-'))
  stageMigrations(root, modules, migrations)
  return defineConfig({
    root: folder,
    plugins: [installedModulesPlugin(modules)],
    test: {
      include: [
        ...modules.map((module) => path.join(path.relative(folder, module.folder), '**/*.test.ts')),
        ...genericTests.map((file) => path.relative(folder, path.join(root, file))),
      ],
      exclude: ['**/dist/**'],
      // The kit comes as TypeScript, which Node does not read below node_modules.
      server: { deps: { inline: [/\/@atrium\/kit\//] } },
      env: { ATRIUM_LANGUAGE: 'zh-CN' },
      globalSetup: [path.join(root, 'server/test/global-setup.ts')],
      setupFiles: [path.join(root, 'vitest.set-up.ts')],
      provide: { migrationsFolder: migrations },
      isolate: false,
      pool: 'forks',
      maxWorkers: 2,
      watch: false,
      expect: { poll: { timeout: 15_000, interval: 50 } },
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  })
}

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { readInstallation } from '../../scripts/modules/installation.ts'
import { installedModulesPlugin } from '../../scripts/modules/installed-modules-plugin.ts'
import { stageMigrations } from '../../scripts/modules/stage-migrations.ts'

const root = path.join(import.meta.dirname, '../..')

/** Tests of the product that hold for modules as well: isolation and keys of tables, and secrets at rest. */
const generic = [
  'server/test/architecture/tables.test.ts',
  'server/test/architecture/distribution.test.ts',
  'server/test/architecture/constraints.test.ts',
]

/** Tests of an installation: against a PostgreSQL of their own that has the product's tables and those of its modules. */
export const testInstallation = async (folder: string): Promise<ViteUserConfig> => {
  const modules = await readInstallation(folder)
  const migrations = mkdtempSync(path.join(tmpdir(), 'atrium-migrations-'))
  stageMigrations(root, modules, migrations)
  return defineConfig({
    root: folder,
    plugins: [installedModulesPlugin(modules)],
    test: {
      include: ['**/*.test.ts', ...generic.map((file) => path.relative(folder, path.join(root, file)))],
      env: { ATRIUM_LANGUAGE: 'zh-CN' },
      globalSetup: [path.join(root, 'server/test/global-setup.ts')],
      setupFiles: [path.join(root, 'vitest.set-up.ts')],
      provide: { migrationsFolder: migrations },
      isolate: false,
      pool: 'forks',
      maxWorkers: 2,
      watch: false,
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  })
}

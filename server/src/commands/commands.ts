import type { Command } from './command.ts'

/** The words of `atrium`; a command loads when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'audit-verify': () => import('./audit-verify.ts').then(({ auditVerify }) => auditVerify),
  config: () => import('./config.ts').then(({ config }) => config),
  key: () => import('./key.ts').then(({ key }) => key),
  migrate: () => import('./migrate.ts').then(({ migrateCommand }) => migrateCommand),
  seed: () => import('./seed.ts').then(({ seed }) => seed),
}

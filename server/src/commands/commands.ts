import type { Command } from './command.ts'

/** The words of `atrium`; a command loads when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  admin: () => import('./admin.ts').then(({ admin }) => admin),
  'audit-verify': () => import('./audit-verify.ts').then(({ auditVerify }) => auditVerify),
  backup: () => import('./backup.ts').then(({ backup }) => backup),
  config: () => import('./config.ts').then(({ config }) => config),
  doctor: () => import('./doctor.ts').then(({ doctor }) => doctor),
  key: () => import('./key.ts').then(({ key }) => key),
  migrate: () => import('./migrate.ts').then(({ migrateCommand }) => migrateCommand),
  modules: () => import('./modules.ts').then(({ modules }) => modules),
  prune: () => import('./prune.ts').then(({ prune }) => prune),
  restore: () => import('./restore.ts').then(({ restore }) => restore),
  seed: () => import('./seed.ts').then(({ seed }) => seed),
  status: () => import('./status.ts').then(({ status }) => status),
  verify: () => import('./verify.ts').then(({ verify }) => verify),
  wake: () => import('./wake.ts').then(({ wake }) => wake),
}

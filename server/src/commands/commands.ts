import type { Command } from './command.ts'

/** The words of `atrium`; a command loads when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'audit-verify': () => import('./audit-verify.ts').then(({ auditVerify }) => auditVerify),
  config: () => import('./config.ts').then(({ config }) => config),
  seed: () => import('./seed.ts').then(({ seed }) => seed),
}

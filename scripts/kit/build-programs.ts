import { rolldown } from 'rolldown'

/** What Node itself runs of the kit: it reads no TypeScript below `node_modules`. */
const programs = [
  'kit/src/config.ts',
  'kit/src/vitest.ts',
  'scripts/modules/kit.ts',
  'server/src/kernel/hashing-worker.ts',
  'server/src/kernel/workbooks/workbook-worker.ts',
] as const

/** Builds the programs of the kit, each file beside its source. */
export const buildPrograms = async (root: string, into: string): Promise<void> => {
  const bundle = await rolldown({ cwd: root, platform: 'node', input: [...programs], external: /^(?!@atrium\/)[^./]/ })
  await bundle.write({ dir: into, preserveModules: true, preserveModulesRoot: root })
}

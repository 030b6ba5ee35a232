import path from 'node:path'
import { listChangedFiles } from '../server/test/changed-files.ts'

/** Folder of the feature, or else of the file. */
const toPart = (file: string): string => /^.*\/features\/[^/]+\/[^/]+\//.exec(file)?.[0] ?? `${path.dirname(file)}/`
const asContractAndServer = (part: string): string[] => [part, part.replace(/^contract\//, 'server/')]

const listChanged = (): string[] => listChangedFiles('HEAD') ?? []

/** Workspaces whose types a change can break first: those that read its files; the scripts are the server's. */
const readers: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract', 'server', 'web'],
  server: ['server'],
  scripts: ['server'],
  examples: ['server', 'examples/modules/assets'],
  kit: ['examples/modules/assets'],
  web: ['web'],
  e2e: ['e2e'],
  bench: ['bench'],
}
export const listChangedWorkspaces = (): string[] => [
  ...new Set(listChanged().flatMap((file) => readers[file.split('/')[0] ?? ''] ?? [])),
]

/** What names the tests that a change since the last commit can break first: those of its folders, and of the house. */
export const listChangedParts = (): string[] => {
  const files = listChanged().filter((file) => /^(contract|server|web|scripts)\/.*\.tsx?$/.test(file))
  return files.length === 0
    ? []
    : [...new Set([...files.flatMap((file) => asContractAndServer(toPart(file))), 'server/test/architecture/'])]
}

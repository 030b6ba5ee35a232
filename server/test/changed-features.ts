import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findCleanCommit, listChangedFiles } from './changed-files.ts'

/** Names the commit of which every endpoint was tried last. */
const record = path.join(import.meta.dirname, 'last-complete-run.json')

/** Features by folder, `people/users`, whose contract or server is among the files; their tests do not count. */
const pickFeatures = (files: readonly string[]): string[] => {
  const folders = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => /^(?:contract|server)\/src\/features\/([^/]+\/[^/]+)\//.exec(file)?.[1])
  return [...new Set(folders)].flatMap((folder) => folder ?? [])
}

/** Features that have changed since the last complete run; none without its history. */
export const listChangedFeatures = (): string[] => {
  // The kit has none.
  if (!existsSync(record)) return []
  const { commit } = JSON.parse(readFileSync(record, 'utf8')) as { commit: string }
  return pickFeatures(listChangedFiles(commit) ?? [])
}

/** Notes that all endpoints of this commit were tried; nothing where files differ from it. */
export const noteCompleteRun = (): void => {
  const commit = findCleanCommit()
  if (commit) writeFileSync(record, `{ "commit": "${commit}" }\n`)
}

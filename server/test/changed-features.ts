import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/** Where the commit stands of which every endpoint was tried last. */
export const lastCompleteRun = path.join(import.meta.dirname, 'last-complete-run.json')

/** Files that differ from that commit; undefined without its history, as in an archive or a shallow clone. */
const changedFiles = (): string[] | undefined => {
  const { commit } = JSON.parse(readFileSync(lastCompleteRun, 'utf8')) as { commit: string }
  try {
    return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    return undefined
  }
}

/**
 * Features whose contract or server has changed since the last complete run, as `people/users`; tests of theirs do not
 * count. None without a history.
 */
export const changedFeatures = (): string[] => {
  const named = (changedFiles() ?? [])
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => /^(?:contract|server)\/src\/features\/([^/]+\/[^/]+)\//.exec(file)?.[1])
  return [...new Set(named)].flatMap((folder) => folder ?? [])
}

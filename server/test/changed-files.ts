import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/**
 * Files that differ from a commit, those not yet tracked included.
 *
 * @returns paths within the repository; undefined without the commit, as in an archive or a shallow clone
 */
export const listChangedFiles = (since: string): string[] | undefined => {
  try {
    return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    return undefined
  }
}

/** The commit that is checked out, if all files are as in it. */
export const findCleanCommit = (): string | undefined =>
  git('status', '--porcelain').length === 0 ? git('rev-parse', 'HEAD')[0] : undefined

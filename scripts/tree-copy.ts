import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const maxOutput = 64 * 2 ** 20

const linkPackages = async (folder: string) => {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')]
  await mkdir(path.join(to, '@atrium'), { recursive: true })
  for (const name of await readdir(from))
    if (!name.startsWith('.vite') && name !== '@atrium') await symlink(path.join(from, name), path.join(to, name))
  // The workspaces are the copy's own.
  for (const name of await readdir(path.join(from, '@atrium'))) {
    const workspace = path.relative(root, await realpath(path.join(from, '@atrium', name)))
    await symlink(path.join(folder, workspace), path.join(to, '@atrium', name))
  }
}

/** The packages as if they had been installed there: what is built of links names where they lead. */
const copyPackages = (folder: string) => {
  for (const name of ['node_modules', '.cache/packages'])
    if (existsSync(path.join(root, name))) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      execFileSync('cp', ['-al', path.join(root, name), path.join(folder, name)])
    }
}

/**
 * A copy of the working tree in a folder of its own, with the installed packages: links to them, or files of its own,
 * which take their time.
 */
export const copyTree = async (packages: 'links' | 'files' = 'links') => {
  const parent = packages === 'links' ? tmpdir() : path.join(root, '.cache')
  const folder = await realpath(await mkdtemp(path.join(parent, 'atrium-tree-')))
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' })
  const files = git(root, 'ls-files', '-coz', '--exclude-standard').split('\0')
  const deleted = new Set(git(root, 'ls-files', '-dz').split('\0'))
  for (const file of files)
    if (file && !deleted.has(file)) await cp(path.join(root, file), path.join(folder, file), { recursive: true })
  if (packages === 'links') await linkPackages(folder)
  else copyPackages(folder)
  git(folder, 'init', '--quiet')

  /** Runs a program of the copy; throws with its output if it fails. */
  const run = (...args: string[]): string => {
    // The copy has neither the older versions of PostgreSQL nor a database of its own.
    const { TEST_DATABASE_URL, TEST_POSTGRES, ...env } = process.env
    try {
      return execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', maxBuffer: maxOutput })
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string }
      throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`)
    }
  }
  /**
   * Runs tests of the copy by a part of their paths.
   * @returns how many passed; throws with the output if one failed.
   */
  const runTests = async (...files: string[]): Promise<number> => {
    // Ignored by git, and so by the static checks.
    const report = path.join(folder, '.cache/report.json')
    run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    )
    return JSON.parse(await readFile(report, 'utf8')).numPassedTests
  }
  return { folder, run, runTests, remove: () => rm(folder, { recursive: true, force: true }) }
}

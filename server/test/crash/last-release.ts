import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

const readLastRelease = () => {
  const releases: Record<string, { commit: string }> = JSON.parse(
    readFileSync(join(root, 'server/migrations/releases.json'), 'utf8'),
  )
  const [version = '', { commit } = { commit: '' }] = Object.entries(releases).at(-1) ?? []
  return { version, commit }
}

/** Links to the packages of this repository, and to the workspaces of the unpacked one. */
const linkPackages = (folder: string) => {
  mkdirSync(join(folder, 'node_modules/@atrium'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@atrium') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of ['contract', 'server']) symlinkSync(join(folder, name), join(folder, 'node_modules/@atrium', name))
}

/**
 * Unpacks the last release from its commit into a folder.
 * @returns its version, and the folder of its sources
 * @throws if this clone does not have that commit
 */
export const unpackLastRelease = (folder: string): { version: string; sources: string } => {
  const { version, commit } = readLastRelease()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' })
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Error(`this clone lacks release ${version} (${commit}): git fetch --unshallow`)
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['x', '-C', folder], { input: git('archive', commit, 'contract', 'server', 'package.json') })
  linkPackages(folder)
  return { version, sources: join(folder, 'server/src') }
}

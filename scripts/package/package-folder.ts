import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { words } from '../words.mjs'
import type { LockFile } from './shipped-packages.ts'

const hasVersion = (folder: string, version: string | undefined): boolean => {
  const file = path.join(folder, 'package.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Fetches a package of another platform, which npm does not install here, and checks it against the lock file. */
const fetchPackage = (root: string, spec: string, integrity: string, folder: string): void => {
  const staging = `${folder}.${process.pid}`
  mkdirSync(staging, { recursive: true })
  const packed = execFileSync('npm', ['pack', spec, '--json', '--pack-destination', staging], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  const archive = path.join(staging, filename)
  const [algorithm = '', wanted] = integrity.split(/-(.*)/s)
  if (createHash(algorithm).update(readFileSync(archive)).digest('base64') !== wanted)
    throw new Error(
      words(`${spec} 与 package-lock.json 中的校验值不符`, `${spec} has another checksum than package-lock.json says`),
    )
  execFileSync('tar', ['-xzf', archive, '-C', staging, '--strip-components=1'])
  rmSync(archive)
  rmSync(folder, { recursive: true, force: true })
  renameSync(staging, folder)
}

/**
 * The folder of a package of the lock file: the installed one, or one that is fetched into `.cache`.
 * @throws an Error if what the registry gives is not what the lock file names
 */
export const packageFolder = (root: string, { packages }: LockFile, place: string): string => {
  const installed = path.join(root, place)
  const { version, integrity } = packages[place] ?? {}
  if (hasVersion(installed, version)) return installed
  const name = nameOf(place)
  const folder = path.join(root, '.cache', 'packages', `${name.replace('/', '+')}-${version}`)
  if (hasVersion(folder, version)) return folder
  if (!integrity)
    throw new Error(words(`package-lock.json 中没有 ${name} 的校验值`, `package-lock.json has no checksum of ${name}`))
  fetchPackage(root, `${name}@${version}`, integrity, folder)
  return folder
}

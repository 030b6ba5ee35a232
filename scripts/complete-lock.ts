import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { words } from './words.mjs'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type LockFile = { packages: Record<string, Entry> }

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Platform packages name their platform: `@scope/cli-linux-x64-musl`, `binding-android-arm-eabi`. */
const toPlatform = (name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> => {
  const words = name.split(/[-/_]/)
  const os = systems.find((each) => words.includes(each))
  const cpu = processors.find((each) => words.some((word) => word === each || word.startsWith(`${each}v`)))
  const musl = words.some((word) => word.startsWith('musl'))
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(musl && { libc: ['musl'] }) }
}

const resolvable = (packages: LockFile['packages'], from: string, name: string): boolean => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[path.posix.join(folder, 'node_modules', name)]) return true
    if (!folder.includes('node_modules/')) return Boolean(packages[`node_modules/${name}`])
  }
}

/**
 * Platform packages that the lock file requires with an exact version but does not contain.
 * A registry without them makes npm omit them; `npm ci` then rejects the whole lock file on every platform.
 */
export const missingPlatformPackages = (lock: LockFile): Record<string, Entry> => {
  const missing: Record<string, Entry> = {}
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const exact = /^\d+\.\d+\.\d+[-.\w]*$/.test(version)
      const { os, cpu, libc } = toPlatform(name)
      if (!exact || !(os ?? cpu) || resolvable(lock.packages, place, name)) continue
      missing[`node_modules/${name}`] = {
        version,
        ...(cpu && { cpu }),
        ...(dev && { dev }),
        ...(libc && { libc }),
        optional: true,
        ...(os && { os }),
      }
    }
  }
  return missing
}

/**
 * Adds the result of `missingPlatformPackages` to the file, in npm's own order.
 * @returns the number added
 */
export const completeLock = (file: string): number => {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile
  const missing = missingPlatformPackages(lock)
  const all = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const added = Object.keys(missing).length
  if (added > 0) writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(all) }, null, 2)}\n`)
  return added
}

if (import.meta.main) {
  const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'package-lock.json'))
  const added = completeLock(file)
  console.log(
    words(
      `package-lock.json 补上了 ${added} 个其他平台的条目`,
      `Added ${added} entries of other platforms to package-lock.json`,
    ),
  )
}

import path from 'node:path'

export type Cpu = 'x64' | 'arm64'

type Entry = {
  version?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type LockFile = { packages: Record<string, Entry> }

const fits = (wanted: string, declared: readonly string[] | undefined): boolean =>
  declared === undefined || declared.includes(wanted)

/** Whether a package of the lock file runs on Linux with the GNU C library on this processor. */
const runsOn = (cpu: Cpu, { os, cpu: processors, libc }: Entry): boolean =>
  fits('linux', os) && fits(cpu, processors) && fits('glibc', libc)

const declares = (entry: Entry | undefined, name: string): boolean =>
  Object.hasOwn({ ...entry?.dependencies, ...entry?.optionalDependencies }, name)

/** Where Node finds a package from the folder of another: in the innermost folder of packages that has it. */
const findPlace = ({ packages }: LockFile, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = path.posix.join(folder, 'node_modules', name)
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

/**
 * The packages that programs need to run on a processor: those that their code names, those that the code of these
 * names, and so on. What an installation does not have is not shipped either.
 * @param names packages that the programs import
 * @param readPackages the packages that a package imports, by its place in the lock file
 * @returns places in the lock file, sorted
 */
export const listShippedPackages = (
  lock: LockFile,
  cpu: Cpu,
  names: Iterable<string>,
  readPackages: (place: string) => Iterable<string>,
): string[] => {
  const shipped = new Set<string>()
  const visit = (from: string, name: string): void => {
    const place = findPlace(lock, from, name)
    const entry = place === undefined ? undefined : lock.packages[place]
    if (place === undefined || entry === undefined || shipped.has(place) || !runsOn(cpu, entry)) return
    // What a package may use without asking for it belongs to another platform.
    if (entry.optional && from !== '' && !declares(lock.packages[from], name)) return
    shipped.add(place)
    // Packages of one platform are often named by a computed name alone.
    const parts = Object.keys(entry.optionalDependencies ?? {})
    for (const each of new Set([...readPackages(place), ...parts])) visit(place, each)
  }
  for (const name of names) visit('', name)
  return [...shipped].sort()
}

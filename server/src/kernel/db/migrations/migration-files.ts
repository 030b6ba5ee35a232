import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What a migration is beside running nodes (decision 126). `initial`: one of the first schema, applied with the others to
 * an empty database. `expand`: harmless to nodes of the release before. `fill`: one `update` in batches, as harmless.
 * `contract`: takes away what no running release needs any more.
 */
const kinds = ['initial', 'expand', 'fill', 'contract'] as const
export type MigrationKind = (typeof kinds)[number]
export type MigrationFile = {
  readonly name: string
  readonly text: string
  readonly sha256: string
  readonly kind: MigrationKind
  /** Number of the oldest release, of the product or of its module, whose nodes run on the result; 1 is the first. */
  readonly oldest: number
  /** The schema of a module, which its names stand for; undefined for the product's own. */
  readonly schema?: string
}
export type Migrations = {
  readonly files: readonly MigrationFile[]
  /** Number of this release. */
  readonly release: number
  /** Numbers of the releases of its modules, by their names. */
  readonly modules: Readonly<Record<string, number>>
  /** Names of the releases, the first one's at the front. */
  readonly releases: readonly string[]
}

const readReleases = async (folder: string): Promise<string[]> => {
  const text = await readFile(join(folder, 'releases.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return '{}'
  })
  return Object.keys(JSON.parse(text))
}

const readKind = (name: string, unsuffixed: MigrationKind): MigrationKind => {
  const [, suffix = unsuffixed] = name.split('.')
  const kind = kinds.find((each) => each === suffix)
  if (kind === undefined) throw new Error(`${name}.sql: a migration is .expand.sql, .fill.sql or .contract.sql`)
  return kind
}
const readOldest = ({ name, text, kind }: Omit<MigrationFile, 'oldest' | 'sha256'>, releases: readonly string[]) => {
  if (kind !== 'contract') return 1
  const oldest = releases.indexOf(text.match(/^-- Oldest release: (\S+)$/m)?.[1] ?? '') + 1
  if (oldest === 0) throw new Error(`${name}.sql: a contract names a release: "-- Oldest release: 0.4.0"`)
  return oldest
}

/** Reads the files of a folder; those of a module are named after it, and its first tables disturb no node. */
const readFiles = async (folder: string, releases: readonly string[], module?: string) => {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const read = async (file: string): Promise<MigrationFile> => {
    // A checkout may have changed the ends of lines; the migration is the same.
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
    const own = file.replace(/\.sql$/, '')
    const name = module === undefined ? own : `${module}/${own}`
    const kind = readKind(own, module === undefined ? 'initial' : 'expand')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const oldest = readOldest({ name, text, kind }, releases)
    return { name, text, sha256, kind, oldest, ...(module !== undefined && { schema: module }) }
  }
  return { files: await Promise.all(names.map(read)), release: releases.length + 1 }
}
const readModule = async (folder: string, name: string) => {
  const own = join(folder, name)
  return { name, ...(await readFiles(own, await readReleases(own), name)) }
}

/**
 * Reads the migrations of this release in their order, and which release it is. Takes the folder of numbered SQL files;
 * each folder in it has those of a module, and is named like the module's schema. `releases.json` beside the files names
 * the releases that are out.
 * @throws an Error that names a file of no kind, or a contract without a release
 */
export const readMigrations = async (folder: string): Promise<Migrations> => {
  const releases = await readReleases(folder)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const { files, release } = await readFiles(folder, releases)
  const modules = await Promise.all(names.sort().map((name) => readModule(folder, name)))
  return {
    files: [...files, ...modules.flatMap((module) => module.files)],
    release,
    modules: Object.fromEntries(modules.map((module) => [module.name, module.release])),
    releases,
  }
}

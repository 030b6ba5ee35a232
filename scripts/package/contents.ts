import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { words } from '../words.mjs'
import { packageFolder } from './package-folder.ts'
import { readImports } from './read-imports.ts'
import { shippedFiles } from './shipped-files.ts'
import { type Cpu, type LockFile, listShippedPackages } from './shipped-packages.ts'

/** A file of the package: its path there, and where it lies here. */
export type ShippedFile = { readonly to: string; readonly from: string }

const product = [
  'server/dist/*.js',
  'server/dist/*.js.map',
  'web/dist/**/*',
  'server/migrations/*.{sql,json}',
  'server/reference/*',
  'texts/*.json',
  'deploy/**/*',
  'docs/operating/*.md',
  'docs/using/*.md',
  'docs/using/images/*.webp',
  '{README,README.zh-CN,CHANGELOG}.md',
  'LICENSE',
]

/** The product's own stacks are mapped (`server/src/map-stacks.ts`), those of packages are not. */
const isMapOfPackages = (file: string): boolean =>
  file.endsWith('.map') && !/"(server|contract)\//.test(readFileSync(file, 'utf8').slice(0, 100_000))

const productFiles = (root: string): ShippedFile[] =>
  globSync(product, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.sources')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((from) => !isMapOfPackages(from))
    .map((from) => ({ to: path.relative(root, from), from }))

/**
 * What the server may import under a name that it computes, and why the package does without. Anything else of that kind
 * would be missing only when it is used.
 */
const without: Readonly<Record<string, string>> = {
  'node_modules/rate-limiter-flexible/lib/RateLimiterDrizzle.js: specifier': 'limits in a database of Drizzle',
  'node_modules/rate-limiter-flexible/lib/RateLimiterDrizzleNonAtomic.js: `${getPackageName()}`': 'the same',
  'node_modules/pino/lib/transport.js: origin': 'logs that a thread sends elsewhere',
  name: 'the embedded PostgreSQL (decision 123)',
}

/**
 * Packages outside the built server that it imports.
 * @throws an Error that names an import under a computed name that is not known to be dispensable
 */
export const readOutsidePackages = (root: string): Set<string> => {
  const found = new Set<string>()
  for (const file of globSync('server/dist/*.js', { cwd: root }).sort()) {
    const { packages, computed } = readImports(file, readFileSync(path.join(root, file), 'utf8'))
    for (const name of packages) found.add(name)
    const unknown = computed.filter((text) => !Object.hasOwn(without, text))
    if (unknown.length > 0)
      throw new Error(
        words(
          `${file} 引入了无法判断的模块：${unknown.join('、')}`,
          `${file} imports modules by names that are no literals: ${unknown.join(', ')}`,
        ),
      )
  }
  return found
}

const readPackagesOf = (root: string, lock: LockFile) => (place: string) => {
  const folder = packageFolder(root, lock, place)
  const code = shippedFiles(folder).filter((name) => /\.[cm]?js$/.test(name))
  return code.flatMap((name) => [...readImports(name, readFileSync(path.join(folder, name), 'utf8')).packages])
}

/** Places in the lock file of the packages that the built server needs beside itself on a processor. */
export const shippedPackages = (root: string, lock: LockFile, cpu: Cpu, outside: Iterable<string>): string[] =>
  listShippedPackages(lock, cpu, outside, readPackagesOf(root, lock))

/** Every file of the package but those that are written for it, in order. */
export const shippedContents = (root: string, lock: LockFile, cpu: Cpu, packages: readonly string[]): ShippedFile[] => {
  const node = path.join(packageFolder(root, lock, `node_modules/node-linux-${cpu}`), 'bin/node')
  const outside = packages.flatMap((place) => {
    const folder = packageFolder(root, lock, place)
    return shippedFiles(folder).map((name) => ({ to: path.join(place, name), from: path.join(folder, name) }))
  })
  return [{ to: 'bin/node', from: node }, ...productFiles(root), ...outside].sort((a, b) => (a.to < b.to ? -1 : 1))
}

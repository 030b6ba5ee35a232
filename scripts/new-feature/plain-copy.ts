import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { catalogue } from '@atrium/contract/index.ts'
import { type Field, withFields } from './fields.ts'
import { type Names, renamed } from './names.ts'
import { leftBehind, referenceFolders, withoutOwnParts } from './own-parts.ts'

/** The first fifty free numbers for a business feature's errors. */
const freeBlock = (root: string): number => {
  const folder = path.join(root, 'contract/src/features')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.errors.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const taken = texts.flatMap((text) =>
    [...text.matchAll(/from: (\d+), to: (\d+)/g)].map(([, ...ends]) => ends.map(Number)),
  )
  let from = 5000
  while (taken.some(([first = 0, last = 0]) => first < from + 50 && last >= from)) from += 50
  return from
}
const renumbered = (text: string, from: number): string => {
  let code = from
  return text.replace(/from: \d+, to: \d+/, `from: ${from}, to: ${from + 49}`).replace(/code: \d+/g, () => {
    code += 1
    return `code: ${code}`
  })
}

/** The menu goes below the others of its group. */
const withLastMenu = (text: string): string =>
  text.replace(/parent: '([\w.]+)',(\s+)sort: \d+/, (_, group: string, space: string) => {
    const sorts = catalogue.menus.flatMap(({ parent, sort }) => (parent === group ? sort : []))
    return `parent: '${group}',${space}sort: ${Math.max(...sorts) + 10}`
  })

const copyMigration = (root: string, names: Names): [string, string] => {
  const folder = path.join(root, 'server/migrations')
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const table = /create table posts \([\s\S]*?call keep_to_company\('posts'\);\n/
  const text = migrations.map((file) => readFileSync(path.join(folder, file), 'utf8').match(table)?.[0]).find(Boolean)
  if (!text) throw new Error('no migration creates the table posts')
  const number = String(Number(migrations.at(-1)?.slice(0, 4)) + 1).padStart(4, '0')
  const words = names.plural.replaceAll('-', ' ')
  return [
    `server/migrations/${number}_${names.plural.replaceAll('-', '_')}.expand.sql`,
    `-- ${words.charAt(0).toUpperCase()}${words.slice(1)} of a company.\n${renamed(withoutOwnParts(text), names)}`,
  ]
}

const copiedFiles = (root: string): string[] => {
  const files = referenceFolders.flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: root })).sort()
  const gone = Object.keys(leftBehind).filter((file) => !files.includes(file))
  if (gone.length > 0) throw new Error(`the reference no longer has ${gone.join(', ')}`)
  return files.filter((file) => !(file in leftBehind))
}

/** Relative imports of the files that lead nowhere. */
export const danglingImports = (root: string, files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([file, text]) =>
    [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, to = '']) => {
      const target = path.join(path.dirname(file), to)
      return files.has(target) || existsSync(path.join(root, target)) ? [] : `${file} → ${to}`
    }),
  )

/**
 * The files of a new plain feature by path, made from those of the reference, with fields of its own.
 * @throws if one of them imports a file that stays behind
 */
export const plainCopy = (root: string, names: Names, fields: readonly Field[] = []): Map<string, string> => {
  const block = freeBlock(root)
  const copies = copiedFiles(root).map((file): [string, string] => {
    const text = renamed(withLastMenu(withoutOwnParts(readFileSync(path.join(root, file), 'utf8'))), names)
    return [renamed(file, names), file.endsWith('.errors.ts') ? renumbered(text, block) : text]
  })
  const files = new Map(
    [...copies, copyMigration(root, names)].map(([file, text]) => [file, withFields(file, text, fields)]),
  )
  const dangling = danglingImports(root, files)
  if (dangling.length > 0) throw new Error(`imports of files that are not made:\n${dangling.join('\n')}`)
  return files
}

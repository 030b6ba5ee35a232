import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { menus } from '@atrium/contract/index.ts'
import { type Names, renamed } from './names.ts'

/** The plain files of the reference; the others hold its own rule, that a post in use stays. */
const files = [
  'contract/src/features/people/posts/posts.contract.ts',
  'contract/src/features/people/posts/posts.sheet.ts',
  'contract/src/features/people/posts/posts.errors.ts',
  'contract/src/features/people/posts/posts.feature.ts',
  'server/src/features/people/posts/posts.repository.ts',
  'server/src/features/people/posts/post-sheet.ts',
  'server/src/features/people/posts/posts.feature.ts',
  'server/src/features/people/posts/posts.test.ts',
  'web/src/features/people/posts/posts-page.tsx',
]

/** Leaves out what is the posts' own: the level and the rule for a post in use. */
export const withoutOwnParts = (text: string): string =>
  text
    .replace(/, '?level'?(: [^,}]+?)?(?=,| }|\])/g, '')
    .replace(/'level,/g, "'")
    .replace('NumberField, ', '')
    .replace("sample: '会计'", "sample: '示例'")
    .replace("sample: 'accountant'", "sample: 'example'")
    .replace(/purpose: '岗位[^']*'/, "purpose: '在此新增和维护岗位。'")
    .replace(/^.*(level|NumberField|inUse).*\n/gim, '')

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
    const sorts = menus.flatMap(({ parent, sort }) => (parent === group ? sort : []))
    return `parent: '${group}',${space}sort: ${Math.max(...sorts) + 10}`
  })

const migrationOf = (root: string, names: Names): [string, string] => {
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
    `server/migrations/${number}_${names.plural.replaceAll('-', '_')}.sql`,
    `-- ${words.charAt(0).toUpperCase()}${words.slice(1)} of a company.\n${renamed(withoutOwnParts(text), names)}`,
  ]
}

/** The files of a new plain feature by path, made from those of the reference. */
export const plainCopy = (root: string, names: Names): Map<string, string> => {
  const block = freeBlock(root)
  const copies = files.map((file): [string, string] => {
    const text = renamed(withLastMenu(withoutOwnParts(readFileSync(path.join(root, file), 'utf8'))), names)
    return [renamed(file, names), file.endsWith('.errors.ts') ? renumbered(text, block) : text]
  })
  return new Map([...copies, migrationOf(root, names)])
}

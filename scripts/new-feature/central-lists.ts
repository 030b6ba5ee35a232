import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Names, renamed } from './names.ts'
import { entryAt, withoutOwnParts } from './own-parts.ts'

/** Lists that name every feature, and their entries for the reference. */
const lists: readonly [string, RegExp][] = [
  ['server/src/features.ts', /createPostsFeature/],
  ['web/src/app/views.ts', /'sys\/posts'/],
  ['server/test/architecture/access.test.ts', /'sysPosts\./],
  ['server/test/architecture/bound-ids.test.ts', /^ {2}sysPosts:/],
]

/** Archives hold the new table, but cannot say yet how its rows differ: of each column they would need a word. */
const notCompared = 'server/src/features/tenancy/recovery/kinds.ts'
const withoutComparison = (root: string, { plural }: Names): string =>
  readFileSync(path.join(root, notCompared), 'utf8').replace(
    /^export const notCompared.*\n/m,
    (opening) => `${opening}  ${plural.replaceAll('-', '_')}: 'has no words for its columns yet',\n`,
  )

/** The lists with an entry for the new feature after each entry of the reference. */
export const withEntries = (root: string, names: Names): Map<string, string> =>
  new Map([
    [notCompared, withoutComparison(root, names)],
    ...lists.map(([file, entry]): [string, string] => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
      const found = lines.flatMap((line, at) => (entry.test(line) ? [entryAt(lines, at)] : []))
      if (found.length === 0) throw new Error(`${file}: no entry of the reference`)
      for (const [first, last] of found.reverse()) {
        const text = lines.slice(first, last + 1).join('\n')
        lines.splice(last + 1, 0, renamed(withoutOwnParts(text), names))
      }
      return [file, lines.join('\n')]
    }),
  ])

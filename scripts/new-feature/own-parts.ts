const folders = ['contract', 'server', 'web'].map((side) => `${side}/src/features/people/posts`)

/** Where the reference lies, a folder on each side. */
export const referenceFolders: readonly string[] = folders

/** Files of the reference that a new feature does without, each with the reason. All others are copied. */
export const leftBehind: Readonly<Record<string, string>> = {
  'server/src/features/people/posts/posts.service.ts': 'rules for levels and for posts in use',
  'server/src/features/people/posts/post-holders.repository.ts': 'members hold posts',
  'server/src/features/people/posts/index.ts': 'what organisations and users ask of posts',
  'server/src/features/people/posts/exported-posts.test.ts': 'the labels of levels',
  'contract/src/features/people/posts/custom-post.ts': 'an entity has custom fields by a declaration of its own',
}

const measureIndent = (line = '') => line.length - line.trimStart().length
/** The lines of an entry, first and last: from a line of its own that opens it, to the one that closes it. */
export const entryAt = (lines: readonly string[], at: number): [number, number] => {
  const first = lines[at - 1]?.trim() === '{' ? at - 1 : at
  if (!/[{(]$/.test(lines[first] ?? '')) return [first, at]
  const close = lines.findIndex(
    (line, n) => n > at && measureIndent(line) === measureIndent(lines[first]) && /^[})\]]/.test(line.trim()),
  )
  return [first, close]
}

const withoutEntries = (text: string, own: RegExp): string => {
  const lines = text.split('\n')
  for (let at = lines.findIndex((line) => own.test(line)); at >= 0; at = lines.findIndex((line) => own.test(line))) {
    const [first, last] = entryAt(lines, at)
    lines.splice(first, last - first + 1)
  }
  return lines.join('\n')
}

const behindNames = Object.keys(leftBehind).map((file) => file.replace(/^.*\//, '').replaceAll('.', '\\.'))
const importOfBehind = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '\\./(?:${behindNames.join('|')})'\\n`, 'gm')

/** Leaves out what is the posts' own: their level, their custom fields, and all that uses a file that stays behind. */
export const withoutOwnParts = (text: string): string => {
  const imported = [...text.matchAll(importOfBehind)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  const own = ['[lL]evel', '[cC]ustom', 'inUse', ...imported.map((name) => `\\b${name}\\b`)].join('|')
  const plain = text
    .replace(importOfBehind, '')
    .replace(/, custom: customPost\.\w+|, customSort|customSort, /g, '')
    .replace(/, '?level'?(: [^,}]+?)?(?=,| }|\])/g, '')
    .replace(/\.orderBy\('level'\)/g, '')
    .replace(/'level,/g, "'")
    .replace("sample: '会计'", "sample: '示例'")
    .replace("sample: 'accountant'", "sample: 'example'")
    .replace(/purpose: t\('岗位[^']*'\)/, "purpose: t('在此新增和维护岗位。')")
  return withoutEntries(plain, new RegExp(own))
}

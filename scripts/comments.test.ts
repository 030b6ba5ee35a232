import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** What goes in and out is said by tags or in a sentence; the words have plainer ones. */
const unwanted = /(?<=^|\s)(?:In|Out): |\b(?:[Ww]hom|[Tt]old|[Nn]obody|[Ss]omebody|[Ww]hoever|[Aa]new)\b/

const findUnwanted = (source: string): string[] =>
  [...source.matchAll(comment)].flatMap(([text]) => unwanted.exec(text)?.[0].trim() ?? [])

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && file !== 'scripts/comments.test.ts' && existsSync(path.join(root, file)))

test('comments speak one dialect', () => {
  const faults = sources.flatMap((file) =>
    findUnwanted(readFileSync(path.join(root, file), 'utf8')).map((found) => `${file}: ${found}`),
  )
  expect(faults).toEqual([])
})

test('comments are read, and code is not', () => {
  expect(findUnwanted("const told = 'nobody' // In: a number\n/** Whom it asks. */")).toEqual(['In:', 'Whom'])
})

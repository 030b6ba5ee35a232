import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const table = 'docs/specification.md'

type Sentence = { line: number; claim: string; where: string; heldBy: string }
/** The rows of the tables, without their heads. */
const readPromises = (text: string): Sentence[] =>
  text.split('\n').flatMap((line, at) => {
    const [before, claim = '', where = '', heldBy = '', ...after] = line.split('|').map((cell) => cell.trim())
    const isRow = before === '' && after.length === 1 && claim !== 'The promise' && !/^-+$/.test(claim)
    return isRow ? [{ line: at + 1, claim, where, heldBy }] : []
  })

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text]) => text ?? [])
const tests = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` \*([^*]+)\*/g)].flatMap(([, file, title]) => (file && title ? [{ file, title }] : []))

const read = (file: string) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '')

/** Whether a file begins a test of that title; skipped ones do not count. */
const hasTest = (source: string, title: string) =>
  ["'", '"', '`'].some((mark) => {
    const [before = '', ...rest] = source.split(`${mark}${title}${mark},`)
    return rest.length > 0 && /(?:\b(?:it|test)|\))\($/.test(before.trimEnd())
  })

const listFaults = ({ line, claim, where, heldBy }: Sentence): string[] => {
  const files = quoted(where)
  const named = tests(heldBy)
  return [
    ...(files.length === 0 ? ['names no file'] : []),
    ...(named.length === 0 ? ['names no test'] : []),
    ...(quoted(heldBy).length === named.length ? [] : ['names a file of tests without a test']),
    ...[...files, ...quoted(heldBy)].filter((file) => read(file) === '').map((file) => `${file}: no such file`),
    ...named.filter(({ file, title }) => !hasTest(read(file), title)).map(({ title }) => `${title}: no such test`),
    ...quoted(claim)
      .filter((text) => /\p{Script=Han}/u.test(text) && !files.some((file) => read(file).includes(text)))
      .map((text) => `${text}: not in ${files.join(', ')}`),
  ].map((fault) => `${table}:${line} ${fault}`)
}

test('each promise names its file and its test, and its texts stand there to the letter', () => {
  const promises = readPromises(read(table))
  expect(promises.length).toBeGreaterThan(70)
  expect(promises.flatMap(listFaults)).toEqual([])
})

test('faults of the table are found', () => {
  const row = (claim: string, where: string, heldBy: string) => readPromises(`| ${claim} | ${where} | ${heldBy} |`)
  const file = '`scripts/specification.test.ts`'
  const right = row('says `假的文字`', file, `${file} *faults of the table are found*`)
  expect(right.flatMap(listFaults)).toEqual([])
  const wrong = [
    row('a', '', `${file} *faults of the table are found*`),
    row('a', file, ''),
    row('a', '`nowhere/none.ts`', `${file} *faults of the table are found*`),
    row('a', file, `${file} *no such title, in words*`),
    row('a', file, `${file}`),
    row('says `没有的词`', '`scripts/copy.test.ts`', `${file} *faults of the table are found*`),
  ]
  expect(wrong.flat().map((each) => listFaults(each).length > 0)).toEqual(wrong.map(() => true))
})

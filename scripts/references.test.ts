import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const decisions = new Set(readdirSync(path.join(root, 'docs/decisions')).map((file) => Number(file.slice(0, 4))))
/** Tracked and new files, without generated ones. */
const listTexts = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.sql', '*.md', '*.cjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && !file.startsWith('docs/generated/') && file !== 'scripts/references.test.ts')
    .filter((file) => existsSync(path.join(root, file)))

/** Documents that do not lie in this repository, as comments used to cite them. */
const outside = /\b(?:threat|security|beyond) [A-Z]{1,2}\d+\b|\bmigration \d{4}\b|^(?!.*(?:RFC|WebAuthn|HTML) ).*§.*$/gm
/** Names of a feature that does not exist, in examples. */
const example = /\/(?:x|assets|orders)[/.]|00NN/
const namedPath =
  /(?<![\w/.@-])(?:contract|server|web|e2e|bench|scripts|docs)\/[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|cjs|sql|md)\b/g
/** Files that a document names in short, by the end of their path. */
const shortName = /`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?)`/g
const isPresentText = (file: string) => file.endsWith('.md') && !/^docs\/decisions\/|^CHANGELOG/.test(file)
const link = /\]\((?!https?:|#)([^)#\s]+)/g

const listFaults = (file: string, _at: number, texts: readonly string[]): string[] => {
  const text = readFileSync(path.join(root, file), 'utf8')
  const exists = (named: string, from = '.') => existsSync(path.join(root, from, named))
  return [
    ...[...text.matchAll(outside)].map(([found]) => `${found}: say the reason in place`),
    ...[...text.matchAll(/\bdecisions? (\d{1,3})\b/g)]
      .filter(([, number]) => !decisions.has(Number(number)))
      .map(([found]) => `${found}: not in docs/decisions`),
    ...[...text.matchAll(namedPath)]
      .filter(([named]) => !example.test(named) && !exists(named))
      .map(([named]) => `${named}: no such file`),
    ...(isPresentText(file) ? [...text.matchAll(shortName)] : [])
      .filter(([, name = '']) => !/^x[.-]/.test(name) && !example.test(`/${name}`))
      .filter(([, name = '']) => !texts.some((each) => `/${each}`.endsWith(`/${name}`)))
      .map(([, name]) => `${name}: no such file`),
    ...(file.endsWith('.md') ? [...text.matchAll(link)] : [])
      .filter(([, target = '']) => !exists(target, path.dirname(file)))
      .map(([, target]) => `${target}: no such file`),
  ].map((fault) => `${file}: ${fault}`)
}

test('resolves every reference inside the repository', () => {
  expect(listTexts().flatMap(listFaults)).toEqual([])
})

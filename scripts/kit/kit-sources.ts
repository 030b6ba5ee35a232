import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { genericTests } from '../modules/generic-tests.ts'

/** What is built with the modules, and what the server reads beside its own files. */
const whole = [
  '{contract,server,web}/package.json',
  '{contract/src,server/src,kit/src}/**/*',
  'web/*.{ts,html}',
  'web/src/**/*',
  'server/migrations/*.{sql,json}',
  'server/reference/*',
  'texts/*.json',
  'docs/using/**/*',
  'docs/modules/*.md',
  'docs/generated/kit.md',
  'scripts/modules/*.mjs',
  'scripts/modules/templates/**/*',
  'scripts/{run-children,node-24,set-up,set-up-lock,words}.mjs',
  'LICENSE',
]
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

const importsOf = (root: string, file: string): string[] => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) => path.join(path.dirname(file), to))
}

/** Files that tests of modules run on: those that prove what holds for all tables, and what tests import. */
const testFiles = (root: string): string[] => {
  const helpers = globSync('kit/src/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/'@atrium\/(server\/test\/[^']+)'/g)].map(
      ([, to = '']) => to,
    ),
  )
  const found = new Set([...helpers, ...genericTests, 'server/test/global-setup.ts', 'vitest.set-up.ts'])
  for (const file of found)
    for (const imported of importsOf(root, file)) if (existsSync(path.join(root, imported))) found.add(imported)
  return [...found]
}

/** All files of the repository that are part of the kit, by their paths from the root. */
export const kitSources = (root: string): string[] => {
  const product = globSync(whole, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isTest(file))
  return [...new Set([...product, ...testFiles(root)])].sort()
}

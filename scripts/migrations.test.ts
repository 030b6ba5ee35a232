import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isConcurrent } from '../server/src/kernel/db/migrations/build-indexes.ts'
import { type MigrationFile, readMigrations } from '../server/src/kernel/db/migrations/migration-files.ts'
import { splitStatements } from '../server/src/kernel/db/migrations/split-statements.ts'
import { describeEffects } from '../server/src/kernel/db/migrations/statement-locks.ts'

const root = path.dirname(import.meta.dirname)
const folder = path.join(root, 'server/migrations')
/** The program itself: its package starts it with Node. */
const squawk = path.join(root, 'node_modules/@squawk-cli', `${process.platform}-${process.arch}`, 'bin/squawk')

/** Rules that say nothing here. */
const offEverywhere = {
  'require-lock-timeout': 'the migrator sets it for every transaction, and tries again',
  'require-statement-timeout': 'a timeout would end the building of an index that takes its time',
  'prefer-robust-stmts': 'a transaction leaves nothing behind, and an unfinished index is dropped by the migrator',
  'prefer-bigint-over-int': 'numbers that stay small are integers; ids are UUIDs',
  'prefer-bigint-over-smallint': 'states are small numbers',
  'identifier-too-long': 'PostgreSQL refuses it by itself',
}
/** What a contract is for, a release after nothing uses it. */
const offInContracts = ['ban-drop-column', 'ban-drop-table', 'ban-drop-not-null', 'adding-not-nullable-field']
/** What a migration may do all the same, and why: by its name, rule and reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0026_order_of_names.expand': {
    'says-what-it-does':
      'the block makes one collation, in another way on a PostgreSQL without ICU, and no table is in it',
  },
}

const { files, releases } = await readMigrations(folder)
const later = files.filter(({ kind }) => kind !== 'initial')

const runSquawk = ({ name, kind, text }: MigrationFile): string[] => {
  const off = [...Object.keys(offEverywhere), ...(kind === 'contract' ? offInContracts : [])]
  const options = ['--pg-version', '15.0', '--reporter', 'json', ...off.map((rule) => `--exclude=${rule}`)]
  const inTransaction = isConcurrent(text) ? [] : ['--assume-in-transaction']
  // Complaints end it with 1.
  const run = () => execFileSync(squawk, [...options, ...inTransaction, path.join(folder, `${name}.sql`)])
  const read = (output: Buffer) =>
    JSON.parse(output.toString()).map(({ rule_name }: { rule_name: string }) => rule_name)
  try {
    return read(run())
  } catch (error) {
    return read((error as { stdout: Buffer }).stdout)
  }
}
/** Rows of tables that were there are changed by fills, and blocks of code hide what they do. */
const findHiddenWork = ({ kind, text }: MigrationFile): string[] => {
  if (kind === 'fill') return []
  const created = new Set([...text.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table))
  return splitStatements(text).flatMap((statement) => {
    const effects = describeEffects(statement)
    if (effects === undefined) return ['says-what-it-does']
    return effects.some(({ table, work }) => work === 'rows' && !created.has(table)) ? ['rows-by-fill'] : []
  })
}

test.each(later.map((file) => [file.name, file] as const))('%s is harmless beside running nodes', (name, file) => {
  const found = [...new Set([...runSquawk(file), ...findHiddenWork(file)])].sort()
  expect(found).toEqual(Object.keys(exceptions[name] ?? {}).sort())
})

test('exceptions have reasons, and name migrations', () => {
  for (const [name, rules] of Object.entries(exceptions)) {
    expect(later.map((file) => file.name)).toContain(name)
    for (const reason of Object.values(rules)) expect(reason.length).toBeGreaterThan(20)
  }
})

test('only the first release has migrations of the first schema', () => {
  const released = JSON.parse(readFileSync(path.join(folder, 'releases.json'), 'utf8'))
  const first = Object.keys(released[releases[0] ?? ''].files)
  const advice = 'a new migration is NNNN_name.expand.sql, .fill.sql or .contract.sql (docs/migrations.md)'
  expect(
    files.filter(({ kind }) => kind === 'initial').map(({ name }) => name),
    advice,
  ).toEqual(first)
})

test('each migration has a number of its own', () => {
  const numbers = files.map(({ name }) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

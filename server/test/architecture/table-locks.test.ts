import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Matches `LOCK TABLE menus` and its short form `LOCK menus IN … MODE`. */
const tableLock = /\block\s+table\b(?!')|\block\s+\w+\s+in\s+[a-z ]+\bmode\b/i

const server = join(import.meta.dirname, '../..')
const sources = ['src', 'migrations'].flatMap((folder) =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(server, folder, file)),
)

it('no statement locks a table: writers that take turns lock a row', () => {
  const texts = sources.filter((file) => /\.(ts|sql)$/.test(file))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((file) => tableLock.test(readFileSync(file, 'utf8')))).toEqual([])
})

import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { commands } from '../../src/commands/commands.ts'
import { describePlanned } from '../../src/commands/describe-migrations.ts'
import { keyFingerprint } from '../../src/kernel/secrets.ts'
import { speakToOperator, tell } from '../../src/kernel/texts/operator-language.ts'
import { runCommand } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const han = /\p{Script=Han}/u
const texts = join(import.meta.dirname, '../../../texts')
const english = { ATRIUM_LANGUAGE: '', LANG: 'en_US.UTF-8' }

let stage: TestDatabase
let folder: string
beforeAll(async () => {
  stage = await createTestDatabase()
  await stage.sql('insert into installation_key (fingerprint) values ($1) on conflict do nothing', [
    keyFingerprint(testSecretKey),
  ])
})
beforeEach(async () => {
  folder = await mkdtemp(join(inject('folder'), 'english-'))
})
const run = (command: string, args: string[] = [], env: Record<string, string> = {}) =>
  runCommand(folder, command, args, { ...english, ...env })
const installed = () => ({ DATABASE_URL: stage.ownerUrl, SECRET_KEY: testSecretKey, DATA_DIR: folder })

describe('atrium in English', { timeout: 60_000 }, () => {
  it('lists its commands', async () => {
    const { code, output } = await run('help')
    expect(code).toBe(0)
    expect(output).toMatch(/^Usage: atrium COMMAND \[options\]\. Commands:\n {2}start +Start the server\n/)
    expect(output).not.toMatch(han)
  })

  it('explains each command', async () => {
    speakToOperator([texts], english)
    const loaded = await Promise.all(Object.values(commands).map((load) => load()))
    const told = loaded.flatMap(({ summary, usage }) => [summary, usage]).map((text) => tell(text))
    expect(told.filter((text) => han.test(text))).toEqual([])
    expect(told.length).toBeGreaterThan(20)
  })

  it('says what is wrong with a variable', async () => {
    const { code, output } = await run('config', [], { PORT: 'abc', DATABASE_URLS: 'x' })
    expect(code).toBe(1)
    expect(output).toMatch(/^HOST +127\.0\.0\.1 {2}default$/m)
    expect(output).toContain('Wrong: Environment variable PORT is not a valid port: “abc”')
    expect(output).toContain('Wrong: There is no environment variable DATABASE_URLS. Did you mean DATABASE_URL?')
    expect(output).not.toMatch(han)
  })

  it('says that there is no database', async () => {
    const { code, output } = await run('status', [], { DATA_DIR: folder })
    expect({ code, output }).toEqual({
      code: 1,
      output: `DATABASE_URL is not set, and there is no database in ${folder}\n`,
    })
  })

  it('examines an installation', async () => {
    const { output } = await run('doctor', [], installed())
    expect(output).toMatch(/^OK +Settings: No errors\nOK +Database: PostgreSQL /)
    expect(output).toMatch(/^OK +Key: Fingerprint /m)
    expect(output).not.toMatch(han)
  })

  it('says what is wrong with an installation and what to do', async () => {
    const { code, output } = await run('doctor', [], { ...installed(), REDIS_URL: 'redis://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(output).toMatch(/^Wrong +Redis: .*\. Check REDIS_URL and whether Redis is running$/m)
  })

  it('shows how an installation is', async () => {
    const { code, output } = await run('status', [], installed())
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^Atrium \S+, PostgreSQL \S+, database /),
    })
    expect(output).toContain('\nScheduled jobs\n')
    expect(output).not.toMatch(han)
  })

  it('plans migrations', async () => {
    const empty = await run('migrate', ['--plan'], { DATA_DIR: folder })
    expect(empty.output).toBe('The database is empty; the whole schema will be created\n')
    speakToOperator([texts], english)
    const effect = {
      table: 'users',
      lock: 'ShareLock',
      work: 'index',
      rows: 12_000,
      bytes: 3e6,
      seconds: 0.05,
    } as const
    const statements = [
      { text: 'create index by_name on users (name)', effects: [effect] },
      { text: 'do $$ $$', effects: undefined },
    ]
    const planned = {
      name: '0042_names',
      kind: 'expand',
      way: 'concurrent',
      olderNodes: ['a', 'b'],
      statements,
    } as const
    expect(describePlanned({ ...planned, olderNodes: [...planned.olderNodes] })).toMatchInlineSnapshot(`
      [
        "0042_names: expand, statement by statement, outside a transaction",
        "  held back: nodes of an older version are running (a, b)",
        "  create index by_name on users (name)",
        "    users (12,000 rows, 3 MB): SHARE, writes wait; reads the whole table and builds an index, less than 1 second",
        "  do $$ $$",
        "    cannot tell the locks from the statement",
      ]
    `)
  })
})

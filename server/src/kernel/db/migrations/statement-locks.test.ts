import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseUrl } from '../../../../test/database-url.ts'
import { asOwner } from '../as-owner.ts'
import { recordTables } from './applied-migrations.ts'
import { findEffects } from './locked-tables.ts'
import { readMigrations } from './migration-files.ts'
import { splitStatements } from './split-statements.ts'
import { describeEffects } from './statement-locks.ts'

const name = `test_${randomBytes(6).toString('hex')}`
let client: pg.Client
/** Writes to the tables beside the client. */
let writer: pg.Client
const connect = async (): Promise<pg.Client> => {
  const connected = new pg.Client({ connectionString: databaseUrl(inject('serverUrl'), name) })
  await connected.connect()
  return connected
}
beforeAll(async () => {
  await asOwner(inject('serverUrl'), (owner) => owner.query(`create database ${name}`))
  client = await connect()
  writer = await connect()
  for (const text of recordTables) await client.query(text)
})
afterAll(async () => {
  await client.end()
  await writer.end()
  await asOwner(inject('serverUrl'), (owner) => owner.query(`drop database ${name}`))
})

type Lock = { table: string; lock: string; rewritten: boolean }
type Table = { oid: number; relname: string; file: number }
const listTables = async (): Promise<Table[]> =>
  (
    await client.query<Table>(
      `select oid, relname, pg_relation_filenode(oid) as file from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
  ).rows
const order = [
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'AccessExclusiveLock',
]
/** The strongest lock that a process has, or waits for, on each of these tables, and which of them it writes again. */
const listLocks = async (from: pg.Client, pid: number, tables: readonly Table[]): Promise<Lock[]> => {
  const { rows } = await from.query(
    `select relation as oid, array_agg(mode) as modes, pg_relation_filenode(relation) as file from pg_locks
     where pid = $1 and locktype = 'relation' and mode not in ('AccessShareLock', 'RowShareLock') group by relation`,
    [pid],
  )
  return rows.flatMap(({ oid, modes, file }) => {
    const found = tables.find((each) => each.oid === oid)
    const lock = String(order.findLast((mode) => modes.includes(mode)))
    return found ? [{ table: found.relname, lock, rewritten: found.file !== file && file !== null }] : []
  })
}
const getPid = async (): Promise<number> => (await client.query('select pg_backend_pid() as pid')).rows[0].pid

/** Runs a statement in a transaction, and looks at its locks at the end. */
const measure = async (statement: string): Promise<Lock[]> => {
  const tables = await listTables()
  await client.query('begin')
  await client.query(statement).catch(async (error: unknown) => {
    await client.query('rollback')
    throw error
  })
  const locks = await listLocks(client, await getPid(), tables)
  await client.query('commit')
  // The body of a function is checked under such locks, for which no one waits.
  return locks.filter(({ lock }) => lock !== 'RowExclusiveLock' || !/^create/i.test(statement))
}
/** Lets a statement that runs in no transaction wait for a writer, and looks at its locks meanwhile. */
const measureWaiting = async (statement: string, written: readonly string[]): Promise<Lock[]> => {
  const [tables, pid] = [await listTables(), await getPid()]
  await writer.query(['begin', ...written.map((table) => `delete from ${table} where false`)].join(';'))
  const done = client.query(statement)
  const locks = await vi.waitFor(async () => {
    const found = await listLocks(writer, pid, tables)
    expect(found).not.toEqual([])
    return found
  })
  await writer.query('commit')
  await done
  return locks
}

const byTable = (one: { table: string }, other: { table: string }) => one.table.localeCompare(other.table)
const expectMeasured = async (statement: string) => {
  const described = await findEffects(client, statement)
  const measured = / concurrently /i.test(statement)
    ? await measureWaiting(
        statement,
        (described ?? []).map(({ table }) => table),
      )
    : await measure(statement)
  if (described === undefined) return
  const expected = described.map(({ table, lock, work }) => ({ table, lock, rewritten: work === 'rewrite' }))
  expect(expected.sort(byTable), statement).toEqual(measured.sort(byTable))
}

it('are those that PostgreSQL takes for each statement of every migration', { timeout: 120_000 }, async () => {
  for (const role of ['atrium_company', 'atrium_platform'])
    await client.query(`do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$`)
  const { files } = await readMigrations(join(import.meta.dirname, '../../../../migrations'))
  for (const { text, kind } of files)
    if (kind !== 'fill') for (const statement of splitStatements(text)) await expectMeasured(statement)
})

describe('a table with rows', () => {
  beforeAll(async () => {
    await client.query(`create table shelves (id integer primary key);
      create table books (id integer primary key, title text not null, pages integer, shelf integer);
      create table parts (id integer not null) partition by range (id);
      create table parts_1 (id integer not null);
      insert into shelves values (1);
      insert into books values (1, 'a', 10, 1), (2, 'b', 20, null)`)
  })
  it.each([
    'alter table books add column author text',
    `alter table books add column state text not null default 'new', add column seen timestamptz default now()`,
    'alter table books add column mark uuid default gen_random_uuid()',
    'alter table books add column twice integer generated always as (pages * 2) stored',
    'alter table books add constraint books__pages check (pages > 0) not valid',
    'alter table books validate constraint books__pages',
    'alter table books add constraint books__shelf foreign key (shelf) references shelves (id) not valid',
    'alter table books drop constraint books__shelf',
    'alter table books add constraint books__shelf foreign key (shelf) references shelves (id)',
    'alter table books drop constraint books__pages',
    'alter table books alter column pages set not null',
    'alter table books alter column id type bigint',
    'alter table books alter column title set statistics 500',
    'alter table books set (fillfactor = 80)',
    'create index books__title on books (title)',
    'create unique index if not exists books__state on books (id, state)',
    'alter table books add constraint books__state unique using index books__state',
    'alter table books add constraint books__both unique (id, title)',
    'create index concurrently books__pages on books (pages)',
    'drop index concurrently books__pages',
    'alter table books rename column author to writer',
    'alter table books drop column writer',
    'alter table parts attach partition parts_1 for values from (1) to (10)',
    'create table parts_2 partition of parts for values from (10) to (20)',
    'alter table parts detach partition parts_1',
    'comment on table books is $$of paper$$',
    'update books set pages = 1',
    'delete from books where id = 2',
    'drop table books',
  ])('is locked as described by: %s', async (statement) => {
    expect(describeEffects(statement)).toBeDefined()
    await expectMeasured(statement)
  })
})

it('does not guess what a block of code does', () => {
  expect(describeEffects('do $$ begin perform 1; end $$')).toBeUndefined()
  expect(describeEffects('select pg_sleep(1)')).toBeUndefined()
})

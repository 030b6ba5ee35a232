import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../../../test/database-url.ts'
import { asOwner } from '../as-owner.ts'
import { findMissing, migrate } from '../migrate.ts'
import type { MigrationEvent } from './migration-events.ts'

const serverUrl = inject('serverUrl')
const run = async (address: string, text: string, values?: unknown[]) =>
  (await asOwner(address, (client) => client.query(text, values))).rows

/** An empty database and an empty folder of migrations for one test; three releases are out. */
const createStage = async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(serverUrl, `create database ${name}`)
  const url = databaseUrl(serverUrl, name)
  const folder = await mkdtemp(join(inject('folder'), 'migrations-'))
  onTestFinished(async () => void (await run(inject('superuserUrl'), `drop database ${name} with (force)`)))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, `${file}.sql`), text)
  }
  await writeFile(join(folder, 'releases.json'), '{ "0.3.0": {}, "0.4.0": {} }')
  await write('0001_first', 'create table things (id integer primary key, name text not null, short text);')
  await migrate(url, folder)
  const events: MigrationEvent[] = []
  return {
    url,
    folder,
    events,
    write,
    forget: (file: string) => rm(join(folder, `${file}.sql`)),
    sql: (text: string, values?: unknown[]) => run(url, text, values),
    apply: () => migrate(url, folder, (event) => events.push(event)),
    missing: () => findMissing(url, folder),
  }
}
const thousandsOfThings = `insert into things select n, 'thing ' || n from generate_series(1, 60000) as n`

it('applies each kind beside writers, and records what later came apart from the first schema', async () => {
  const { sql, write, apply, events, missing } = await createStage()
  await sql(thousandsOfThings)
  await write('0002_size.expand', 'alter table things add column size integer;')
  await write('0003_by_name.expand', 'create index concurrently things__name on things (name);')
  await write('0004_size.expand', 'alter table things add constraint things__size check (size > 0) not valid;')
  await write('0005_size.fill', 'update things set size = id where size is null and ctid >= $1 and ctid < $2;')
  await write('0006_size.expand', 'alter table things validate constraint things__size;')
  const names = ['0002_size.expand', '0003_by_name.expand', '0004_size.expand', '0005_size.fill', '0006_size.expand']
  expect(await missing()).toEqual(names)
  expect(await apply()).toEqual(names)
  expect(events.flatMap((event) => (event.step === 'applied' ? event.name : []))).toEqual(names)
  expect(await sql('select count(*)::int as n from things where size = id')).toEqual([{ n: 60_000 }])
  const [index] = await sql(`select indisvalid from pg_index where indexrelid = 'things__name'::regclass`)
  const [check] = await sql(`select convalidated from pg_constraint where conname = 'things__size'`)
  expect({ ...index, ...check }).toEqual({ indisvalid: true, convalidated: true })
  expect(await sql('select name from schema_migrations')).toEqual([{ name: '0001_first' }])
  expect(
    (await sql('select name from schema_changes where done_at is not null order by name')).map(({ name }) => name),
  ).toEqual(names)
  expect([await apply(), await missing()]).toEqual([[], []])
})

/** No lock timeout of PostgreSQL passes under faketime. */
const isClockFaked = process.env.FAKETIME !== undefined
it.skipIf(isClockFaked)('gives way to those who hold a lock, tells so, and asks again', async () => {
  const { url, write, apply, events } = await createStage()
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; select from things')
  await write('0002_size.expand', 'alter table things add column size integer;')
  const applied = apply()
  const busy = expect.objectContaining({ step: 'busy', name: '0002_size.expand' })
  await expect.poll(() => events).toContainEqual(busy)
  await holder.end()
  expect(await applied).toEqual(['0002_size.expand'])
  expect(events[0]).toMatchObject({ attempt: 1, oldestTransaction: expect.stringMatching(/^pid \d+/) })
})

it('builds an index again that an interrupted attempt left unfinished', async () => {
  const { sql, write, apply } = await createStage()
  await sql(`insert into things values (1, 'same'), (2, 'same')`)
  const statement = 'create unique index concurrently things__name on things (name);'
  await expect(sql(statement)).rejects.toThrow('could not create unique index')
  await write('0002_by_name.expand', statement)
  await expect(apply()).rejects.toThrow('could not create unique index')
  expect(await sql(`select from pg_class where relname = 'things__name'`)).toEqual([])
  await sql('delete from things where id = 2')
  await expect(apply()).resolves.toEqual(['0002_by_name.expand'])
  expect(await sql(`select indisvalid from pg_index where indexrelid = 'things__name'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

it('goes on with a fill where it was cut off, and changes each row once', async () => {
  const { sql, write, apply } = await createStage()
  await sql(thousandsOfThings)
  await write('0002_touched.expand', 'alter table things add column touched integer not null default 0;')
  await apply()
  const slow = `update things set short = left(name, 5), touched = touched + 1
    where short is null and ctid >= $1 and ctid < $2 and (id <> 40000 or pg_sleep(0) is not null);`
  // The row in the middle ends the connection, as a kill would.
  const dies = slow.replace('pg_sleep(0)', 'pg_terminate_backend(pg_backend_pid())')
  await write('0003_short.fill', dies)
  await expect(apply()).rejects.toThrow()
  const [cut] = await sql(`select done_at, (progress->>'page')::int as page, (progress->>'rows')::int as rows
    from schema_changes where name = '0003_short.fill'`)
  expect(cut).toMatchObject({ done_at: null, rows: expect.toSatisfy((n: number) => n > 0 && n < 40_000) })
  // Stored as it was begun; the file that goes on is the same, and a connection that lives.
  await write('0003_short.fill', slow)
  await sql(
    `update schema_changes set sha256 = encode(sha256(convert_to($1, 'UTF8')), 'hex') where name = '0003_short.fill'`,
    [slow],
  )
  // A row behind the walk that lacks its value is found by the next pass.
  await sql('update things set short = null, touched = 0 where id = 1')
  await expect(apply()).resolves.toEqual(['0003_short.fill'])
  expect(await sql('select touched, count(*)::int as n from things group by touched')).toEqual([
    { touched: 1, n: 60_000 },
  ])
})

it('fills once when two processes migrate together', async () => {
  const { sql, write, apply } = await createStage()
  await sql(thousandsOfThings)
  await write('0002_touched.expand', 'alter table things add column touched integer not null default 0;')
  await write(
    '0003_short.fill',
    `update things set short = left(name, 5), touched = touched + 1 where short is null and ctid >= $1 and ctid < $2;`,
  )
  const applied = await Promise.all([apply(), apply()])
  expect(applied.flat().sort()).toEqual(['0002_touched.expand', '0003_short.fill'])
  expect(await sql('select distinct touched from things')).toEqual([{ touched: 1 }])
})

it('is not cut off by timeouts that the database sets for its sessions', async () => {
  const { url, sql, write, apply } = await createStage()
  const database = new URL(url).pathname.slice(1)
  for (const setting of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await sql(`alter database ${database} set ${setting} = '200ms'`)
  await write('0002_size.expand', 'alter table things add column size integer; select pg_sleep(0.5);')
  await write('0003_by_name.expand', 'create index concurrently things__name on things (name);')
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('set idle_in_transaction_session_timeout = 0; begin isolation level repeatable read; select 1')
  const applied = apply()
  await setTimeout(1000)
  await holder.end()
  expect(await applied).toEqual(['0002_size.expand', '0003_by_name.expand'])
})

it('refuses a fill that rows outrun, and begins again once they do not', async () => {
  const { sql, write, apply } = await createStage()
  await sql(`insert into things values (1, 'a'); create table writers as select true as busy`)
  await write(
    '0002_short.fill',
    `update things set short = 'x' where (select busy from writers) and ctid >= $1 and ctid < $2;`,
  )
  await expect(apply()).rejects.toThrow('1 rows of pass 5 were still unfilled')
  await sql('update writers set busy = false')
  await expect(apply()).resolves.toEqual(['0002_short.fill'])
})

it('runs on what a newer release has added, and not on what it has taken away', async () => {
  const { write, forget, apply, missing, sql } = await createStage()
  await write('0002_size.expand', 'alter table things add column size integer;')
  await write('0003_short.contract', '-- Oldest release: 0.4.0\nalter table things drop column short;')
  await apply()
  await forget('0002_size.expand')
  await forget('0003_short.contract')
  expect([await missing(), await apply()]).toEqual([[], []])
  // Of release 0.5.0 would be 3, which is this one.
  await sql('update schema_changes set oldest = 4 where kind = $1', ['contract'])
  await expect(missing()).rejects.toThrow('更新的版本已通过迁移 0003_short.contract 去掉了本版本要用的内容')
  await expect(apply()).rejects.toThrow('0003_short.contract')
})

it('waits for a process that is migrating before it says what is missing', async () => {
  const { url, folder, write, apply, missing } = await createStage()
  await write('0002_size.expand', 'alter table things add column size integer; select pg_sleep(1);')
  const applied = apply()
  const countLocks = `select count(*)::int as n from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(() => run(url, countLocks)).toEqual([{ n: 1 }])
  const told: MigrationEvent[] = []
  expect(await findMissing(url, folder, (event) => told.push(event))).toEqual([])
  expect(told).toEqual([{ step: 'waiting for another process' }])
  expect([await applied, await missing()]).toEqual([['0002_size.expand'], []])
})

it('takes nothing away while an older node runs', async () => {
  const { write, apply, missing, sql, events } = await createStage()
  await sql(`create table nodes (name text, version text, release integer, seen_at timestamptz);
    insert into nodes values ('a', '0.3.1', 1, now()), ('b', '0.4.0', 2, now()), ('c', '0.3.0', 1, now() - interval '1 hour')`)
  await sql('create table serving_login (name text)')
  await write('0003_short.contract', '-- Oldest release: 0.4.0\nalter table things drop column short;')
  expect([await missing(), await apply()]).toEqual([[], []])
  expect(events).toEqual([{ step: 'held back', name: '0003_short.contract', nodes: ['a (0.3.1)'] }])
  await sql(`delete from nodes where name = 'a'`)
  expect(await apply()).toEqual(['0003_short.contract'])
})

it('holds back what a module takes away while a node with an older release of it runs, and no other one', async () => {
  const { write, forget, folder, apply, missing, sql, events } = await createStage()
  await sql(`create table nodes (name text, version text, release integer, seen_at timestamptz, modules jsonb);
    insert into nodes values ('old', '0.3.1', 3, now(), '{"assets": 1}'), ('new', '0.4.0', 3, now(), '{"assets": 2}'),
      ('without', '0.3.0', 1, now(), '{}')`)
  await write('assets/0001_things', 'create table things (id integer primary key, short text);')
  await writeFile(join(folder, 'assets/releases.json'), '{ "1.0.0": {} }')
  await write('assets/0002_short.contract', '-- Oldest release: 1.1.0\nalter table things drop column short;')
  await expect(apply()).rejects.toThrow('assets/0002_short.contract.sql: a contract names a release')
  await writeFile(join(folder, 'assets/releases.json'), '{ "1.0.0": {}, "1.1.0": {} }')
  expect(await apply()).toEqual(['assets/0001_things'])
  expect(events.at(-1)).toEqual({ step: 'held back', name: 'assets/0002_short.contract', nodes: ['old (0.3.1)'] })
  await sql(`delete from nodes where name = 'old'`)
  expect(await apply()).toEqual(['assets/0002_short.contract'])
  // An installation of the release before, whose nodes the contract would break.
  await writeFile(join(folder, 'assets/releases.json'), '{}')
  await forget('assets/0002_short.contract')
  await expect(missing()).rejects.toThrow('assets/0002_short.contract')
  // One without the module is not concerned.
  await rm(join(folder, 'assets'), { recursive: true })
  expect(await missing()).toEqual([])
})

it.each([
  ['0002_x', '0002_x.grow', 'create table x ();'],
  ['"-- Oldest release: 0.4.0"', '0002_x.contract', 'drop table things;'],
  ['"-- Oldest release: 0.4.0"', '0002_x.contract', '-- Oldest release: 0.9.0\ndrop table things;'],
  ['a migration of their own', '0002_x.expand', 'create table x (); create index concurrently x__x on things (name);'],
  ['a fill is one', '0002_x.fill', 'update things set short = name;'],
])('says what is wrong with a migration: %s', async (message, name, text) => {
  const { write, apply } = await createStage()
  await write(name, text)
  await expect(apply()).rejects.toThrow(message)
})

it('gives each module a schema and a history of its own, and leaves both when it is gone', async () => {
  const { sql, write, forget, apply, missing } = await createStage()
  const items = 'create table things (id integer primary key, size integer);'
  await write('assets/0001_things', items)
  await write('assets/0002_by_size.expand', 'create index concurrently things__size on things (size);')
  await write('assets/0003_size.fill', 'update things set size = 1 where size is null and ctid >= $1 and ctid < $2;')
  await write('0002_later.expand', 'alter table things add column later integer;')
  const names = ['0002_later.expand', 'assets/0001_things', 'assets/0002_by_size.expand', 'assets/0003_size.fill']
  expect(await missing()).toEqual(names)
  expect(await apply()).toEqual(names)
  expect(await apply()).toEqual([])
  const found = await sql(
    `select oid::regclass::text as name from pg_class where relname ~ '^things' and relkind in ('r', 'i') order by 1`,
  )
  expect(found.map(({ name }) => name)).toEqual([
    'assets.things',
    'assets.things__size',
    'assets.things_pkey',
    'things',
    'things_pkey',
  ])
  expect(await sql(`select has_schema_privilege('atrium_company', 'assets', 'usage') as may`)).toEqual([{ may: true }])
  for (const name of names.slice(1)) await forget(name)
  expect(await apply()).toEqual([])
  expect(await sql('select count(*)::int as n from assets.things')).toEqual([{ n: 0 }])
})
it('goes on in the schema of a module after a migration that failed', async () => {
  const { sql, write, apply } = await createStage()
  await write('assets/0001_things', 'create table things (id integer primary key); select 1 / 0;')
  await expect(apply()).rejects.toThrow('division by zero')
  await write('assets/0001_things', 'create table things (id integer primary key);')
  await write('0002_more.expand', 'create table more (id integer primary key);')
  expect(await apply()).toEqual(['0002_more.expand', 'assets/0001_things'])
  expect(await sql(`select to_regclass('public.more') is not null as more`)).toEqual([{ more: true }])
})

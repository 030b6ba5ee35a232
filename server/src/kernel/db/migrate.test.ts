import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../../test/database-url.ts'
import { install } from '../../install.ts'
import { asOwner } from './as-owner.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { ensureServingLogin } from './serving-login.ts'

const folder = join(import.meta.dirname, '../../../migrations')
const name = `test_${randomBytes(6).toString('hex')}`
const serverUrl = inject('serverUrl')
const ownerUrl = databaseUrl(serverUrl, name)
const first = { adminAccount: 'admin', adminPassword: '', captcha: 'risk' }

const run = (address: string, text: string) => asOwner(address, (client) => client.query(text))
// Only a superuser may terminate connections of the serving login.
afterAll(() => run(inject('superuserUrl'), `drop database if exists ${name} with (force)`))

/** A complete start, as another process would run it, up to the first administrator. */
const startOnce = async (address: string) => {
  const applied = await migrate(address, folder)
  const servingUrl = await ensureServingLogin(address)
  const database = openDatabase(servingUrl, 2)
  try {
    return { applied, servingUrl, ...(await install(database, first)) }
  } finally {
    await database.close()
  }
}

it('migrates once and creates one company and one administrator, even if processes start together', async () => {
  await run(serverUrl, `create database ${name}`)
  const starts = await Promise.all(Array.from({ length: 8 }, () => startOnce(ownerUrl)))
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
  expect(starts.flatMap(({ applied }) => applied).sort()).toEqual(files)
  expect(new Set(starts.map(({ servingUrl }) => servingUrl)).size).toBe(1)
  expect(new Set(starts.map(({ platformCompany }) => platformCompany)).size).toBe(1)
  expect(starts.filter(({ oneTimePassword }) => oneTimePassword)).toHaveLength(1)
  expect((await startOnce(ownerUrl)).applied).toEqual([])
})

/** Versions of all catalogue rows: any statement that changes the schema changes one. */
const catalogueVersions = `
  select md5(string_agg(version, ',' order by version)) from (
    select format('%s %s %s', tableoid, ctid, xmin) as version from pg_class
    union all select format('%s %s %s', tableoid, ctid, xmin) from pg_attribute
    union all select format('%s %s %s', tableoid, ctid, xmin) from pg_proc
    union all select format('%s %s %s', tableoid, ctid, xmin) from pg_namespace
    union all select format('%s %s %s %s', tableoid, ctid, xmin, name) from schema_migrations) as versions`

/** Creates a database for one test. */
const createDatabase = async (suffix: string) => {
  await run(serverUrl, `create database ${name}_${suffix}`)
  onTestFinished(async () => void (await run(serverUrl, `drop database ${name}_${suffix}`)))
  return databaseUrl(serverUrl, `${name}_${suffix}`)
}
/** A folder of migrations, and a function that writes one. */
const createFolder = async () => {
  const files = await mkdtemp(join(inject('folder'), 'migrations-'))
  return { files, write: (file: string, text: string) => writeFile(join(files, `${file}.sql`), text) }
}
const expectRefusal = async (address: string, files: string, message: string) => {
  const before = await run(address, catalogueVersions)
  await expect(migrate(address, files)).rejects.toThrow(message)
  expect((await run(address, catalogueVersions)).rows).toEqual(before.rows)
}

it('waits for another process that installs for longer than a request would', async () => {
  const address = await createDatabase('slow')
  await migrate(address, folder)
  const slow = asOwner(address, async (client) => {
    await client.query(`begin; insert into companies (id, name, platform, top_id)
      select id, '平台运营', true, id from gen_random_uuid() as id`)
    await sleep(4_000)
    await client.query('rollback')
  })
  await expect(startOnce(address)).resolves.toMatchObject({ applied: [] })
  await slow
})

it('refuses a database of a version before 0.3.0, and changes nothing in it', async () => {
  const old = await createDatabase('old')
  await run(
    old,
    `create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null);
     insert into schema_migrations values ('0001_kernel', '2026-01-01');`,
  )
  await expectRefusal(old, folder, '由 0.3.0 之前的版本建立')
})

it('refuses a database whose migrations are not those of this version, and names them', async () => {
  const address = await createDatabase('edited')
  const { files, write } = await createFolder()
  await write('0001_first', 'create table first_things (id uuid primary key);')
  await write('0002_second', 'create table second_things (id uuid primary key);')
  await expect(migrate(address, files)).resolves.toEqual(['0001_first', '0002_second'])

  await write('0002_second', '-- Edited\ncreate table second_things (id uuid primary key);')
  await write('0003_third', 'create table third_things (id uuid primary key);')
  await expectRefusal(address, files, '迁移 0002_second 应用到该数据库之后被修改过')

  await rm(join(files, '0002_second.sql'))
  await expectRefusal(address, files, '本版本没有的迁移 0002_second')

  await write('0002_second', 'create table second_things (id uuid primary key);')
  await expect(migrate(address, files)).resolves.toEqual(['0003_third'])
})

it('takes a migration whose lines end differently for the same', async () => {
  const address = await createDatabase('lines')
  const { files, write } = await createFolder()
  await write('0001_first', 'create table first_things (\n  id uuid primary key\n);\n')
  await migrate(address, files)
  await write('0001_first', 'create table first_things (\r\n  id uuid primary key\r\n);\r\n')
  await expect(migrate(address, files)).resolves.toEqual([])
})

it('leaves nothing of a migration that fails or is cut off, so that the next start applies all', async () => {
  const address = await createDatabase('failed')
  const { files, write } = await createFolder()
  await write('0001_first', 'create table first_things (id uuid primary key);')
  await write('0002_second', 'create table second_things (id uuid primary key); select 1 / 0;')
  await expect(migrate(address, files)).rejects.toThrow('division by zero')
  await write(
    '0002_second',
    'create table second_things (id uuid primary key); select pg_terminate_backend(pg_backend_pid());',
  )
  await expect(migrate(address, files)).rejects.toThrow()
  const { rows } = await run(
    address,
    "select to_regclass('first_things') as first, count(*)::int as n from schema_migrations",
  )
  expect(rows).toEqual([{ first: null, n: 0 }])

  await write('0002_second', 'create table second_things (id uuid primary key);')
  await expect(migrate(address, files)).resolves.toEqual(['0001_first', '0002_second'])
})

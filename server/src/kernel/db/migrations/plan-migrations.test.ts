import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../../../test/database-url.ts'
import { describePlanned } from '../../../commands/describe-migrations.ts'
import { asOwner } from '../as-owner.ts'
import { migrate } from '../migrate.ts'
import { planMigrations } from './plan-migrations.ts'

it('shows each statement with its locks, the rows of its tables, and what holds it back', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const folder = await mkdtemp(join(inject('folder'), 'plan-'))
  const write = (file: string, text: string) => writeFile(join(folder, `${file}.sql`), text)
  await asOwner(inject('serverUrl'), (client) => client.query(`create database ${name}`))
  onTestFinished(async () => {
    await asOwner(inject('serverUrl'), (client) => client.query(`drop database ${name}`))
  })
  const url = databaseUrl(inject('serverUrl'), name)
  await writeFile(join(folder, 'releases.json'), '{ "0.3.0": {}, "0.4.0": {} }')
  await write(
    '0001_first',
    'create table things (id integer primary key, name text); create index things__name on things (name);',
  )
  expect(await planMigrations(url, folder)).toBeUndefined()
  await migrate(url, folder)
  await asOwner(url, (client) =>
    client.query(`insert into things select n, 'thing' from generate_series(1, 5000) as n;
      create table nodes (name text, version text, release integer, seen_at timestamptz);
      insert into nodes values ('node-a', '0.3.1', 1, now())`),
  )
  await write(
    '0002_mark.expand',
    'alter table things add column mark uuid default gen_random_uuid();\ncomment on table things is $$;$$;',
  )
  await write('0003_by_id.expand', 'create index concurrently things__both on things (id, name);')
  await write('0004_name.fill', `update things set name = '-' where name is null and ctid >= $1 and ctid < $2;`)
  await write('0005_block.expand', 'do $$ begin perform 1; end $$;')
  await write('0006_name.contract', '-- Oldest release: 0.4.0\ndrop index things__name;')
  await asOwner(url, (client) => client.query('update pgboss.version set version = version - 1'))
  const lines = (await planMigrations(url, folder))?.flatMap(describePlanned)
  expect(lines?.map((line) => line.replace(/\d+ kB/, 'n kB'))).toEqual([
    '0002_mark.expand：扩展，在一个事务中执行',
    '  alter table things add column mark uuid default gen_random_uuid()',
    '    things（5,000 行，n kB）：ACCESS EXCLUSIVE，读写须等待；重写全表，不到 1 秒',
    '  comment on table things is $$;$$',
    '    things（5,000 行，n kB）：SHARE UPDATE EXCLUSIVE，读写照常；与行数无关，不到 1 秒',
    '0003_by_id.expand：扩展，在事务外逐条执行',
    '  create index concurrently things__both on things (id, name)',
    '    things（5,000 行，n kB）：SHARE UPDATE EXCLUSIVE，读写照常；读取全表并建立索引，不到 1 秒',
    '0004_name.fill：补数据，分批执行，每批一个事务',
    "  update things set name = '-' where name is null and ctid >= $1 and ctid < $2",
    '    things（5,000 行，n kB）：ROW EXCLUSIVE，仅占用所改的行；改写行，不到 1 秒',
    '0005_block.expand：扩展，在一个事务中执行',
    '  do $$ begin perform 1; end $$',
    '    无法从语句判断所用的锁',
    '0006_name.contract：收缩，在一个事务中执行',
    '  暂不执行：仍有旧版本节点运行（node-a (0.3.1)）',
    '  drop index things__name',
    '    things（5,000 行，n kB）：ACCESS EXCLUSIVE，读写须等待；与行数无关，不到 1 秒',
    'pgboss：扩展，在一个事务中执行',
  ])
})

import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { keyFingerprint } from '../../src/kernel/secrets.ts'
import { runCommand } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'
import { startRedisStandIn } from '../redis-stand-in.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

let stage: TestDatabase
let folder: string
beforeAll(async () => {
  stage = await createTestDatabase()
  await stage.sql('insert into installation_key (fingerprint) values ($1) on conflict do nothing', [
    keyFingerprint(testSecretKey),
  ])
})
beforeEach(async () => {
  folder = await mkdtemp(join(inject('folder'), 'doctor-'))
})

const examine = async (env: Record<string, string> = {}, ...args: string[]) => {
  const environment = { DATABASE_URL: stage.ownerUrl, SECRET_KEY: testSecretKey, DATA_DIR: folder, ...env }
  return runCommand(folder, 'doctor', args, environment)
}
/** The only line that is not well, and the exit code. */
const findWrong = async (env: Record<string, string> = {}) => {
  const { code, output } = await examine(env)
  return { code, wrong: output.split('\n').filter((line) => line.startsWith('有误')) }
}
const nowhere = async () => `127.0.0.1:${await freePort()}`
const wrong = (...texts: (string | RegExp)[]) => ({
  code: 1,
  wrong: texts.map((text) => expect.stringMatching(text)),
})

describe('atrium doctor', { timeout: 60_000 }, () => {
  it('says one line for each part of an installation that is well', async () => {
    const redis = await startRedisStandIn()
    onTestFinished(() => void redis.stop())
    const { code, output } = await examine({ REDIS_URL: redis.url })
    expect({ code, output }).toMatchObject({ code: 0 })
    const parts = output
      .trim()
      .split('\n')
      .map((line) => line.split('：', 1)[0])
    expect(parts).toEqual(
      [
        '设置',
        '数据库',
        '迁移',
        '时钟',
        '密钥',
        '角色',
        '排序',
        '连接池',
        '节点',
        '定时任务',
        '邮件',
        'Redis',
        '文件',
        '磁盘',
      ].map((part) => `正常  ${part}`),
    )
    expect(output).toContain('邮件：未配置邮件服务')
    const { output: json } = await examine({ REDIS_URL: redis.url }, '--json')
    expect(JSON.parse(json)).toContainEqual({ name: 'Redis', state: 'ok', text: '可用' })
  })
  it('finds a database that is away, and skips what lies in it', async () => {
    const { code, output } = await examine({ DATABASE_URL: `postgres://atrium@${await nowhere()}/atrium` })
    expect(code).toBe(1)
    expect(output).toMatch(/^有误 {2}数据库：连接不上 DATABASE_URL 指定的数据库：.*ECONNREFUSED.*请检查地址/m)
    expect(output).toMatch(/^未查 {2}迁移：未检查：数据库不可用$/m)
    expect(output).toMatch(/^正常 {2}文件：/m)
  })
  it('finds wrong settings', async () => {
    expect(await findWrong({ TRUSTED_PROXY: '10.0.0.1' })).toEqual(wrong('设置：.*TRUSTED_PROXIES'))
  })
  it('finds missing migrations', async () => {
    await stage.sql(`update schema_changes set done_at = null where name = '0016_nodes.expand'`)
    onTestFinished(async () => {
      await stage.sql(`update schema_changes set done_at = now() where name = '0016_nodes.expand'`)
    })
    expect(await findWrong()).toEqual(wrong('迁移：尚缺 0016_nodes.expand，请运行 atrium migrate --apply'))
  })
  it('finds another key', async () => {
    expect(await findWrong({ SECRET_KEY: 'another key for tests only, 32 characters' })).toEqual(
      wrong(`密钥：密钥的指纹是 .*数据库是用密钥 ${keyFingerprint(testSecretKey)} 写入的`),
    )
  })
  it('finds a clock that is wrong', async () => {
    const ahead = 'const{now}=Date;Date.now=()=>now()+60000'
    expect(await findWrong({ NODE_OPTIONS: `--import=data:text/javascript,${ahead}` })).toEqual(
      wrong(/时钟：本机时钟比数据库快 6\d\.\d 秒/),
    )
  })
  it('finds a login that there is not', async () => {
    expect(await findWrong({ SERVING_LOGIN: 'not_there', SERVING_PASSWORD: 'x' })).toEqual(
      wrong('角色：数据库登录 not_there 不存在'),
    )
  })
  it('finds indexes that were built under another order, and says what mends them', async () => {
    const age = (what: string) => stage.superuserSql(`update ${what}`)
    await age(`pg_collation set collversion = '1' where collname = 'by_name'`)
    const { wrong: names } = await findWrong()
    expect(names).toEqual([
      expect.stringMatching(/^有误 {2}排序：.*索引可能漏行.*：reindex index concurrently documents__names; /),
    ])
    const remedy = names[0]?.replace(/^.*执行：/, '') ?? ''
    expect(remedy).toMatch(/users__names; alter collation by_name refresh version$/)
    for (const statement of remedy.split('; ')) await stage.sql(statement)
    expect(await findWrong()).toEqual({ code: 0, wrong: [] })

    const database = new URL(stage.ownerUrl).pathname.slice(1)
    await age(`pg_database set datcollversion = '1' where datname = '${database}'`)
    onTestFinished(async () => void (await age(`pg_database set datcollversion = null where datname = '${database}'`)))
    expect(await findWrong()).toEqual(
      wrong(`排序：.*reindex database concurrently ${database}; alter database ${database} refresh collation version$`),
    )
  })
  it('finds a pooler that is away', async () => {
    expect(await findWrong({ DATABASE_POOLER: await nowhere() })).toEqual(wrong('连接池：.*DATABASE_POOLER'))
  })
  it('finds nodes of which none works, and schedules that failed', async () => {
    await stage.sql(`insert into nodes (id, name, version, release, processes)
      values (gen_random_uuid(), 'north', '9.9.9', 99, '{api}')`)
    await stage.sql(`insert into schedules (name, title, every_minutes, minute, started_at, ended_at, problem)
      values ('stones.weigh', '称重', 60, 0, now(), now(), 'the scale is broken')`)
    onTestFinished(async () => {
      await stage.sql('delete from nodes')
      await stage.sql('delete from schedules')
    })
    expect(await findWrong()).toEqual(
      wrong('节点：north（9.9.9） 都不处理后台任务', '定时任务：stones.weigh 上次失败：the scale'),
    )
  })
  it('finds a mail server that is away', async () => {
    const port = await freePort()
    const set = (code: string, value: unknown) =>
      stage.sql('update base_parameters set value = $2 where code = $1', [code, JSON.stringify(value)])
    await set('mail.provider', 'smtp')
    await set('mail.host', '127.0.0.1')
    await set('mail.port', port)
    onTestFinished(async () => void (await set('mail.provider', 'outbox')))
    expect(await findWrong()).toEqual(wrong('邮件：无法连接邮件服务器：.*请在“系统参数”中检查'))
  })
  it('finds a Redis that is away', async () => {
    expect(await findWrong({ REDIS_URL: `redis://${await nowhere()}` })).toEqual(
      wrong('Redis：.*ECONNREFUSED.*REDIS_URL'),
    )
  })
  it('finds a folder of files that cannot be written', async () => {
    await writeFile(join(folder, 'files'), '')
    expect(await findWrong()).toEqual(wrong('文件：.*请检查目录的所有者和权限'))
  })
  it('finds a bucket that is away', async () => {
    const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' }
    expect(await findWrong({ ...bucket, S3_ENDPOINT: `http://${await nowhere()}` })).toEqual(
      wrong('文件：.*请检查 S3_ENDPOINT'),
    )
  })
  it('finds a disk that is full', async () => {
    // Linux says of this folder that nothing is free.
    expect(await findWrong({ DATA_DIR: '/sys' })).toEqual(wrong('文件：', '磁盘：/sys 所在磁盘仅剩 0.0 GB'))
  })
})

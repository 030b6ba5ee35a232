import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { runCommand, spawnProduct, startProduct } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'
import { lateDatabase } from '../late-database.ts'
import { createTestDatabase } from '../test-database.ts'

const timeout = 120_000
const otherKey = 'another key for tests only, 32 characters'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(inject('folder'), 'start-'))
})

const says = (output: () => string, text: string) => expect.poll(output, { timeout: 60_000 }).toContain(text)

describe('a start without its database', { timeout }, () => {
  it('waits, says so, and starts once the database is there', async () => {
    const { url, arrives } = await lateDatabase()
    const env = { DATABASE_URL: url, SECRET_KEY: testSecretKey, LOG_LEVEL: 'warn' }
    const product = spawnProduct(folder, await freePort(), env)
    await says(product.output, '还连接不上数据库')
    arrives()
    await says(product.output, 'Atrium 已就绪')
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  })
  it('ends at once when it is told to stop', async () => {
    const { url } = await lateDatabase()
    const product = spawnProduct(folder, await freePort(), { DATABASE_URL: url, LOG_LEVEL: 'warn' })
    await says(product.output, '还连接不上数据库')
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    expect(product.output()).not.toContain('启动失败')
  })
})

describe('a start with several hosts', { timeout }, () => {
  it('serves from the one that answers, and its commands find it too', async () => {
    const { ownerUrl } = await createTestDatabase()
    const away = `127.0.0.1:${await freePort()},`
    const several = { DATABASE_URL: ownerUrl.replace(/(?<=@)/, away), SECRET_KEY: testSecretKey }
    const product = await startProduct(folder, await freePort(), several)
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    const verified = await runCommand(folder, 'audit-verify', [], several)
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('审计链完整') })
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  })
})

describe('a start in production', { timeout }, () => {
  it('refuses to make an empty database because DATABASE_URL was forgotten', async () => {
    const { code, output } = await runCommand(folder, 'start', [], {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://console.example.cn',
    })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('没有设置 DATABASE_URL') })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a second node', { timeout }, () => {
  it('does not start with another secret key', async () => {
    const { ownerUrl: url } = await createTestDatabase()
    const first = await startProduct(folder, await freePort(), { DATABASE_URL: url, SECRET_KEY: testSecretKey })
    onTestFinished(async () => {
      first.process.kill('SIGKILL')
      await first.ended
    })
    const { code, output } = await runCommand(folder, 'start', [], { DATABASE_URL: url, SECRET_KEY: otherKey })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('不是写入该数据库的密钥') })
  })
})

describe('verifying the audit log', { timeout }, () => {
  it('writes neither a key nor a database', async () => {
    expect(await runCommand(folder, 'audit-verify')).toMatchObject({ code: 1 })
    const { ownerUrl: url } = await createTestDatabase()
    const { code, output } = await runCommand(folder, 'audit-verify', [], { DATABASE_URL: url })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('没有核对检查点') })
    expect(await readdir(folder)).toEqual([])
  })
})

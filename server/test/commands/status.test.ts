import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Installation } from '../../src/features/operations/installation/index.ts'
import { startHeartbeat } from '../../src/kernel/heartbeat.ts'
import { afterFile } from '../after-file.ts'
import { runCommand } from '../crash/product.ts'
import { createTestApp, type TestApp, testSecretKey } from '../harness.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(join(inject('folder'), 'status-'))
  const node = { name: 'north', version: '9.9.9', release: 99, modules: {}, processes: ['api', 'jobs'] }
  const pool = { size: 8, open: 3, busy: 2, waiting: 1 }
  const condition = { pool, streams: 4, memoryBytes: 200_000_000, diskFreeBytes: 30_000_000_000 }
  const unexpected = (error: unknown) => {
    throw error
  }
  const { stop } = await startHeartbeat(
    app.database,
    node,
    async () => condition,
    unexpected,
    () => undefined,
  )
  afterFile(stop)
  await app.sql('update schedules set declared_at = now()')
  await app.signIn()
})

const status = async (...args: string[]) => {
  const { code, output } = await runCommand(folder, 'status', args, {
    DATABASE_URL: app.ownerUrl,
    SECRET_KEY: testSecretKey,
  })
  return { code, output }
}

describe('atrium status', { timeout: 60_000 }, () => {
  it('prints nodes, schedules, tables and migrations', async () => {
    await app.sql(`update schedules set started_at = now() - interval '3 hours', ended_at = now() - interval '3 hours', problem = 'no space'
      where name = 'audit.checkpoints'`)
    await app.sql(`update schedules set paused_at = now() where name = 'reviews.work'`)
    const { code, output } = await status()
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).toMatch(/^Atrium \d+\.\d+\.\d+，PostgreSQL \d+/m)
    expect(output).toMatch(
      /^ {2}north {2}9\.9\.9 {2}api,jobs {2}.* 启动 {2}连接 2\/8（1 个等待） {2}事件流 4 {2}内存 200 MB {2}磁盘可用 30 GB$/m,
    )
    expect(output).toMatch(/^ {2}audit\.checkpoints {2}签署审计检查点 {2}上次 .*，失败：no space，逾期 .* {2}下次 /m)
    expect(output).toMatch(/^ {2}reviews\.work {2}处理到期的复核 {2}.* {2}已暂停$/m)
    expect(output).toMatch(/^ {2}audit_log {2}.*行$/m)
    expect(output).toMatch(/最近的是 0\d+_\w+/)
  })
  it('prints the same as JSON', async () => {
    const { code, output } = await status('--json')
    expect(code).toBe(0)
    const state: Installation = JSON.parse(output)
    expect(state.nodes).toMatchObject([{ name: 'north', condition: { streams: 4 } }])
    expect(state.queues.map(({ name }) => name)).toContain('messages.deliver')
    expect(state.schedules.filter(({ title }) => title === '')).toEqual([])
    expect(state.schedules.every(({ nextAt, pausedAt }) => (nextAt === null) !== (pausedAt === null))).toBe(true)
    expect(state.migrations.pending).toEqual([])
    expect(state.audit.rows).toBeGreaterThan(0)
  })
  it('names what is missing of a database that is older', async () => {
    await app.sql(`update schema_changes set done_at = null where name = '0018_operations_state.expand'`)
    const { code, output } = await status()
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('尚缺迁移 0018_operations_state.expand'),
    })
    await app.sql(`update schema_changes set done_at = now() where name = '0018_operations_state.expand'`)
  })
  it('makes no database', async () => {
    const { code, output } = await runCommand(await mkdtemp(join(inject('folder'), 'none-')), 'status')
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('没有设置 DATABASE_URL') })
  })
})

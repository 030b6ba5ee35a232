import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../src/atrium.ts')
type Ended = { code: number; out: string; err: string }
const atrium = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(process.execPath, [program, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

test('lists its commands', async () => {
  const { code, out } = await atrium('help')
  expect(code).toBe(0)
  expect(out).toMatch(/^用法：atrium 命令 \[参数\]，可用的命令：\n {2}start +启动服务\n/)
  expect(out).toMatch(/\n {2}audit-verify +核对审计链、检查点、归档或导出的证明\n/)
  expect(out).toMatch(/\n {2}seed +写入演示数据\n/)
})

test.each([{ args: [] }, { args: ['sed'] }, { args: ['seed', '--user', '3'] }, { args: ['seed', 'much'] }])(
  'explains wrong usage: $args',
  async ({ args }) => {
    const { code, out, err } = await atrium(...args)
    expect({ code, usage: /用法：atrium/.test(out + err) }).toEqual({ code: 2, usage: true })
  },
)

test('ends a refusal with a sentence and 1', async () => {
  const { code, err } = await atrium('audit-verify', '--proof', '/nowhere/proof.json')
  expect(code).toBe(1)
  expect(err).toMatch(/\/nowhere\/proof\.json/)
})

test('goes on when nothing reads what it prints', async () => {
  const child = spawn(process.execPath, [program, 'help'])
  child.stdout.destroy()
  const [faults, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ faults, code }).toEqual({ faults: '', code: 0 })
})

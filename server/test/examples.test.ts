import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './harness.ts'
import { createOpenStage } from './open-stage.ts'

const folder = join(import.meta.dirname, '../../examples')
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0
if (!hasPython) process.stderr.write('examples in Python are not run, as python3 is not installed\n')
const languages = [
  {
    language: 'TypeScript',
    program: process.execPath,
    call: 'signed-call.ts',
    receiver: 'webhook-receiver.ts',
    isThere: true,
  },
  {
    language: 'Python',
    program: 'python3',
    call: 'signed_call.py',
    receiver: 'webhook_receiver.py',
    isThere: hasPython,
  },
]

let app: TestApp
let env: NodeJS.ProcessEnv
let paths: { list: string; create: string }
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const stage = await createOpenStage(app)
  const list = await stage.openApi()
  const create = await stage.openApi({
    method: 'POST',
    apiId: await stage.readApiId('POST', '/api/sys/posts/v1'),
    path: `/open/v1/new-post-${Date.now()}`,
  })
  paths = { list: list.path, create: create.path }
  const { token } = await stage.company(['sysPosts:list', 'sysPosts:add'])
  const { id, appKey } = await stage.app(token)
  await stage.grant(token, id, [list.id, create.id])
  env = {
    ...process.env,
    ATRIUM_URL: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`,
    ATRIUM_APP_KEY: appKey,
    ATRIUM_APP_SECRET: (await stage.secret(token, id)).secret,
  }
})
const receivers: ChildProcess[] = []
afterAll(async () => {
  for (const receiver of receivers) receiver.kill()
  await app.server.close()
})

const said = (child: ChildProcess) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (text += String(bytes)))
  return () => text
}
const run = async (program: string, file: string, args: string[]) => {
  const child = spawn(program, [join(folder, file), ...args], { env })
  const text = said(child)
  await new Promise((resolve) => child.on('close', resolve))
  return text()
}
/**
 * Starts a receiver.
 * @returns where it listens, and what it has printed
 */
const receive = async (program: string, file: string, secret: string) => {
  const child = spawn(program, [join(folder, file)], { env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' } })
  receivers.push(child)
  const text = said(child)
  await expect.poll(text, { timeout: 10_000 }).toContain('listening')
  const [, port] = /(\d{4,5})\D*$/.exec(text().trim()) ?? []
  return { url: `http://127.0.0.1:${port}/`, text }
}
const newSecret = () => randomBytes(24).toString('base64')
const signature = (secret: string, id: string, timestamp: number, body: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`

describe.each(languages)('the examples in $language', ({ program, call, receiver, isThere }) => {
  it.skipIf(!isThere)('call open APIs, with a query in any order and a body', async () => {
    expect(await run(program, call, ['GET', `${paths.list}?sort=code&page=1&size=5&search=a?b`])).toMatch(
      /^200 .*"code":0/,
    )
    const code = `E-${randomBytes(3).toString('hex')}`
    const body = JSON.stringify({ name: `岗位${code}`, code, level: 1 })
    expect(await run(program, call, ['POST', paths.create, body])).toMatch(/^200 .*"code":0/)
    expect(await app.sql('select name from posts where code = $1', [code])).toEqual([{ name: `岗位${code}` }])
  })

  it.skipIf(!isThere)('receive webhooks that are signed, each once, and no others', async () => {
    const [secret, body] = [newSecret(), '{"type":"user.created","data":{"name":"张伟"}}']
    const { url, text } = await receive(program, receiver, `whsec_${secret}`)
    const now = Math.floor(Date.now() / 1000)
    const send = async (signed: string, { id = 'msg_1', timestamp = now, sent = body } = {}) => {
      const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed }
      return (await fetch(url, { method: 'POST', headers, body: sent })).status
    }
    const good = signature(secret, 'msg_1', now, body)
    expect(await send(good)).toBe(204)
    expect(await send(`${signature(newSecret(), 'msg_1', now, body)} ${good}`)).toBe(204)
    await expect.poll(text).toContain('张伟')
    expect(text().split('张伟')).toHaveLength(2)

    const old = now - 3600
    expect([
      await send(good, { sent: body.replace('张伟', '李娜') }),
      await send(good, { id: 'msg_2' }),
      await send(good, { timestamp: now + 1 }),
      await send(signature(secret, 'msg_1', old, body), { timestamp: old }),
      await send(signature(newSecret(), 'msg_1', now, body)),
      await send(good.replace('v1,', 'v2,')),
      await send('v1,'),
      await send(''),
    ]).toEqual(Array(8).fill(401))
    expect(text()).not.toContain('李娜')
  })
})

it('the examples have 40 lines at most', () => {
  const programs = readdirSync(folder).filter((file) => /\.(ts|py)$/.test(file))
  const long = programs.filter((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length > 40)
  expect(programs.length).toBeGreaterThan(3)
  expect(long).toEqual([])
})

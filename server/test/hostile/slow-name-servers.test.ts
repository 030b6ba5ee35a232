import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { createOpenStage, type OpenStage } from '../open-stage.ts'
import { createReceiver } from '../webhook-stage.ts'

let app: TestApp
let stage: OpenStage
const asked = new Set<string>()
/** The name in the question of a DNS message (RFC 1035, section 4.1.2), and where the question ends. */
const parseQuestion = (message: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}
/** Answers for `fine.example.com`, with this machine, and for no other name. */
const server = createSocket('udp4').on('message', (message, { port, address }) => {
  const { name, type, end } = parseQuestion(message)
  asked.add(name)
  if (name !== 'fine.example.com') return
  const isV4 = type === 1
  const head = Buffer.from(message.subarray(0, end))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(isV4 ? 1 : 0, 6)
  head.writeUInt16BE(0, 10)
  const answer = isV4 ? Buffer.from('c00c000100010000003c00047f000001', 'hex') : Buffer.alloc(0)
  server.send(Buffer.concat([head, answer]), port, address)
})
const { resolve4, resolve6 } = Resolver.prototype
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1'] })
  stage = await createOpenStage(app)
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const known = new WeakSet<Resolver>()
  const directed = (resolver: Resolver) => {
    if (!known.has(resolver)) resolver.setServers([`127.0.0.1:${port}`])
    known.add(resolver)
    return resolver
  }
  Resolver.prototype.resolve4 = function (this: Resolver, name: string) {
    return Reflect.apply(resolve4, directed(this), [name])
  } as typeof resolve4
  Resolver.prototype.resolve6 = function (this: Resolver, name: string) {
    return Reflect.apply(resolve6, directed(this), [name])
  } as typeof resolve6
})
afterAll(() => {
  Object.assign(Resolver.prototype, { resolve4, resolve6 })
  server.close()
})

it('a name server that does not answer keeps no other webhook waiting', async () => {
  const receiver = await createReceiver()
  const rights = ['openApps:hooks', 'sysPosts:list', 'sysPosts:add']
  const [slow, fine] = [await stage.company(rights), await stage.company(rights)]
  const add = async ({ companyId, token }: typeof slow, urls: readonly string[]) => {
    const { id } = await stage.app(token)
    await app.sql(
      `insert into webhooks (company_id, id, app_id, url, events, created_by, updated_by)
       select $1, gen_random_uuid(), $2, url, '{post.created}', '{}', '{}' from unnest($3::text[]) as url`,
      [companyId, id, urls],
    )
  }
  const names = Array.from({ length: 40 }, (_, nth) => `n${nth}.slow.example.com`)
  await add(
    slow,
    names.map((name) => `http://${name}:${receiver.port}/`),
  )
  await add(fine, [`http://fine.example.com:${receiver.port}/fine`])
  const addPost = (token: string) =>
    app.call(postsContract.create, { body: { name: '仓管', code: 'storekeeper', level: 1 } }, token)
  await addPost(slow.token)
  await expect.poll(() => names.every((name) => asked.has(name)), { timeout: 8000 }).toBe(true)
  await addPost(fine.token)
  await expect.poll(() => receiver.at('/fine').length, { timeout: 8000 }).toBe(1)
  const states = async () =>
    (
      await app.sql(
        'select problem, count(*)::int as many from webhook_deliveries where company_id = $1 group by problem',
        [slow.companyId],
      )
    ).map(({ problem, many }) => [problem, many])
  expect(await states()).toEqual([['', 40]])
  await expect.poll(states, { timeout: 20_000 }).toEqual([['域名服务器未响应', 40]])
}, 60_000)

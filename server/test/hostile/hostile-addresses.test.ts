import dns from 'node:dns/promises'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import net, { type AddressInfo } from 'node:net'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { eventually } from '../messaging.ts'
import { callOpen, createOpenStage, type OpenStage } from '../open-stage.ts'

/** The one address that the operator allows, and where an attacker listens on purpose. */
const allowed = '127.0.0.2'
const lookUp = dns.lookup
const { resolve4, resolve6 } = dns.Resolver.prototype
/** Answers of a name server of an attacker; several are given in turn. */
const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'loop.example.com': [['127.0.0.1']],
  'loop6.example.com': [['::1']],
  'any.example.com': [['0.0.0.0']],
  'mapped.example.com': [['::ffff:127.0.0.1']],
  'nat64.example.com': [['64:ff9b::7f00:1']],
  'sixtofour.example.com': [['2002:7f00:1::']],
  'private.example.com': [['10.0.0.1']],
  'link.example.com': [['169.254.169.254']],
  'metadata.google.internal': [['169.254.169.254']],
  'mixed.example.com': [[allowed, '127.0.0.1']],
  'mixed-first.example.com': [['127.0.0.1', allowed]],
  '127.0.0.1.nip.io': [['127.0.0.1']],
  'empty.example.com': [[]],
  // Allowed when it is looked at, and another address when it is called.
  'rebinding.example.com': [[allowed], ['127.0.0.1']],
}
const asked = new Map<string, number>()
const answerFor = (name: string): readonly string[] | undefined => {
  const answers = names[name]
  const nth = asked.get(name) ?? 0
  asked.set(name, nth + 1)
  return answers?.[nth % answers.length]
}

const literals = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '0x0',
  '127.127.127.127',
  '127.255.255.254',
  '127.0.0.3',
  '127。0。0。1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.1.1',
  '3232235777',
  '0300.0250.1.1',
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '192.88.99.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2002:c0a8:101::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fe80::5efe:127.0.0.1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  '[8000::1]',
]
/** Addresses that no contract accepts; they are tried as if one had been stored. */
const malformed = (port: number) => [
  `http://user:pass@127.0.0.1:${port}/`,
  `http://${allowed}@127.0.0.1:${port}/`,
  `http://[fe80::1%25lo]:${port}/`,
  `http://[::1%25lo]:${port}/`,
  'file:///etc/passwd',
  `gopher://127.0.0.1:${port}/_`,
  `ftp://127.0.0.1:${port}/`,
  `ws://127.0.0.1:${port}/`,
  'data:text/plain,x',
  `//127.0.0.1:${port}/`,
]
const namesHere = ['localhost', 'localhost.', 'LOCALHOST', ...Object.keys(names)]
const ports = ['22', '80', '443', '2375', '6379']
const redirects = [301, 302, 303, 307, 308]

let app: TestApp
let stage: OpenStage
let port = 0
const reached: string[] = []
const connected: string[] = []
const servers: Server[] = []
const listen = async (host: string, at: number, answer: (path: string) => [number, string]) => {
  const server = createServer((request, response) => {
    if (host !== allowed) reached.push(`${host} ${request.url}`)
    const [status, location] = answer(request.url ?? '')
    response.writeHead(status, location === '' ? {} : { location }).end('told')
  })
  if (host !== allowed) server.on('connection', () => reached.push(host))
  servers.push(server)
  await new Promise<void>((done, failed) => server.on('error', failed).listen(at, host, done))
  return (server.address() as AddressInfo).port
}
const connect = net.Socket.prototype.connect
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: [allowed] })
  stage = await createOpenStage(app)
  port = await listen(allowed, 0, (path) => {
    const status = Number(path.slice(1))
    return redirects.includes(status) ? [status, `http://127.0.0.1:${port}/redirected`] : [200, '']
  })
  for (const host of ['127.0.0.1', '127.0.0.3', '::1']) await listen(host, port, () => [200, ''])
  // The names of the attacker; all others as they are.
  dns.lookup = (async (name: string, options: object) => {
    const found = answerFor(name)
    if (found) return found.map((address) => ({ address, family: net.isIP(address) }))
    return lookUp(name, options as { all: true })
  }) as typeof dns.lookup
  syncBuiltinESMExports()
  const told = new Map<string, readonly string[]>()
  dns.Resolver.prototype.resolve4 = (async (name: string) => {
    const found = answerFor(name)
    if (!found) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
    told.set(name, found)
    return found.filter((address) => net.isIPv4(address))
  }) as typeof resolve4
  // Of the same answer.
  dns.Resolver.prototype.resolve6 = (async (name: string) =>
    (told.get(name) ?? []).filter((address) => net.isIPv6(address))) as typeof resolve6
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [options] = [args[0]].flat(1) as [{ host?: string; port?: unknown } | undefined]
    if (options?.host !== undefined && net.isIP(options.host) !== 0) connected.push(options.host)
    return Reflect.apply(connect, this, args)
  } as typeof connect
})
afterAll(() => {
  dns.lookup = lookUp
  syncBuiltinESMExports()
  Object.assign(dns.Resolver.prototype, { resolve4, resolve6 })
  net.Socket.prototype.connect = connect
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const addresses = () => [
  ...literals.map((host) => `http://${host}:${port}/`),
  ...literals.slice(0, 5).map((host) => `https://${host}:${port}/`),
  ...ports.map((each) => `http://127.0.0.1:${each}/`),
  ...namesHere.map((host) => `http://${host}:${port}/`),
  ...malformed(port),
]
const followed = () => redirects.map((status) => `http://${allowed}:${port}/${status}`)
const by = JSON.stringify({ id: '', name: '系统' })
/** Nothing was reached, and no forbidden address connected to. */
const expectNoneReached = () => {
  expect(reached).toEqual([])
  expect(connected.filter((host) => host !== allowed && host !== '127.0.0.1')).toEqual([])
}

it('calls are forwarded to none of a hundred forbidden addresses', async () => {
  const all = [...addresses(), ...followed()]
  expect(all.length).toBeGreaterThanOrEqual(100)
  const caller = await stage.company()
  const { id, appKey } = await stage.app(caller.token)
  const { secret } = await stage.secret(caller.token, id)
  await app.sql(
    `with opened as (
       insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, target, audience, status, created_by, updated_by)
       select gen_random_uuid(), 'ssrf-' || at, '试', '试', 'GET', '/open/v1/ssrf/' || at, '/open/v1/ssrf/' || at, '1.0', 'target', target, 'all',
         'online', $4, $4 from unnest($3::text[]) with ordinality as asked (target, at) returning id)
     insert into open_app_apis (company_id, app_id, api_id, created_by) select $1, $2, id, $4 from opened`,
    [caller.companyId, id, all, by],
  )
  await new Promise((done) => setTimeout(done, 1100))
  const answers = []
  for (const [at, target] of all.entries()) {
    const { status, body } = await callOpen(app, { method: 'GET', url: `/open/v1/ssrf/${at + 1}`, appKey, secret })
    answers.push({ target, status, isTold: body === 'told' })
  }
  const isRebinding = ({ target }: { target: string }) => target.includes('rebinding')
  const isFollowed = ({ target }: { target: string }) => followed().includes(target)
  expect(answers.filter((each) => each.status < 400 && !isRebinding(each) && !isFollowed(each))).toEqual([])
  // A redirect is an answer like others.
  expect(answers.filter(isFollowed).map(({ status }) => status)).toEqual(redirects)
  // The first answer of its name server led where it was checked.
  expect(answers.filter(isRebinding)).toMatchObject([{ status: 200, isTold: true }])
  const again = await callOpen(app, {
    method: 'GET',
    appKey,
    secret,
    url: `/open/v1/ssrf/${all.findIndex((target) => target.includes('rebinding')) + 1}`,
  })
  expect(again.status).toBe(502)
  expectNoneReached()
}, 60_000)

it('webhooks are sent to none of them, and those that name an address are not accepted', async () => {
  asked.clear()
  const all = [...addresses(), ...followed()]
  const owner = await stage.company(['openApps:hooks', 'sysPosts:list', 'sysPosts:add'])
  const { id } = await stage.app(owner.token)
  const isNamed = (url: string) => namesHere.some((name) => url === `http://${name}:${port}/`)
  for (const url of addresses().filter((each) => !isNamed(each))) {
    const body = { url, events: ['post.created'] }
    const { code } = await app.call(webhooksContract.addHook, { params: { id }, body }, owner.token)
    expect([url, code === 400 || code === 6060]).toEqual([url, true])
  }
  await app.sql(
    `insert into webhooks (company_id, id, app_id, url, events, created_by, updated_by)
     select $1, gen_random_uuid(), $2, url, '{post.created}', $4, $4 from unnest($3::text[]) as url`,
    [owner.companyId, id, all, by],
  )
  await app.call(postsContract.create, { body: { name: '仓管', code: 'storekeeper', level: 1 } }, owner.token)
  const told = await eventually(async () => {
    const rows = await app.sql(
      `select url, status, problem from webhook_deliveries join webhooks on webhooks.id = webhook_id
       where webhook_deliveries.company_id = $1 and problem <> '' or status = 200`,
      [owner.companyId],
    )
    expect(rows).toHaveLength(all.length)
    return rows
  })
  expect(told.filter(({ status }) => status === 200).map(({ url }) => url)).toEqual([
    `http://rebinding.example.com:${port}/`,
  ])
  expect(told.flatMap(({ status }) => (status === null || status === 200 ? [] : Number(status))).toSorted()).toEqual(
    redirects,
  )
  await app.sql('update webhook_deliveries set due_at = now() where company_id = $1', [owner.companyId])
  await app.call(postsContract.create, { body: { name: '班长', code: 'leader', level: 1 } }, owner.token)
  await eventually(async () => {
    const [left] = await app.sql(
      `select count(*)::int as many from webhook_deliveries where company_id = $1 and state = 'waiting' and tries = 0`,
      [owner.companyId],
    )
    expect(left).toEqual({ many: 0 })
  })
  expectNoneReached()
}, 60_000)

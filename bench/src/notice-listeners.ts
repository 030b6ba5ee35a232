import { type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { signIn, toCookie } from './calls.ts'
import type { Server } from './child.ts'
import { readMemory } from './cpu.ts'
import { createNoticeCalls } from './notice-reach.ts'
import { extendAccessTokens } from './seed.ts'

/** Streams that a node serves, and those that one user may have on it. */
const perNode = 5000
const perUser = 10
/** Connections that are opened at a time. */
const opening = 100
const rounds = 3
/** The console hears of a notice within this time. */
const boundMs = 2000
/** What has not come by then is lost. */
const patienceMs = 10_000

/** Listens to a node. `onNews` is called for each hint that notices have changed. */
const listen = (base: string, token: string, onNews: () => void) =>
  new Promise<ClientRequest>((opened, failed) => {
    const request = get(base + sessionContract.events.path, {
      agent: false,
      headers: { token, cookie: toCookie(token), accept: 'text/event-stream' },
    })
    request.once('error', failed)
    request.once('response', (response) => {
      if (response.statusCode !== 200) failed(new Error(`事件流应答 ${response.statusCode}`))
      let rest = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) if (block.startsWith('event: news\n')) onNews()
        // The node has taken the stream up once it tells a position.
        if (blocks.some((block) => block.startsWith('id: '))) opened(request)
      })
      response.once('error', () => undefined)
    })
  })

const listAccounts = (ownerUrl: string, count: number) =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ account: string }>(
      `select account from users join companies on companies.id = users.company_id
       where companies.code = 'C00001' and deleted_at is null and users.status = 1 and principal_id is null
       order by account limit $1`,
      [count],
    )
    return rows.map(({ account }) => account)
  })

/**
 * Ten thousand listeners on two nodes hear of notices for everybody. Takes the token of an author.
 * @returns the part that heard of each within two seconds, percentiles over all in milliseconds, and the memory of each
 *   listener in KB
 */
export const measureNoticeListeners = async (
  nodes: readonly Server[],
  ownerUrl: string,
  token: string,
  onProgress: (text: string) => void,
) => {
  const [first] = nodes
  if (!first) throw new Error('没有节点')
  const accounts = await listAccounts(ownerUrl, perNode / perUser)
  const tokens: string[] = []
  for (const account of accounts) tokens.push((await signIn(first.url, account)).token)
  await extendAccessTokens(ownerUrl)
  onProgress(`${tokens.length} 人已登录`)

  let heardAt: number[] = []
  const heard = () => void heardAt.push(performance.now())
  const before = nodes.map(({ pid }) => readMemory(pid))
  const streams: ClientRequest[] = []
  for (const { url } of nodes) {
    const wanted = tokens.flatMap((each) => Array.from({ length: perUser }, () => each))
    for (let at = 0; at < wanted.length; at += opening)
      streams.push(
        ...(await Promise.all(wanted.slice(at, at + opening).map((each) => listen(url, each, () => heard())))),
      )
    onProgress(`${streams.length} 个连接已打开`)
  }
  const { draft, issue } = createNoticeCalls({ url: first.url, token })
  const found: { ms: number[]; part: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const id = await draft()
    await sleep(1000)
    heardAt = []
    const began = performance.now()
    await issue(id)
    while (heardAt.length < streams.length && performance.now() - began < patienceMs) await sleep(50)
    const ms = heardAt.map((at) => at - began)
    found.push({ ms, part: ms.filter((each) => each <= boundMs).length / streams.length })
  }
  const kb = nodes.map(({ pid }, at) => ((readMemory(pid) - (before[at] ?? 0)) * 1024) / perNode)
  for (const stream of streams) stream.destroy()
  const all = found.flatMap(({ ms }) => ms).sort((a, b) => a - b)
  return {
    listeners: streams.length,
    part: Math.min(...found.map(({ part }) => part)),
    p50: all[Math.floor(all.length * 0.5)] ?? Number.NaN,
    p999: all[Math.floor(all.length * 0.999)] ?? Number.NaN,
    kbEach: Math.max(...kb),
  }
}

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { toCookie } from './calls.ts'
import type { Server } from './child.ts'
import { firstPage } from './compare-list.ts'
import { readMemory } from './cpu.ts'
import { percentilesOf, warm } from './load.ts'
import { sendAtRate } from './pace.ts'

type Caller = { server: Server; token: string }
const toHeaders = (token: string) => ({ 'content-type': 'application/json', token, cookie: toCookie(token) })

/** A second client that reads a list at a steady rate. */
const pace = { perSecond: 50, connections: 4 }
const calmSeconds = 5
const readList = ({ server, token }: Caller, seconds: number) =>
  sendAtRate({ url: server.url + firstPage, headers: toHeaders(token), seconds, ...pace })
const measureP99 = async (read: ReturnType<typeof readList>) => percentilesOf((await read).answers).p99

/**
 * Reads a reply to its end.
 * @returns when it began, its bytes, and rows if it is CSV
 */
const receive = async ({ server, token }: Caller, path: string, body: object) => {
  const began = performance.now()
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: toHeaders(token),
    body: JSON.stringify(body),
  })
  if (!answer.body || answer.headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${path}：${await answer.text()}`)
  let [firstByteMs, bytes, lines] = [Number.NaN, 0, 0]
  for await (const chunk of Readable.fromWeb(answer.body)) {
    if (bytes === 0) firstByteMs = performance.now() - began
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return { firstByteMs, bytes, rows: lines - 1, ms: performance.now() - began }
}

/**
 * Follows the memory of a process until it is stopped.
 * @returns the most it had, in MB
 */
const followMemory = (pid: number) => {
  let [most, running] = [readMemory(pid), true]
  const following = (async () => {
    while (running) {
      most = Math.max(most, readMemory(pid))
      await sleep(100)
    }
  })()
  return async () => {
    running = false
    await following
    return most
  }
}

const rowsSeen = new Map<string, number>()
/**
 * Exports a list while another client reads theirs.
 * @returns rows a second, time to the first byte, the memory the server takes beyond what it had, and the other
 *   client's p99 before and meanwhile, in ms
 */
export const measureExport = async (caller: Caller, path: string, format: 'xlsx' | 'csv', bystander: Caller) => {
  const { pid } = caller.server
  await warm(bystander.server.url + firstPage, bystander.token, pace.connections)
  const calm = await measureP99(readList(bystander, calmSeconds))
  const before = readMemory(pid)
  const stop = followMemory(pid)
  const measured = receive(caller, path, { format })
  const beside = await measureP99(readList(bystander, calmSeconds))
  const { firstByteMs, bytes, rows: lines, ms } = await measured
  const memoryMb = (await stop()) - before
  if (format === 'csv') rowsSeen.set(path, lines)
  const rows = rowsSeen.get(path) ?? Number.NaN
  return { rows, perSecond: rows / (ms / 1000), firstByteMs, memoryMb, megabytes: bytes / 1e6, calm, beside }
}

/** Rows of the operation log a second that PostgreSQL itself writes. */
export const copySpeed = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    const began = performance.now()
    const { rowCount } = await client.query(
      `copy (select time, actor, ip, event, entity_name, after, ok, code, ms from audit_log) to program 'cat > /dev/null'`,
    )
    return (rowCount ?? Number.NaN) / ((performance.now() - began) / 1000)
  })

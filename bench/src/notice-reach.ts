import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { toCookie } from './calls.ts'
import { median } from './measure.ts'

const times = 5
/** How many are left at last, those whose keys are read last. */
const few = 20
type Server = { url: string; token: string }

/**
 * Sends calls about notices.
 * @returns the data and the duration of each
 */
export const createNoticeCalls = ({ url, token }: Server) => {
  const headers = { 'content-type': 'application/json', token, cookie: toCookie(token) }
  const send = async (method: string, path: string, body?: object) => {
    const began = performance.now()
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown }
    if (code !== 0) throw new Error(msg)
    return { data, ms: performance.now() - began }
  }
  return {
    send,
    /**
     * A draft for everybody.
     * @returns its id
     */
    async draft(): Promise<string> {
      const target = { scope: 'all', ids: [] }
      const draft = { type: 'notice', title: '标尺', content: '<p>标尺</p>', target, ack: true }
      return ((await send('POST', noticesContract.create.path, draft)).data as { id: string }).id
    },
    issue: (id: string) => send('PUT', noticesContract.issue.path.replace(':id', id), { version: 1 }),
  }
}

/** Users that match have read and confirmed it. */
const confirmBy = (ownerUrl: string, id: string, condition: string) =>
  asOwner(ownerUrl, async (client) => {
    await client.query(
      `insert into notice_receipts (company_id, notice_id, user_id, issuer_id, revision, acked_at, acked_revision)
       select users.company_id, notices.id, users.id, notices.company_id, 1, now(), 1
       from users, notices where notices.id = $1 and deleted_at is null and ${condition}
       on conflict on constraint notice_receipts__pk do nothing`,
      [id],
    )
    await client.query('vacuum analyze notice_receipts')
    await client.query('vacuum analyze notice_tallies')
  })
const almostAll = `(users.company_id, users.id) < (
  select company_id, id from users where deleted_at is null order by 1 desc, 2 desc offset ${few - 1} limit 1)`
const half = `hashtext(users.id::text) % 2 = 0 and ${almostAll}`

/**
 * Publishes a notice of the platform for everybody, and finds who has not confirmed it when half of them have, and when
 * a few are left.
 * @returns the durations in milliseconds, medians of the repeated ones
 */
export const measureNoticeReach = async (server: Server, ownerUrl: string) => {
  const { send, draft, issue } = createNoticeCalls(server)
  const published: number[] = []
  let id = ''
  for (let n = 0; n < times; n += 1) {
    id = await draft()
    published.push((await issue(id)).ms)
  }
  const repeated = async (path: string) => {
    const found: number[] = []
    for (let n = 0; n < times; n += 1) found.push((await send('GET', path)).ms)
    return median(found)
  }
  const of = (endpoint: { path: string }) => endpoint.path.replace(':id', id)
  const list = `${of(receiptsContract.receipts)}?f.state=unacked&size=50`
  const waiting = async () => ({
    listMs: await repeated(list),
    sumsMs: await repeated(of(receiptsContract.receiptSums)),
  })
  const none = await waiting()
  await confirmBy(ownerUrl, id, half)
  const some = await waiting()
  await confirmBy(ownerUrl, id, almostAll)
  const found = (await send('GET', list)).data as unknown[]
  if (found.length !== few) throw new Error(`${found.length} 人未确认，应为 ${few} 人`)
  const last = await waiting()
  return {
    publishMs: Math.max(...published),
    listMs: Math.max(none.listMs, some.listMs, last.listMs),
    sumsMs: Math.max(none.sumsMs, some.sumsMs, last.sumsMs),
    bellMs: await repeated(publishedNoticesContract.bell.path),
  }
}

import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { cookieOf } from './calls.ts'
import { median } from './measure.ts'

const times = 5
type Server = { url: string; token: string }

/** Half of the users have read and confirmed it, in no order. */
const confirmByHalf = (ownerUrl: string, id: string) =>
  asOwner(ownerUrl, async (client) => {
    await client.query(
      `insert into notice_receipts (company_id, notice_id, user_id, issuer_id, revision, acked_at)
       select users.company_id, notices.id, users.id, notices.company_id, 1, now()
       from users, notices where notices.id = $1 and deleted_at is null and hashtext(users.id::text) % 2 = 0`,
      [id],
    )
    await client.query('vacuum analyze notice_receipts')
  })

/**
 * Publishes a notice of the platform for everybody, and finds who has not confirmed it. Out: the durations in
 * milliseconds; the last two are medians.
 */
export const measureNoticeReach = async ({ url, token }: Server, ownerUrl: string) => {
  const headers = { 'content-type': 'application/json', token, cookie: cookieOf(token) }
  const send = async (method: string, path: string, body?: object) => {
    const began = performance.now()
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { id: string } }
    if (code !== 0) throw new Error(msg)
    return { data, ms: performance.now() - began }
  }
  const draft = { type: 'notice', title: '标尺', content: '<p>标尺</p>', target: { scope: 'all', ids: [] }, ack: true }
  const { id } = (await send('POST', noticesContract.create.path, draft)).data
  const of = (endpoint: { path: string }) => endpoint.path.replace(':id', id)
  const publishMs = (await send('PUT', of(noticesContract.issue), { version: 1 })).ms
  await confirmByHalf(ownerUrl, id)
  const repeated = async (path: string) => {
    const found: number[] = []
    for (let n = 0; n < times; n += 1) found.push((await send('GET', path)).ms)
    return median(found)
  }
  return {
    publishMs,
    unconfirmedMs: await repeated(`${of(receiptsContract.receipts)}?f.state=unacked&size=50`),
    sumsMs: await repeated(of(receiptsContract.receiptSums)),
  }
}

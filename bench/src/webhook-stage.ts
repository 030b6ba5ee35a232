import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import type { createCall } from './console-calls.ts'

const hangingPath = '/hangs'
type Arrival = { name: string; at: number }

/** Answers deliveries at once, or never where they are sent to `hangingUrl`. */
export const startReceiver = async () => {
  const arrivals: Arrival[] = []
  const server = createServer(async (request, response) => {
    if (request.url === hangingPath) return
    const at = performance.now()
    const { data } = JSON.parse(String(await buffer(request)))
    arrivals.push({ name: data.name, at })
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const url = `http://127.0.0.1:${port}`
  return { arrivals, url: `${url}/`, hangingUrl: url + hangingPath, stop }
}

/**
 * An application with a webhook for each address.
 * @returns their ids
 */
export const addWebhooks = async (call: ReturnType<typeof createCall>, urls: readonly string[]) => {
  const { id } = await call(openAppsContract.create, { body: { name: `标尺 ${randomUUID()}` } })
  const ids: string[] = []
  for (const url of urls) {
    const hook = await call(webhooksContract.addHook, { params: { id }, body: { url, events: ['post.created'] } })
    ids.push(hook.id)
  }
  return ids
}

/** Writes deliveries that are due, as many for each webhook, after the newest one. Nothing tells the sender of them. */
export const addBacklog = (ownerUrl: string, hookIds: readonly string[], many: number) =>
  asOwner(ownerUrl, (client) =>
    client.query(
      `insert into webhook_deliveries (company_id, id, webhook_id, kind, event_id, seq, event, entity_id, entity_name,
         actor, occurred_at)
       select newest.company_id, time_ordered_id(), hook, 'event', gen_random_uuid(), seq + n, event,
         gen_random_uuid()::text, 'backlog', actor, occurred_at
       from (select * from webhook_deliveries order by id desc limit 1) as newest,
         unnest($1::uuid[]) as hook, generate_series(1, $2) as n`,
      [hookIds, many],
    ),
  )

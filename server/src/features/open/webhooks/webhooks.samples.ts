import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const by = JSON.stringify({ id: '', name: '池' })

export const samples: MakeSamples = async ({ app, writers, writer, poolSize }) => {
  const [appId, shared, pool, growing] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const ids = Array.from({ length: poolSize }, () => randomUUID())
  const [owner] = await app.sql('select id from users where company_id = $1 limit 1', [writers])
  // Of an application that expired, so that nothing is sent.
  await app.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, owner_id, expire_at, created_by, updated_by)
     select $1, id, 'ak_hooks' || at, '推送' || at, 'server', $3, now() - interval '1 hour', $4, $4
     from unnest($2::uuid[]) with ordinality as app (id, at)`,
    [writers, [appId, pool, growing], owner?.id, by],
  )
  await app.sql(
    `insert into webhooks (company_id, id, app_id, url, events, created_by, updated_by)
     select $1, id, case when id = $5 then $2::uuid else $6::uuid end, 'https://hooks.example.cn/', '{post.created}', $4, $4
     from unnest($3::uuid[]) as id`,
    [writers, appId, [shared, ...ids], by, shared, pool],
  )
  // One to be ended beside a valid one.
  await app.sql(
    `insert into webhook_secrets (company_id, id, webhook_id, sealed, hint, created_by)
     select $1, case hint when 'pool' then id else gen_random_uuid() end, id, '', hint, $3
     from unnest($2::uuid[]) as id, unnest('{pool,live}'::text[]) as hint`,
    [writers, ids, by],
  )
  await app.sql(
    `insert into webhook_deliveries (company_id, id, webhook_id, kind, event_id, seq, event, occurred_at, state)
     select $1, $2, $2, 'event', $2, 1, 'post.created', now(), 'failed'`,
    [writers, shared],
  )
  const next = () => ids.pop() ?? randomUUID()
  const body = () => ({
    url: 'https://hooks.example.cn/in?key=1',
    events: ['post.created'],
    ordered: true,
    active: true,
  })
  const of = (hookId: string) => ({ id: hookId === shared ? appId : pool, hookId })
  return {
    'openApps.hookEvents': () => ({ params: { id: appId }, token: writer }),
    'openApps.hookEvent': () => ({ params: { id: appId, event: 'post.created' }, token: writer }),
    'openApps.hooks': () => ({ params: { id: appId }, token: writer }),
    'openApps.addHook': () => ({ params: { id: growing }, body: body(), token: writer }),
    'openApps.updateHook': () => ({ params: of(next()), body: { ...body(), version: 1 }, token: writer }),
    'openApps.removeHook': () => ({ params: of(next()), token: writer }),
    'openApps.addHookSecret': () => ({ params: of(shared), body: { overlapHours: 0 }, token: writer }),
    'openApps.revokeHookSecret': () => {
      const id = next()
      return { params: { ...of(id), sid: id }, token: writer }
    },
    'openApps.testHook': () => ({ params: of(next()), token: writer }),
    'openApps.deliveries': () => ({ params: of(shared), query: {}, token: writer }),
    'openApps.delivery': () => ({ params: { ...of(shared), did: shared }, token: writer }),
    'openApps.replayDelivery': () => ({ params: { ...of(shared), did: shared }, token: writer }),
    'openApps.replayDeliveries': () => ({
      params: of(shared),
      token: writer,
      body: { time: '2026-01-01 00:00:00~2026-01-02 00:00:00', failedOnly: true },
    }),
  }
}

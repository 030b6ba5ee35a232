import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, readers, reader, writer }) => {
  const id = randomUUID()
  const by = JSON.stringify({ id: '', name: '池' })
  await app.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, created_by, updated_by)
     values ($1, $2, 'ak_documented', '文档', 'server', $3, $3)`,
    [readers, id, by],
  )
  return {
    'openDocs.product': () => ({ query: { api: 'portal' }, token: reader }),
    'openApps.tryCall': () => ({
      params: { id },
      body: { api: 'c-none', path: {}, query: {}, body: '' },
      token: writer,
    }),
    'openApps.document': () => ({ params: { id }, token: reader }),
  }
}

import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const fillFields = async (app: TestApp, companyId: string, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into custom_fields (company_id, id, entity, key, name, kind, created_by, updated_by)
     select $1, id, 'pool', 'c_pool' || at, '池', 'text', '{"id":"","name":"池"}', '{"id":"","name":"池"}'
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids],
  )
  return () => ids.pop() ?? randomUUID()
}

const field = { name: '名', help: '', pattern: '' }

export const samples: MakeSamples = async ({ app, writers, writer, poolSize }) => {
  const nextField = await fillFields(app, writers, poolSize)
  return {
    'sysCustomFields.create': (n) => ({
      body: { ...field, entity: 'post', kind: 'text', key: `made${n + 1}` },
      token: writer,
    }),
    'sysCustomFields.get': () => ({ params: { id: nextField() }, token: writer }),
    'sysCustomFields.update': () => ({ params: { id: nextField() }, body: { ...field, version: 1 }, token: writer }),
    'sysCustomFields.remove': () => ({ params: { id: nextField() }, token: writer }),
    'sysCustomFields.limit': () => ({
      params: { id: nextField() },
      body: { effect: 'mask', roleIds: [] },
      token: writer,
    }),
    'sysCustomFields.offered': () => ({ params: { entity: 'post' } }),
  }
}

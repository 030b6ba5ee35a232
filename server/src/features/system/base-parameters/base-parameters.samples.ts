import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const fillPool = async (
  app: TestApp,
  companyId: string,
  kind: 'string' | 'secret',
  prefix: string,
  poolSize: number,
) => {
  const ids = Array.from({ length: poolSize }, () => randomUUID())
  await app.sql(
    `insert into base_parameters (company_id, id, code, name, kind, value, version, created_by, updated_by)
     select $1, id, $3 || at, '池', $4, case when $4 = 'secret' then null else '"值"'::jsonb end, 2,
            '{"id":"","name":"池"}', '{"id":"","name":"池"}'
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids, prefix, kind],
  )
  await app.sql(
    `insert into base_parameter_versions
       (company_id, parameter_id, version, code, name, kind, options, value, tags, description, created_by)
     select company_id, id, 1, code, name, kind, options, value, tags, description, created_by
     from base_parameters where company_id = $1 and kind = $2`,
    [companyId, kind],
  )
  return () => ids.pop() ?? randomUUID()
}

const parameter = (code: string) => ({ code, name: '名', kind: 'string', options: [], value: '值', tags: {}, desc: '' })

export const samples: MakeSamples = async ({ app, writers, writer, poolSize }) => {
  const nextRow = await fillPool(app, writers, 'string', 'pool.r', poolSize)
  const nextSecret = await fillPool(app, writers, 'secret', 'pool.s', poolSize)
  return {
    'sysBases.create': (n, at) => ({ body: parameter(`made.${at?.path.join('') ?? 'header'}.n${n}`), token: writer }),
    'sysBases.get': () => ({ params: { id: nextRow() }, token: writer }),
    'sysBases.update': () => ({
      params: { id: nextRow() },
      body: { ...parameter(`renamed.n${randomUUID()}`), version: 2 },
      token: writer,
    }),
    'sysBases.updateValues': () => ({
      body: { changes: [{ id: nextRow(), value: '新值', version: 2 }] },
      token: writer,
    }),
    'sysBases.remove': () => ({ params: { id: nextRow() }, token: writer }),
    'sysBases.writeSecret': () => ({ params: { id: nextSecret() }, body: { value: 'v', version: 2 }, token: writer }),
    'sysBases.history': () => ({ params: { id: nextRow() }, query: {}, token: writer }),
    'sysBases.revert': () => ({ params: { id: nextRow() }, body: { to: 1, version: 2 }, token: writer }),
  }
}

import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const counts = [{ kind: 'post', created: 0, changed: 0, deleted: 1 }]

export const samples: MakeSamples = async ({ app, operator, sharedTenant }) => {
  const comparisonId = randomUUID()
  await app.sql(
    `insert into archive_comparisons (company_id, id, name, archived_at, columns, counts, run_company_id, run_id, created_by)
     values ($1, $2, '档案.zip', now(), '{}', $3, gen_random_uuid(), gen_random_uuid(), '{"id":"","name":"甲"}')`,
    [sharedTenant, comparisonId, JSON.stringify(counts)],
  )
  await app.sql(
    `insert into archive_differences (company_id, comparison_id, kind, key, change, row_company_id, name, archived)
     values ($1, $2, 'post', gen_random_uuid(), 'deleted', $1, '会计', '{}')`,
    [sharedTenant, comparisonId],
  )
  const params = { id: sharedTenant }
  const ofComparison = { params: { ...params, comparisonId }, token: operator }
  const parts = [{ kind: 'post', changes: ['deleted'] }]
  return {
    'sysCompanys.archives': () => ({ params, token: operator }),
    'sysCompanys.compareExport': () => ({ params, body: { runId: randomUUID() }, token: operator }),
    'sysCompanys.compareFile': () => ({ params, token: operator }),
    'sysCompanys.comparison': () => ofComparison,
    'sysCompanys.differences': () => ({ ...ofComparison, query: { search: '会' } }),
    'sysCompanys.restore': () => ({ ...ofComparison, body: { parts } }),
    'sysCompanys.clone': () => {
      const suffix = randomUUID().slice(0, 8)
      return {
        ...ofComparison,
        body: { name: `试用${suffix}`, days: 30, account: `trial_${suffix}`, adminName: '管理员' },
      }
    },
  }
}

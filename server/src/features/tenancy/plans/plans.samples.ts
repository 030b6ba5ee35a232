import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Plans without tenants. */
const fillPlans = async (app: TestApp, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into plans (id, code, name) select id, 'pool-' || at, '池' || at
     from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids],
  )
  return () => ids.pop() ?? randomUUID()
}

export const samples: MakeSamples = async ({ app, operator, poolSize }) => {
  const nextPlan = await fillPlans(app, poolSize)
  const sharedPlan = nextPlan()
  return {
    'sysPlans.list': () => ({ query: {}, token: operator }),
    'sysPlans.options': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: operator }),
    'sysPlans.get': () => ({ params: { id: sharedPlan }, token: operator }),
    'sysPlans.create': () => ({
      body: { name: `名${randomUUID().slice(0, 20)}`, code: `p-${randomUUID().slice(0, 20)}` },
      token: operator,
    }),
    'sysPlans.update': () => ({
      params: { id: nextPlan() },
      body: { name: `名${randomUUID().slice(0, 20)}`, code: `p-${randomUUID().slice(0, 20)}`, version: 1 },
      token: operator,
    }),
    'sysPlans.remove': () => ({ params: { id: nextPlan() }, token: operator }),
    'sysPlans.ceiling': () => ({ params: { id: sharedPlan }, token: operator }),
    'sysPlans.updateCeiling': () => ({
      params: { id: nextPlan() },
      body: { menus: [], elems: [], version: 1 },
      token: operator,
    }),
  }
}

import { randomUUID } from 'node:crypto'
import { buildUser } from '../../../../test/factories.ts'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const createView = async (app: TestApp, companyId: string, userId: string) => {
  const id = randomUUID()
  await app.sql(
    `insert into list_views (company_id, id, user_id, list, name, query, is_default)
     values ($1, $2, $3, 'sysUsers.list', '池', '', false)`,
    [companyId, id, userId],
  )
  return id
}

export const samples: MakeSamples = async ({ app, readers }) => {
  const owner = await buildUser(app, { companyId: readers })
  const viewer = await app.signIn(owner)
  const sharedView = await createView(app, readers, owner.id)
  return {
    'sysViews.saveSettings': () => ({ body: { list: 'sysUsers.list', order: [], hidden: [] } }),
    'sysViews.views': () => ({ query: { list: 'sysUsers.list' }, token: viewer }),
    'sysViews.saveView': () => ({ body: { list: 'sysUsers.list', name: '视图', query: 'search=a' } }),
    'sysViews.updateView': () => ({
      params: { id: sharedView },
      body: { name: '视图', query: 'search=a' },
      token: viewer,
    }),
    'sysViews.removeView': () => ({ params: { id: randomUUID() }, token: viewer }),
  }
}

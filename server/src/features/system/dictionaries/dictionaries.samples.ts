import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

const pool = (ids: string[]) => () => ids.pop() ?? randomUUID()
const newIds = (count: number) => Array.from({ length: count }, () => randomUUID())

const fillGroups = async (app: TestApp, count: number) => {
  const ids = newIds(count)
  await app.sql(
    `insert into dict_groups (id, code, name) select id, 'pool' || at, '池' from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids],
  )
  return pool(ids)
}
const fillItems = async (app: TestApp, groupId: string, count: number) => {
  const ids = newIds(count)
  await app.sql(
    `insert into dict_items (id, group_id, code, name)
     select id, $2, 'pool' || at, '池' from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids, groupId],
  )
  return pool(ids)
}
const fillOwnItems = async (app: TestApp, companyId: string, groupId: string, count: number) => {
  const ids = newIds(count)
  await app.sql(
    `insert into dict_layers (company_id, id, group_id, code, name)
     select $2, id, $3, 'own' || at, '池' from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids, companyId, groupId],
  )
  return pool(ids)
}

const fields = { name: '名', value: '', parent: null, sort: 0, color: '', tags: {}, status: 1, desc: '' }
const layer = { name: '名', color: null, sort: null, status: null, version: 0 }

export const samples: MakeSamples = async ({ app, writers, writer, operator, poolSize }) => {
  const nextGroup = await fillGroups(app, poolSize)
  const groupId = nextGroup()
  const nextItem = await fillItems(app, groupId, Math.min(poolSize, 300))
  const nextOwn = await fillOwnItems(app, writers, groupId, poolSize)
  return {
    'sysDicts.create': () => ({
      body: { ...fields, group: 'lockReason', groupName: '分组', code: `c${randomUUID()}` },
      token: writer,
    }),
    'sysDicts.get': () => ({ params: { id: nextOwn() }, token: writer }),
    'sysDicts.update': () => ({ params: { id: nextOwn() }, body: { ...fields, version: 1 }, token: writer }),
    'sysDicts.remove': () => ({ params: { id: nextOwn() }, token: writer }),
    'sysDicts.adjust': () => ({ params: { id: nextItem() }, body: layer, token: writer }),
    'sysDicts.restore': () => ({ params: { id: nextItem() }, token: writer }),
    'sysDicts.createGroup': () => ({
      body: { code: `g${randomUUID()}`, name: '名', sort: 0, desc: '' },
      token: operator,
    }),
    'sysDicts.updateGroup': () => ({
      params: { id: nextGroup() },
      body: { name: '名', sort: 0, desc: '', version: 1 },
      token: operator,
    }),
    'sysDicts.removeGroup': () => ({ params: { id: nextGroup() }, token: operator }),
    'sysDicts.query': () => ({ query: { groups: 'sex,industry', fresh: '1' } }),
  }
}

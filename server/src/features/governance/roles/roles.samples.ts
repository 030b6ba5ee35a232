import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Roles without assignees, active or locked. */
const fillRoles = async (app: TestApp, companyId: string, status: 0 | 1, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into roles (company_id, id, code, name, status)
     select $1, id, 'pool-' || $3 || '-' || at, '池' || $3 || '-' || at, $3::smallint
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids, status],
  )
  return () => ids.pop() ?? randomUUID()
}

const noGrants = {
  menus: [],
  elems: [],
  dataScope: 'all',
  dataOrgIds: [],
  assignable: [],
  home: null,
  version: 1,
  rules: [{ resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'eq', value: 'x' }] }],
}

export const samples: MakeSamples = async ({ app, roleCompany, roleAdmin, nextMember, auditor, poolSize }) => {
  const nextRole = await fillRoles(app, roleCompany, 1, poolSize)
  const nextLockedRole = await fillRoles(app, roleCompany, 0, Math.ceil(poolSize / 4))
  const sharedRole = nextRole()
  return {
    'sysRoles.create': () => ({ body: { name: `名${randomUUID().slice(0, 20)}` }, token: roleAdmin }),
    'sysRoles.get': () => ({ params: { id: sharedRole }, token: roleAdmin }),
    'sysRoles.update': () => ({
      params: { id: nextRole() },
      body: { name: `名${randomUUID().slice(0, 20)}`, version: 1 },
      token: roleAdmin,
    }),
    'sysRoles.remove': () => ({ params: { id: nextRole() }, token: roleAdmin }),
    'sysRoles.lock': () => ({ params: { id: nextRole() }, token: roleAdmin }),
    'sysRoles.unlock': () => ({ params: { id: nextLockedRole() }, token: roleAdmin }),
    'sysRoles.copy': () => ({
      params: { id: sharedRole },
      body: { name: `名${randomUUID().slice(0, 20)}`, code: '' },
      token: roleAdmin,
    }),
    'sysRoles.compare': () => ({ query: { a: sharedRole, b: sharedRole }, token: roleAdmin }),
    'sysRoles.menus': () => ({ params: { id: sharedRole }, token: roleAdmin }),
    'sysRoles.elements': () => ({ params: { id: sharedRole }, token: roleAdmin }),
    'sysRoles.grants': () => ({ params: { id: sharedRole }, token: roleAdmin }),
    'sysRoles.updateMenus': () => ({ params: { id: nextRole() }, body: { ids: [], version: 1 }, token: roleAdmin }),
    'sysRoles.updateElements': () => ({ params: { id: nextRole() }, body: { ids: [], version: 1 }, token: roleAdmin }),
    'sysRoles.updateGrants': () => ({ params: { id: nextRole() }, body: noGrants, token: roleAdmin }),
    'sysRoles.members': () => ({ params: { id: sharedRole }, query: {}, token: roleAdmin }),
    'sysRoles.changeMembers': () => ({ params: { id: sharedRole }, body: { add: [nextMember()] }, token: roleAdmin }),
    'sysRoles.exportRoles': () => ({ body: {}, token: auditor }),
  }
}

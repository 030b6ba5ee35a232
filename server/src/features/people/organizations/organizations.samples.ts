import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/harness.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

/** Top-level organisations without members. */
const fillOrganizations = async (app: TestApp, companyId: string, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into orgs (company_id, id, name, path)
     select $1, id, '池' || at, '/' || id || '/' from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids],
  )
  return () => ids.pop() ?? randomUUID()
}

export const samples: MakeSamples = async ({ app, roleCompany, roleAdmin, nextMember, poolSize }) => {
  const nextOrganization = await fillOrganizations(app, roleCompany, poolSize)
  const [organization, anotherOrganization] = [nextOrganization(), nextOrganization()]
  return {
    'sysOrgs.list': () => ({ query: { search: '池' }, token: roleAdmin }),
    'sysOrgs.options': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: roleAdmin }),
    'sysOrgs.get': () => ({ params: { id: organization }, token: roleAdmin }),
    'sysOrgs.create': () => ({
      body: { name: `名${randomUUID().slice(0, 20)}`, kind: 'dept', status: 1, parent: organization },
      token: roleAdmin,
    }),
    'sysOrgs.update': () => ({
      params: { id: nextOrganization() },
      body: { name: `名${randomUUID().slice(0, 20)}`, kind: 'dept', status: 1, version: 1 },
      token: roleAdmin,
    }),
    'sysOrgs.remove': () => ({ params: { id: nextOrganization() }, token: roleAdmin }),
    'sysOrgs.move': () => ({
      params: { id: organization },
      body: { parent: anotherOrganization, sort: 1 },
      token: roleAdmin,
    }),
    'sysOrgs.merge': () => ({ params: { id: nextOrganization() }, body: { into: organization }, token: roleAdmin }),
    'sysOrgs.split': (n) => ({
      params: { id: organization },
      // Each success adds an organisation: most requests stop at an unknown user.
      body: { name: `名${randomUUID().slice(0, 20)}`, ...(n > 50 && { users: [randomUUID()] }) },
      token: roleAdmin,
    }),
    'sysOrgs.members': () => ({ params: { id: organization }, query: {}, token: roleAdmin }),
    'sysOrgs.changeMembers': () => ({ params: { id: organization }, body: { add: [nextMember()] }, token: roleAdmin }),
    'sysOrgs.offeredRoles': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: roleAdmin }),
    'sysOrgs.replaceRoles': () => ({
      params: { id: nextOrganization() },
      body: { roleIds: [], version: 1 },
      token: roleAdmin,
    }),
    'sysOrgs.updateMember': () => ({
      params: { id: organization, userId: nextMember() },
      body: { duty: 'member', primary: false, postId: null },
      token: roleAdmin,
    }),
  }
}

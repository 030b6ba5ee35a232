import { randomUUID } from 'node:crypto'
import { buildUser } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { createVisitStage } from '../visit-stage.ts'
import { createPlanter } from './planted-rows.ts'

/** `roleId`: a role that the caller may give. */
export type Caller = { title: string; id: string; roleId: string; token: string; signIn(): Promise<string> }

const outsiderAccount = 'outsider'
const exceptOutsider = [
  { resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'ne', value: outsiderAccount }] },
]

/** Organisations near, with one below it, and far; the planted one is below far, with the planted user alone. */
const placeOrganizations = async (visit: Awaited<ReturnType<typeof createVisitStage>>, app: TestApp, id: string) => {
  const near = await visit.org('近处')
  const nearBelow = await visit.org('近处下级', near)
  const far = await visit.org('远处')
  await app.sql(
    `update orgs set name = '远处下级', status = 1, parent_id = $2::uuid, path = '/' || $2::text || '/' || id || '/' where id = $1`,
    [id, far],
  )
  return { near, nearBelow, far, farBelow: id }
}

const castBuilder = (app: TestApp, companyId: string, everything: { permissions: string[]; menus: string[] }) => {
  const addUser = async (name: string, dataScope: string, orgs: string[], all = false) => {
    const user = await buildUser(app, { companyId, ...(all && everything) })
    await app.sql('update users set name = $2 where id = $1', [user.id, name])
    await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, dataScope])
    await app.sql('insert into user_orgs (company_id, user_id, org_id) select $1, $2, unnest($3::uuid[])', [
      companyId,
      user.id,
      orgs,
    ])
    return user
  }
  const addRole = async (dataScope: string, status = 1) => {
    const id = randomUUID()
    await app.sql(
      `insert into roles (company_id, id, code, name, data_scope, status) values ($1, $2::uuid, $2::text, $2::text, $3, $4)`,
      [companyId, id, dataScope, status],
    )
    return id
  }
  const hold = (userId: string, roleId: string) =>
    app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, userId, roleId])
  return { addUser, addRole, hold }
}

const callerAs = async (
  title: string,
  { id, roleId }: { id: string; roleId: string },
  signIn: () => Promise<string>,
): Promise<Caller> => ({ title, id, roleId, signIn, token: await signIn() })

/**
 * A tenant with organisations near and far, in which one user, the outsider, is below far and in every kind of row.
 * Four callers hold all permissions and do not see the outsider; of two people in both organisations one sees no one
 * and one has the role of a caller, as has a mate in near alone.
 */
export const createGrowthCast = async (app: TestApp) => {
  const permissions = (await app.sql('select code from elements')).map(({ code }) => String(code))
  const menus = (await app.sql('select code from menus')).map(({ code }) => String(code))
  const visit = await createVisitStage(app, permissions)
  const companyId = visit.host
  const planted = await (await createPlanter(app)).plant(companyId)
  /** The row that names the outsider. */
  const plantedIn = (table: string) => planted.find((row) => row.table === table)?.id ?? randomUUID()
  const outsider = plantedIn('users')
  await app.sql(`update users set name = '外人', account = $2, status = 1 where id = $1`, [outsider, outsiderAccount])
  const organizations = await placeOrganizations(visit, app, plantedIn('orgs'))
  const { near, far, farBelow } = organizations

  const { addUser, addRole, hold } = castBuilder(app, companyId, { permissions, menus })
  const alone = await addUser('仅本人', 'self', [near], true)
  const nearby = await addUser('本组织及下级', 'orgSub', [near], true)
  const ruled = await addUser('全公司但按规则', 'company', [], true)
  await app.sql('update roles set rules = $2 where id = $1', [ruled.roleId, JSON.stringify(exceptOutsider)])
  const colleague = await addUser('同事', 'self', [near])
  const mate = await addUser('同组织的同级', 'self', [near])
  await hold(mate.id, nearby.roleId)
  const both = await addUser('两处的人', 'self', [near, far])
  const peer = await addUser('两处的同级', 'self', [near, far])
  await hold(peer.id, nearby.roleId)
  await app.sql(`update users set email = account || '@example.com' where id = any($1)`, [[mate.id, peer.id]])

  const shutRole = await addRole('company', 0)
  await hold((await addUser('停用角色的人', 'self', [near])).id, shutRole)
  await app.sql('delete from org_roles where company_id = $1', [companyId])
  for (const [org, dataScope] of [
    [near, 'self'],
    [farBelow, 'orgSub'],
  ] as const)
    await app.sql(`insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, '{}')`, [
      companyId,
      org,
      await addRole(dataScope),
    ])

  const visiting = async () => {
    const { token } = await app.tokens(visit.visitor)
    return (await visit.enter({ orgId: near, minutes: 120 }, token)).token
  }
  const callers = [
    await callerAs('self', alone, () => app.signIn(alone)),
    await callerAs('orgSub', nearby, () => app.signIn(nearby)),
    await callerAs('company with rules', ruled, () => app.signIn(ruled)),
    await callerAs('visitor', { ...visit.visitor, roleId: nearby.roleId }, visiting),
  ]
  return {
    companyId,
    plantedIn,
    callers,
    ...organizations,
    outsider,
    colleague: colleague.id,
    mate: mate.id,
    both: both.id,
    peer: peer.id,
    wideRole: plantedIn('roles'),
    shutRole,
    roleOfBoth: both.roleId,
  }
}
export type GrowthCast = Awaited<ReturnType<typeof createGrowthCast>>

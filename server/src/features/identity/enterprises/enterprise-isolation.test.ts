import { randomUUID } from 'node:crypto'
import { enterpriseMembersContract } from '@atrium/contract/features/identity/enterprises/enterprise-members.contract.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { portalUsersContract } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildRole } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { type BuiltEnterprise, buildEnterprise, buildPerson } from '../../../../test/portal-stage.ts'

const members = enterpriseMembersContract
const canary = 'canary'

let app: TestApp
let ours: BuiltEnterprise
let theirs: BuiltEnterprise
beforeAll(async () => {
  app = await createTestApp()
  ;[ours, theirs] = [await buildEnterprise(app), await buildEnterprise(app)]
})
beforeEach(() => app.sql('delete from limits'))

describe('enterprises', () => {
  it('show nothing of each other at any portal address, and change nothing', async () => {
    // The other enterprise's own texts, and a planted row in every table of companies.
    await app.sql(
      `update enterprises set name = '${canary}-e', legal = '${canary}-l', address = '${canary}-a', reason = '${canary}-r'
       where company_id = $1`,
      [theirs.companyId],
    )
    await app.sql(`update users set name = '${canary}-u' where company_id = $1`, [theirs.companyId])
    const role = await buildRole(app, { companyId: theirs.companyId, name: `${canary}-role` })
    await app.sql(
      `insert into invitations (company_id, id, code, note, most_uses, expires_at, created_by)
       values ($1, gen_random_uuid(), 'CANARYCODE', '${canary}-i', 5, now() + interval '1 day', '{"id":"","name":"${canary}"}')`,
      [theirs.companyId],
    )
    const invitation = String((await app.sql(`select id from invitations where code = 'CANARYCODE'`))[0]?.id)
    const { appId, requestId } = await plantAppRequest()
    expect(JSON.stringify(await app.call(portalUsersContract.pages, { query: {} }, theirs.token))).toContain(canary)
    const waiting = await app.call(appRequestsContract.approvals, { query: {} }, theirs.token)
    expect(JSON.stringify(waiting)).toContain(`${canary}-why`)
    expect((await app.call(appRequestsContract.requestable, {}, theirs.token)).data).toMatchObject([{ id: appId }])
    expect(JSON.stringify(await app.call(enterprisesContract.ent, {}, theirs.token))).toContain(canary)
    const before = await readState(theirs.companyId)
    const portal = endpoints.filter(({ path, access }) => path.startsWith('/front-api/') && access.kind !== 'public')
    expect(portal.length).toBeGreaterThan(30)
    for (const id of [theirs.member.id, theirs.admin.id, theirs.companyId, role.id, invitation, appId, requestId])
      for (const endpoint of portal.filter(isAboutRows)) {
        const { statusCode, body } = await send(endpoint, id, role.id)
        expect([endpoint.path, statusCode, body.toLowerCase().includes(canary)]).toEqual([
          endpoint.path,
          statusCode,
          false,
        ])
      }
    expect(await readState(theirs.companyId)).toEqual(before)
  })
})

/** An application of the other enterprise, for which its member asks its administrator. */
const plantAppRequest = async () => {
  const [appId, requestId, by] = [randomUUID(), randomUUID(), JSON.stringify({ id: '', name: canary })]
  await app.sql(
    `insert into open_apps (company_id, id, app_key, name, kind, owner_id, created_by, updated_by)
     values ($1, $2, 'ak_${canary}', '${canary}-app', 'web', $3, $4, $4)`,
    [theirs.companyId, appId, theirs.admin.id, by],
  )
  await app.sql(
    `insert into open_app_portals (company_id, app_id, address, requestable, updated_by)
     values ($1, $2, 'https://oa.example.cn', true, $3)`,
    [theirs.companyId, appId, by],
  )
  await app.sql(
    `insert into app_requests (company_id, id, app_id, user_id, reason) values ($1, $2, $3, $4, '${canary}-why')`,
    [theirs.companyId, requestId, appId, theirs.member.id],
  )
  return { appId, requestId }
}

/** Not the caller's own session, password and contacts, which would end the test's session. */
const isAboutRows = ({ module, path }: Endpoint) =>
  ['frontUsers', 'frontEnts', 'frontApps'].includes(module) &&
  !path.includes('/apply/') &&
  path !== '/front-api/sys/user/ent/v1'

/** One call of our administrator about a row of the other enterprise. */
const send = (endpoint: Endpoint, id: string, roleId: string) => {
  const body = {
    reason: '越界',
    name: '越界',
    sex: 0,
    version: 1,
    entId: id,
    target: `x${randomUUID().slice(0, 8)}`,
    roles: [{ roleId }],
    mode: 'replace',
    appId: id,
    kind: 'app',
    id,
    on: true,
    until: null,
  }
  return app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(':id', id),
    headers: { token: ours.token },
    ...(endpoint.method !== 'GET' && { payload: body }),
  })
}
const readState = (companyId: string) =>
  Promise.all(
    [
      'users',
      'enterprises',
      'user_roles',
      'invitations',
      'roles',
      'sessions',
      'open_apps',
      'open_app_portals',
      'app_approvers',
      'app_requests',
      'portal_shortcuts',
      'app_consents',
    ].map((table) =>
      app.sql(
        `select md5(string_agg(row::text, ',' order by row::text)) as digest from ${table} row where company_id = $1`,
        [companyId],
      ),
    ),
  )

describe('members of an enterprise', () => {
  it('are invited on the portal, join, act for it, and leave', async () => {
    const person = await buildPerson(app)
    const token = await app.signIn(person)
    expect((await app.call(members.invite, { body: { target: person.account } }, ours.token)).code).toBe(0)
    const invitation = (await app.call(members.own, {}, token)).data?.invitations[0]
    expect(invitation).toMatchObject({ company: ours.name })
    expect((await app.call(members.accept, { params: { id: invitation?.id ?? '' } }, token)).code).toBe(0)
    const entered = await app.call(members.switch, { body: { entId: ours.companyId } }, token)
    const acting = entered.data?.token ?? ''
    expect((await app.call(members.own, {}, acting)).data?.companies.find(({ current }) => current)?.id).toBe(
      ours.companyId,
    )
    expect((await app.call(members.switch, { body: { entId: theirs.companyId } }, acting)).code).toBe(3202)
    const left = await callAndConfirm(app, members.leave, { params: { id: ours.companyId } }, acting)
    expect(left.done.code).toBe(0)
    expect((await app.call(members.own, {}, acting)).code).toBe(101)
  })
  it('get roles of it from its administrators, and are locked by them', async () => {
    const role = await buildRole(app, { companyId: ours.companyId, permissions: ['frontUsers:list'] })
    const params = { id: ours.member.id }
    const { data } = await app.call(members.roles, { params }, ours.token)
    const body = { roles: [{ roleId: role.id }], version: data?.version ?? 0 }
    expect((await callAndConfirm(app, members.assignRoles, { params, body }, ours.token)).done.code).toBe(0)
    const member = await app.signIn(ours.member)
    expect((await app.call(portalUsersContract.pages, { query: {} }, member)).total).toBe(2)
    const locked = await app.call(portalUsersContract.lock, { params, body: { reason: '离职' } }, ours.token)
    expect(locked.code).toBe(0)
    expect((await app.call(portalUsersContract.pages, { query: {} }, member)).code).toBe(101)
  })
})

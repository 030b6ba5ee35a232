import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { ticketPath } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRole, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { appRights, callOpen, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { buildEnterprise, buildPerson } from '../../../../test/portal-stage.ts'

const { apps, count, favorite, favoriteMenus, consents, consent, login } = portalAppsContract
const { portal, updatePortal, portalTargets } = appPortalContract
type Settings = RequestOf<typeof updatePortal>['body']
type Built = Awaited<ReturnType<typeof buildApp>>

let app: TestApp
let stage: OpenStage
let operator: string
let company: Awaited<ReturnType<OpenStage['company']>>
let member: Awaited<ReturnType<typeof buildUser>>
let memberToken: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOpenStage(app)
  const companyId = await readPlatformCompany(app)
  operator = await app.signIn(await buildUser(app, { companyId, permissions: appRights }))
})
beforeEach(async () => {
  await app.sql('delete from limits')
  company = await stage.company()
  member = await buildUser(app, { companyId: company.companyId, phone: `137${String(Date.now()).slice(-8)}` })
  memberToken = await app.signIn(member)
})

const set = async (token: string, id: string, settings: Settings) => {
  const { version = 1 } = (await app.call(portal, { params: { id } }, token)).data ?? {}
  return app.call(updatePortal, { params: { id }, body: { ...settings, version } }, token)
}
/** An application with a secret that is shown as given. */
const buildApp = async (token: string, settings: Settings = {}) => {
  const { id, appKey } = await stage.app(token)
  const { secret } = await stage.secret(token, id)
  const shown = { audience: 'company', address: 'https://oa.example.cn/home?from=a', sso: true, ...settings } as const
  expect((await set(token, id, shown)).code).toBe(0)
  return { id, appKey, secret }
}
const listIds = async (token: string, query: RequestOf<typeof apps>['query'] = {}) =>
  ((await app.call(apps, { query }, token)).data ?? []).map(({ id }) => id)
const open = (token: string, id: string) => app.call(login, { body: { appId: id } }, token)
const readTicket = async (token: string, id: string) => {
  const { data } = await open(token, id)
  return new URL(data?.url ?? 'https://none.example').searchParams.get('ticket') ?? ''
}
const redeem = ({ appKey, secret }: Built, ticket: string) =>
  callOpen(app, { method: 'POST', url: ticketPath, body: JSON.stringify({ ticket }), appKey, secret })

describe('applications', () => {
  it('are shown to those they are meant for', async () => {
    const mine = await buildApp(company.token)
    const role = await buildRole(app, { companyId: company.companyId })
    const forRole = await buildApp(company.token, { audience: 'roles', targetIds: [role.id] })
    const hidden = await buildApp(company.token, { audience: 'nobody' })
    expect(await listIds(memberToken)).toEqual([mine.id])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      company.companyId,
      member.id,
      role.id,
    ])
    expect((await listIds(memberToken)).toSorted()).toEqual([mine.id, forRole.id].toSorted())
    expect((await open(memberToken, hidden.id)).code).toBe(404)
  })
  it('of the operator reach portal users, or everyone', async () => {
    const [forPortal, forAll] = [
      await buildApp(operator, { audience: 'portal' }),
      await buildApp(operator, { audience: 'everyone' }),
    ]
    const person = await app.signIn(await buildPerson(app))
    const { token } = await buildEnterprise(app)
    for (const portalUser of [person, token])
      expect(await listIds(portalUser)).toEqual(expect.arrayContaining([forPortal.id, forAll.id]))
    expect(await listIds(memberToken)).toEqual([forAll.id])
  })
  it('of other companies, locked and expired ones are not shown', async () => {
    const other = await stage.company()
    const theirs = await buildApp(other.token)
    const mine = await buildApp(company.token)
    await app.sql('update open_apps set locked_at = now() where id = $1', [mine.id])
    const found = await listIds(memberToken)
    expect(found).not.toContain(theirs.id)
    expect(found).not.toContain(mine.id)
    expect((await open(memberToken, theirs.id)).code).toBe(404)
  })
  it('are found by category and name, and keep the favourites’ own order and the last used', async () => {
    const [first, second] = [
      await buildApp(company.token, { category: '办公' }),
      await buildApp(company.token, { category: '财务' }),
    ]
    expect(await listIds(memberToken, { category: '财务' })).toEqual([second.id])
    const mark = (id: string, on: boolean, sort?: number) =>
      app.call(favorite, { body: { kind: 'app', id, on, ...(sort !== undefined && { sort }) } }, memberToken)
    await mark(first.id, true)
    await mark(second.id, true, 0)
    expect(await listIds(memberToken, { only: 'favorite' })).toEqual([second.id, first.id])
    await mark(first.id, true, 0)
    expect(await listIds(memberToken, { only: 'favorite' })).toEqual([first.id, second.id])
    await mark(first.id, false)
    expect(await listIds(memberToken, { only: 'favorite' })).toEqual([second.id])
    expect((await mark(randomUUID(), true)).code).toBe(404)
    expect(await listIds(memberToken, { only: 'recent' })).toEqual([])
    await open(memberToken, first.id)
    expect(await listIds(memberToken, { only: 'recent' })).toEqual([first.id])
    const { data } = await app.call(count, {}, memberToken)
    expect(data).toMatchObject({ favorite: 1, pending: 0, unread: 0 })
    expect(data?.total).toBeGreaterThanOrEqual(2)
  })
  it('are not the only favourites: menus are, too', async () => {
    const [menu] = await app.sql(`select id from menus where code = 'sys.users'`)
    await app.call(favorite, { body: { kind: 'menu', id: String(menu?.id), on: true } }, memberToken)
    expect((await app.call(favoriteMenus, {}, memberToken)).data).toEqual([{ id: menu?.id }])
  })
})

describe('settings', () => {
  it('refuse wide audiences to companies, and what is missing', async () => {
    const { id } = await stage.app(company.token)
    const address = 'https://oa.example.cn'
    expect(await set(company.token, id, { audience: 'portal', address })).toMatchObject({ code: 6133 })
    expect(await set(company.token, id, { audience: 'company' })).toMatchObject({ code: 6130 })
    expect(await set(company.token, id, { audience: 'orgs', address })).toMatchObject({ code: 6131 })
    const other = await buildRole(app, { companyId: (await stage.company()).companyId })
    expect(await set(company.token, id, { audience: 'roles', address, targetIds: [other.id] })).toMatchObject({
      code: 6132,
    })
  })
  it('are changed in the version that was read, within the company', async () => {
    const mine = await buildApp(company.token)
    const body = { audience: 'company', address: 'https://oa.example.cn', version: 1 } as const
    expect((await app.call(updatePortal, { params: { id: mine.id }, body }, company.token)).code).toBe(409)
    const other = await stage.company()
    expect((await app.call(portal, { params: { id: mine.id } }, other.token)).code).toBe(404)
    const role = await buildRole(app, { companyId: company.companyId, name: `财务${randomUUID()}` })
    const found = await app.call(
      portalTargets,
      { params: { id: mine.id }, query: { audience: 'roles', keyword: role.name } },
      company.token,
    )
    expect(found.data).toEqual([role])
  })
})

it('settings are logged with whom they name', async () => {
  const [one, other] = [
    await buildRole(app, { companyId: company.companyId, name: '财务' }),
    await buildRole(app, { companyId: company.companyId, name: '人事' }),
  ]
  const mine = await buildApp(company.token, { audience: 'roles', targetIds: [one.id] })
  const address = 'https://oa.example.cn'
  await set(company.token, mine.id, { audience: 'roles', address, targetIds: [other.id] })
  const logged = await app.sql(
    `select before, after from audit_log where event = 'openAppPortal.updated' and entity_id = $1 order by seq`,
    [mine.id],
  )
  expect(logged.at(-1)).toMatchObject({ before: { roles: ['财务'] }, after: { roles: ['人事'] } })
})

describe('a ticket', () => {
  it('tells the application once who the user is, and no more than it asks for', async () => {
    const mine = await buildApp(company.token, { scopes: ['phone', 'ent'] })
    const { data } = await open(memberToken, mine.id)
    expect(data?.url).toMatch(/^https:\/\/oa\.example\.cn\/home\?from=a&ticket=[\w-]{43}$/)
    const ticket = new URL(data?.url ?? '').searchParams.get('ticket') ?? ''
    const told = await redeem(mine, ticket)
    expect(told).toMatchObject({ status: 200, code: 0, data: { userId: member.id, name: '张伟' } })
    expect(Object.keys(told.data ?? {}).toSorted()).toEqual(['ent', 'name', 'phone', 'scopes', 'userId'])
    expect(await redeem(mine, ticket)).toMatchObject({ status: 422, code: 6137 })
  })
  it('is redeemed by one of twenty parallel calls', async () => {
    const mine = await buildApp(company.token)
    const ticket = await readTicket(memberToken, mine.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(mine, ticket)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  })
  it('is bound to its application', async () => {
    const [mine, other] = [await buildApp(company.token), await buildApp(company.token)]
    const ticket = await readTicket(memberToken, mine.id)
    expect((await redeem(other, ticket)).code).toBe(6137)
    expect((await redeem({ ...mine, secret: other.secret }, ticket)).status).toBe(401)
    expect((await redeem(mine, ticket)).code).toBe(0)
  })
  it('is not valid after a minute, and not for a user who was locked meanwhile', async () => {
    const mine = await buildApp(company.token)
    const expired = await readTicket(memberToken, mine.id)
    await app.sql(`update sso_tickets set expires_at = expires_at - interval '60 seconds'`)
    expect((await redeem(mine, expired)).code).toBe(6137)
    const ticket = await readTicket(memberToken, mine.id)
    await app.sql('update users set locked_at = now() where id = $1', [member.id])
    expect((await redeem(mine, ticket)).code).toBe(6137)
  })
  it('is not valid after the sign-in that it was issued in', async () => {
    const mine = await buildApp(company.token)
    const ticket = await readTicket(memberToken, mine.id)
    expect((await app.call(sessionContract.logout, {}, memberToken)).code).toBe(0)
    expect((await redeem(mine, ticket)).code).toBe(6137)
  })
  it('is not valid for a member whose account in another company was locked meanwhile', async () => {
    const mine = await buildApp(company.token)
    const principal = await buildUser(app, { companyId: (await stage.company()).companyId })
    await app.sql(
      `update users set principal_company_id = principal.company_id, principal_id = principal.id, password_hash = '', phone = null
       from (select company_id, id from users where id = $2) principal where users.id = $1`,
      [member.id, principal.id],
    )
    expect((await redeem(mine, await readTicket(memberToken, mine.id))).code).toBe(0)
    const ticket = await readTicket(memberToken, mine.id)
    await app.sql('update users set locked_at = now() where id = $1', [principal.id])
    expect((await redeem(mine, ticket)).code).toBe(6137)
  })
  it('is not stored in readable form', async () => {
    const mine = await buildApp(company.token)
    const ticket = await readTicket(memberToken, mine.id)
    const [row] = await app.sql('select encode(digest, $1) as text from sso_tickets where app_id = $2', [
      'escape',
      mine.id,
    ])
    expect(row?.text).not.toContain(ticket)
    const logged = await app.sql('select after::text as after from audit_log where entity_id = $1', [mine.id])
    expect(JSON.stringify(logged)).not.toContain(ticket)
  })
  it('is refused where it is no ticket at all', async () => {
    const mine = await buildApp(company.token)
    expect((await redeem(mine, randomUUID())).code).toBe(6137)
    const { appKey, secret } = mine
    const empty = await callOpen(app, { method: 'POST', url: ticketPath, body: '{}', appKey, secret })
    expect(empty.status).toBe(400)
  })
  it('is none for an application that signs nobody on', async () => {
    const mine = await buildApp(company.token, { sso: false })
    expect((await open(memberToken, mine.id)).data).toEqual({
      url: 'https://oa.example.cn/home?from=a',
      consent: null,
    })
  })
})

describe('consent', () => {
  it('is asked for by applications of another company, once for what they learn', async () => {
    const shared = await buildApp(operator, { audience: 'everyone', scopes: ['phone'] })
    const asked = (await open(memberToken, shared.id)).data
    expect(asked).toMatchObject({ url: null, consent: { scopes: ['phone'] } })
    const allow = (scopes: ('phone' | 'email')[]) =>
      app.call(consent, { body: { appId: shared.id, on: true, scopes } }, memberToken)
    expect((await allow([])).code).toBe(6135)
    expect((await allow(['phone', 'email'])).code).toBe(6135)
    expect((await allow(['phone'])).code).toBe(0)
    expect((await redeem(shared, await readTicket(memberToken, shared.id))).code).toBe(0)
    expect((await set(operator, shared.id, { ...buildSettings(['phone', 'email']) })).code).toBe(0)
    expect((await open(memberToken, shared.id)).data?.consent).toMatchObject({ scopes: ['phone', 'email'] })
  })
  it('can be taken back, with the tickets that it allowed', async () => {
    const shared = await buildApp(operator, { audience: 'everyone', scopes: ['email'] })
    const body = { appId: shared.id, on: true, scopes: ['email' as const] }
    await app.call(consent, { body }, memberToken)
    const given = (await app.call(consents, {}, memberToken)).data
    expect(given).toMatchObject([{ appId: shared.id, scopes: ['email'] }])
    const ticket = await readTicket(memberToken, shared.id)
    expect((await app.call(consent, { body: { appId: shared.id, on: false } }, memberToken)).code).toBe(0)
    expect((await redeem(shared, ticket)).code).toBe(6137)
    expect((await app.call(consents, {}, memberToken)).data).toEqual([])
    expect((await open(memberToken, shared.id)).data?.url).toBeNull()
  })
})

const buildSettings = (scopes: ('phone' | 'email')[]) =>
  ({ audience: 'everyone', address: 'https://oa.example.cn', sso: true, scopes }) as const

describe('an open API', () => {
  it('cannot take the path of tickets', async () => {
    await expect(stage.openApi({ method: 'POST', path: ticketPath, kind: 'target', apiId: null })).rejects.toThrow()
  })
})

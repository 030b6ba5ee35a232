import { randomUUID } from 'node:crypto'
import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import { appScimErrors } from '@atrium/contract/features/open/open-apps/app-scim.errors.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { countStatements } from '../../../../test/count-statements.ts'
import { buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createScimStage, patchBody, type ScimStage, scimClient, userRights } from '../../../../test/scim-stage.ts'

let app: TestApp
let stage: ScimStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createScimStage(app)
})
const newName = () => `u${randomUUID().slice(0, 10).replaceAll('-', '_')}`
const user = (rest: object = {}) => ({ userName: newName(), displayName: '测试员', ...rest })
/** What the service knows of tokens and applications is believed for a second. */
const second = () => new Promise((done) => setTimeout(done, 1100))
const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`

describe('tokens', () => {
  it('are shown once, kept as digests, and two are valid while they are rotated', async () => {
    const { id, token, bearer, scim } = await stage.provisioning()
    const next = await stage.scimToken(token, id, 24)
    const listed = await app.call(appScimContract.scim, { params: { id } }, token)
    expect(listed.data?.tokens.map(({ hint, state }) => [hint, state])).toEqual([
      [next.hint, 'live'],
      [bearer.slice(-4), 'rotating'],
    ])
    const stored = await app.sql('select to_jsonb(t)::text as row from open_app_scim_tokens t')
    const audited = await app.sql('select to_jsonb(audit_log)::text as row from audit_log where entity_id = $1', [id])
    expect(JSON.stringify([stored, audited, listed.raw.toString()])).not.toContain(bearer)
    const third = { params: { id }, body: {} }
    expect((await app.call(appScimContract.addScimToken, third, token)).code).toBe(appScimErrors.tooManyTokens.code)
    const renewed = scimClient(app, next.token)
    expect([(await scim('GET', '/Users')).status, (await renewed('GET', '/Users')).status]).toEqual([200, 200])
  })

  it('end at once', async () => {
    const { id, token, tokenId, scim } = await stage.provisioning()
    expect((await scim('GET', '/Users')).status).toBe(200)
    const request = { params: { id, sid: tokenId } }
    const { impact, done } = await callAndConfirm(app, appScimContract.revokeScimToken, request, token)
    expect([impact, done.code]).toMatchObject([{ remaining: 0 }, 0])
    const again = await app.call(appScimContract.revokeScimToken, request, token)
    expect(again.code).toBe(appScimErrors.tokenEnded.code)
    await second()
    const { status, headers, body } = await scim('GET', '/Users')
    expect([status, headers['www-authenticate'], body.status]).toEqual([401, 'Bearer realm="SCIM"', '401'])
  })

  it('are refused when forged, missing, or of an application that is locked or switched off', async () => {
    const { id, token, bearer, scim } = await stage.provisioning()
    const forged = `${bearer.slice(0, -1)}${bearer.endsWith('0') ? '1' : '0'}`
    for (const wrong of ['', 'x', forged, `${bearer}0`])
      expect((await scimClient(app, wrong)('GET', '/Users')).status).toBe(401)
    const bare = await app.server.inject({ method: 'GET', url: '/scim/v2/Users' })
    expect(bare.statusCode).toBe(401)
    await stage.setScim(token, id, { enabled: false })
    await second()
    expect((await scim('GET', '/Users')).status).toBe(403)
    await stage.setScim(token, id)
    const lock = { params: { id }, body: { reason: '异常' } }
    await callAndConfirm(app, openAppsContract.lock, lock, token)
    await second()
    expect((await scim('GET', '/Users')).status).toBe(401)
  })
})

describe('rights', () => {
  it('are those of the owner, who alone switches on what they may do', async () => {
    const { companyId, token, id } = await stage.provisioning()
    const weak = await app.signIn(
      await buildUser(app, {
        companyId,
        permissions: ['openApps:list', 'openApps:add', 'openApps:edit', 'openApps:scim'],
      }),
    )
    const code = openAppsErrors.beyondRights.code
    expect((await app.call(appScimContract.addScimToken, { params: { id }, body: {} }, weak)).code).toBe(code)
    expect((await stage.setScim(weak, id, { enabled: false })).code).toBe(code)
    const own = await stage.app(weak)
    expect((await stage.setScim(weak, own.id)).code).toBe(0)
    const held = await stage.scimToken(weak, own.id)
    const scim = scimClient(app, held.token)
    expect((await scim('GET', '/Users')).status).toBe(403)
    const { data } = await app.call(openAppsContract.get, { params: { id } }, token)
    const { data: mine } = await app.call(openAppsContract.get, { params: { id: own.id } }, weak)
    const body = { name: mine?.name ?? '', ownerId: data?.owner?.id ?? null, version: mine?.version ?? 0 }
    expect((await app.call(openAppsContract.update, { params: { id: own.id }, body }, weak)).code).toBe(
      openAppsErrors.strongerOwner.code,
    )
  })

  it('refuse writes that the owner could not make', async () => {
    const readers = userRights.filter((right) => !['sysUsers:add', 'sysUsers:delete'].includes(right))
    const { scim, companyId } = await stage.provisioning({}, readers)
    const other = await buildUser(app, { companyId, permissions: [] })
    expect((await scim('POST', '/Users', user())).status).toBe(403)
    expect((await scim('DELETE', `/Users/${other.id}`)).status).toBe(403)
    expect((await scim('GET', `/Users/${other.id}`)).status).toBe(200)
    const refused = await app.sql(`select code from audit_log where company_id = $1 and event = 'user.created'`, [
      companyId,
    ])
    expect(refused).toEqual([{ code: 403 }])
  })

  it('touch neither the owner nor users who hold more', async () => {
    const { scim, companyId, user: owner } = await stage.provisioning()
    const strong = await buildUser(app, { companyId, permissions: ['sysBases:edit'] })
    for (const id of [owner.id, strong.id]) {
      const { status } = await scim('PATCH', `/Users/${id}`, patchBody({ op: 'replace', value: { active: false } }))
      expect(status).toBe(403)
      expect((await scim('DELETE', `/Users/${id}`)).status).toBe(403)
    }
    const rename = patchBody({ op: 'replace', path: 'emails.value', value: 'attacker@example.com' })
    expect((await scim('PATCH', `/Users/${strong.id}`, rename)).status).toBe(403)
  })

  it('offer only roles within the ceiling, and only those that were chosen', async () => {
    const { scim, companyId, token, id } = await stage.provisioning()
    const [weak, strong] = [
      await buildRole(app, { companyId, permissions: ['sysUsers:list'] }),
      await buildRole(app, { companyId, permissions: ['sysBases:edit'] }),
    ]
    const beyond = await stage.setScim(token, id, { roleIds: [strong.id] })
    expect([beyond.code, beyond.errors?.[0]?.field]).toEqual([usersErrors.beyondOwnRights.code, 'roleIds'])
    expect((await stage.setScim(token, id, { roleIds: [weak.id] })).code).toBe(0)
    const added = await scim('POST', '/Users', user())
    const members = patchBody({ op: 'add', path: 'members', value: [{ value: added.body.id }] })
    expect((await scim('PATCH', `/Groups/${strong.id}`, members)).status).toBe(404)
    expect((await scim('PATCH', `/Groups/${weak.id}`, members)).status).toBe(200)
    // The role gains a right that the owner does not have: its members are out of reach from then on.
    await app.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [
      companyId,
      weak.id,
      'sysBases:edit',
    ])
    const remove = patchBody({ op: 'remove', path: 'members', value: [{ value: added.body.id }] })
    expect((await scim('PATCH', `/Groups/${weak.id}`, remove)).status).toBe(403)
  })

  it('shows members unless they are left out, and finds groups by member and id', async () => {
    const { scim, companyId, token, id } = await stage.provisioning()
    const role = await buildRole(app, { companyId, permissions: ['sysUsers:list'] })
    expect((await stage.setScim(token, id, { roleIds: [role.id] })).code).toBe(0)
    const [one, other] = [await scim('POST', '/Users', user()), await scim('POST', '/Users', user())]
    const both = [{ value: one.body.id }, { value: other.body.id }]
    await scim('PATCH', `/Groups/${role.id}`, patchBody({ op: 'add', path: 'members', value: both }))
    expect((await scim('GET', '/Groups')).body.Resources).toMatchObject([{ members: [{}, {}] }])
    const { body } = await scim('GET', '/Groups?excludedAttributes=members')
    expect([body.totalResults, JSON.stringify(body).includes('"members"')]).toEqual([1, false])
    expect((await scim('GET', `/Groups/${role.id}`)).body.members).toHaveLength(2)
    const found = async (filter: string) =>
      (await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.totalResults
    expect([await found(`id eq "${role.id.toUpperCase()}"`), await found('id eq "x"')]).toEqual([1, 0])
    expect([await found(`members eq "${one.body.id}"`), await found('members eq "x"')]).toEqual([1, 0])
    const path = `members[value eq "${String(one.body.id).toUpperCase()}"]`
    const removed = await scim('PATCH', `/Groups/${role.id}`, patchBody({ op: 'remove', path }))
    expect(removed.body.members).toMatchObject([{ value: other.body.id }])
  })

  it('are counted alike on every page', async () => {
    const { scim } = await stage.provisioning()
    for (let nth = 0; nth < 3; nth += 1) await scim('POST', '/Users', user())
    const total = Number((await scim('GET', '/Users')).body.totalResults)
    const page = async (startIndex: number, count: number) => {
      const { body } = await scim('GET', `/Users?startIndex=${startIndex}&count=${count}`)
      return [body.totalResults, body.itemsPerPage]
    }
    expect([await page(1, 2), await page(total, 2), await page(total + 1, 2), await page(1, 0)]).toEqual([
      [total, 2],
      [total, 1],
      [total, 0],
      [total, 0],
    ])
  })

  it('end at the rows that the owner sees', async () => {
    const { scim, companyId, token, id, user: owner } = await stage.provisioning()
    const [inside, outside] = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    const { data: org } = await app.call(
      organizationsContract.create,
      { body: { name: '华东', parent: null, kind: 'dept', status: 1 } },
      await app.signIn(await buildUser(app, { companyId, permissions: ['sysOrgs:add'] })),
    )
    const orgId = org?.id ?? ''
    await app.sql('insert into user_orgs (company_id, user_id, org_id) select $1, unnest($2::uuid[]), $3', [
      companyId,
      [inside.id, owner.id],
      orgId,
    ])
    await app.sql(
      `update roles set data_scope = 'org' where id in (select role_id from user_roles where user_id = $1)`,
      [owner.id],
    )
    await second()
    expect((await scim('GET', `/Users/${inside.id}`)).status).toBe(200)
    expect((await scim('GET', `/Users/${outside.id}`)).status).toBe(404)
    expect((await scim('GET', '/Users')).body.totalResults).toBe(2)
    expect((await scim('POST', '/Users', user())).status).toBe(403)
    await stage.setScim(token, id, { orgId })
    await second()
    const { status, body } = await scim('POST', '/Users', user())
    expect([status, (await scim('GET', `/Users/${body.id}`)).status]).toEqual([201, 200])
  })

  it('see nothing of another company', async () => {
    const [own, other] = [await stage.provisioning(), await stage.provisioning()]
    const { body } = await other.scim('POST', '/Users', user({ externalId: 'x-1' }))
    const role = await buildRole(app, { companyId: other.companyId })
    await stage.setScim(other.token, other.id, { roleIds: [role.id] })
    for (const path of [`/Users/${body.id}`, `/Groups/${role.id}`, `/Users/${randomUUID()}`]) {
      expect((await own.scim('GET', path)).status).toBe(404)
      expect((await own.scim('PUT', path, user())).status).toBe(404)
      expect((await own.scim('PATCH', path, patchBody({ op: 'add', path: 'externalId', value: 'y' }))).status).toBe(404)
    }
    expect((await own.scim('DELETE', `/Users/${body.id}`)).status).toBe(404)
    for (const filter of [`userName eq "${body.userName}"`, 'externalId eq "x-1"', `id eq "${body.id}"`])
      expect((await own.scim('GET', filtered(filter))).body.totalResults).toBe(0)
    const foreign = await buildRole(app, { companyId: own.companyId })
    await stage.setScim(own.token, own.id, { roleIds: [foreign.id] })
    const members = patchBody({ op: 'add', path: 'members', value: [{ value: body.id }] })
    expect((await own.scim('PATCH', `/Groups/${foreign.id}`, members)).status).toBe(400)
    expect((await stage.setScim(own.token, own.id, { roleIds: [role.id] })).errors?.[0]?.field).toBe('roleIds')
  })
})

describe('users', () => {
  it('are created once, however many ask at the same time', async () => {
    const { scim } = await stage.provisioning()
    const same = user({ userName: `${newName()}@example.com` })
    const replies = await Promise.all(Array.from({ length: 4 }, () => scim('POST', '/Users', same)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const plain = user()
    const two = await Promise.all([scim('POST', '/Users', plain), scim('POST', '/Users', plain)])
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('keep mail addresses as names beside an account of their own', async () => {
    const { scim, token, companyId } = await stage.provisioning()
    const local = newName()
    const [one, other] = [
      await scim('POST', '/Users', user({ userName: `${local}@a.example.com` })),
      await scim('POST', '/Users', user({ userName: `${local}@b.example.com` })),
    ]
    const account = async (id: unknown) =>
      (await app.call(usersContract.get, { params: { id: String(id) } }, token)).data?.account
    expect(await account(one.body.id)).toBe(local)
    expect(await account(other.body.id)).toMatch(new RegExp(`^${local}_\\d{4}$`))
    expect((await scim('POST', '/Users', user({ userName: local }))).status).toBe(409)
    const rename = patchBody({ op: 'replace', path: 'userName', value: local })
    expect((await scim('PATCH', `/Users/${other.body.id}`, rename)).status).toBe(409)
    const author = await app.sql(`select created_by ->> 'name' as name from users where id = $1`, [one.body.id])
    expect(author[0]?.name).toMatch(/^应用/)
    const events = await app.sql(`select event, actor ->> 'name' as name from audit_log where entity_id = $1`, [
      one.body.id,
    ])
    expect(events.map(({ event }) => event).toSorted()).toEqual(['openAppScimUser.linked', 'user.created'])
    expect(companyId).toBeTruthy()
  })

  it('lose their sessions when they are deactivated', async () => {
    const { scim, companyId } = await stage.provisioning()
    const person = await buildUser(app, { companyId, permissions: ['sysUsers:list'] })
    const token = await app.signIn(person)
    expect((await app.call(usersContract.list, {}, token)).code).toBe(0)
    const off = patchBody({ op: 'Replace', path: 'active', value: 'False' })
    expect((await scim('PATCH', `/Users/${person.id}`, off)).body.active).toBe(false)
    expect((await app.call(usersContract.list, {}, token)).code).toBe(101)
  })

  it('are not added beyond the plan', async () => {
    const { scim, companyId } = await stage.provisioning()
    await app.sql(
      `insert into tenants (company_id, plan_id, most_users) select $1, id, 2 from plans where code = 'standard'`,
      [companyId],
    )
    expect((await scim('POST', '/Users', user())).status).toBe(201)
    const { status, body } = await scim('POST', '/Users', user())
    expect([status, body.detail]).toEqual([403, '用户数超过套餐上限'])
  })

  it('have versions that an edit may insist on', async () => {
    const { scim } = await stage.provisioning()
    const { body, headers } = await scim('POST', '/Users', user())
    const path = `/Users/${body.id}`
    const etag = String(headers.etag)
    expect((await scim('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    const rename = patchBody({ op: 'replace', path: 'displayName', value: '新名' })
    const changed = await scim('PATCH', path, rename, { 'if-match': etag })
    expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
    expect((await scim('PATCH', path, rename, { 'if-match': etag })).status).toBe(412)
    const same = await scim('PATCH', path, rename)
    expect(same.headers.etag).toBe(changed.headers.etag)
    const named = await scim('PATCH', path, patchBody({ op: 'add', path: 'externalId', value: 'e-7' }))
    expect(named.headers.etag).not.toBe(changed.headers.etag)
  })

  it('are refused with the field that is wrong', async () => {
    const { scim } = await stage.provisioning()
    const refused = async (rest: object) => {
      const { status, body } = await scim('POST', '/Users', user(rest))
      return [status, body.scimType]
    }
    const invalid = [400, 'invalidValue']
    expect(await refused({ userName: '' })).toEqual(invalid)
    expect(await refused({ displayName: '长'.repeat(31) })).toEqual(invalid)
    expect(await refused({ emails: [{ value: 'no mail' }] })).toEqual(invalid)
    expect(await refused({ phoneNumbers: [{ type: 'mobile', value: '+1 425 555 0100' }] })).toEqual(invalid)
    expect(await refused({ active: 'maybe' })).toEqual(invalid)
    expect(await refused({ userName: 7 })).toEqual(invalid)
    const { body } = await scim('POST', '/Users', user())
    const patch = async (...operations: Parameters<typeof patchBody>) => {
      const reply = await scim('PATCH', `/Users/${body.id}`, patchBody(...operations))
      return [reply.status, reply.body.scimType]
    }
    expect(await patch({ op: 'replace', path: 'nonsense', value: 'x' })).toEqual([400, 'invalidPath'])
    expect(await patch({ op: 'replace', path: 'id', value: 'x' })).toEqual([400, 'mutability'])
    expect(await patch({ op: 'move', path: 'userName', value: 'x' })).toEqual([400, 'invalidSyntax'])
    expect(await patch({ op: 'remove' })).toEqual([400, 'noTarget'])
    expect(await patch({ op: 'replace', path: 'emails[type eq', value: 'x' })).toEqual([400, 'invalidPath'])
  })
})

describe('lists', () => {
  it('filter, sort, page and show what is asked for', async () => {
    const { scim } = await stage.provisioning()
    const prefix = newName()
    for (const [n, name] of ['丙', '甲', '乙'].entries())
      await scim('POST', '/Users', user({ userName: `${prefix}_${n}`, displayName: name, externalId: `E${n}` }))
    const get = async (query: string) => (await scim('GET', `/Users?${query}`)).body
    const mine = `filter=${encodeURIComponent(`userName sw "${prefix.toUpperCase()}"`)}`
    const sorted = await get(`${mine}&sortBy=userName&sortOrder=descending&count=2&attributes=userName,name.formatted`)
    expect(sorted).toMatchObject({ totalResults: 3, itemsPerPage: 2, startIndex: 1 })
    expect(sorted.Resources).toEqual([
      { schemas: expect.anything(), id: expect.anything(), userName: `${prefix}_2`, name: { formatted: '乙' } },
      { schemas: expect.anything(), id: expect.anything(), userName: `${prefix}_1`, name: { formatted: '甲' } },
    ])
    expect(await get(`${mine}&count=0`)).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] })
    const names = async (filter: string) =>
      ((await get(`filter=${encodeURIComponent(filter)}`)).Resources as { displayName: string }[]).map(
        ({ displayName }) => displayName,
      )
    expect(await names('externalId eq "E1"')).toEqual(['甲'])
    expect(await names('externalId eq "e1"')).toEqual([])
    expect(await names(`userName sw "${prefix}" and not (displayName eq "甲")`)).toEqual(['丙', '乙'])
    expect(await names(`userName sw "${prefix}" and (externalId eq "E0" or externalId ew "2")`)).toEqual(['丙', '乙'])
    expect(await names(`userName sw "${prefix}" and emails pr`)).toEqual([])
    expect(await names(`userName sw "${prefix}" and meta.created gt "2020-01-01T00:00:00Z"`)).toHaveLength(3)
    for (const wrong of ['userName', 'title eq "x"', 'userName eq 1', 'active gt true', 'meta.created gt "x"', '(', ''])
      expect((await scim('GET', filtered(`${wrong} `))).body).toMatchObject({
        status: '400',
        scimType: 'invalidFilter',
      })
    expect((await scim('GET', '/Users?sortBy=title')).status).toBe(400)
    expect((await scim('GET', '/Users?count=x')).status).toBe(400)
  })
})

describe('groups', () => {
  const manyRoles = async (many: number) => {
    const { scim, companyId, id } = await stage.provisioning()
    const roles = await Promise.all(Array.from({ length: many }, () => buildRole(app, { companyId, permissions: [] })))
    for (const role of roles)
      await app.sql('insert into open_app_scim_roles (company_id, app_id, role_id) values ($1, $2, $3)', [
        companyId,
        id,
        role.id,
      ])
    return { scim, companyId, roles }
  }
  const addUsers = async (companyId: string, roleId: string, many: number) => {
    const rows = await app.sql(
      `with added as (
         insert into users (company_id, id, account, name, password_hash)
         select $1, time_ordered_id(), 's' || substr(gen_random_uuid()::text, 1, 8) || n, '组员', '' from generate_series(1, $2::int) n
         returning id)
       insert into user_roles (company_id, user_id, role_id, granted_by)
       select $1, id, $3, '{"id":"","name":""}' from added returning user_id as id`,
      [companyId, many, roleId],
    )
    return rows.map(({ id }) => String(id))
  }

  it('are listed with members few at a time, by one statement', async () => {
    const { scim, companyId, roles } = await manyRoles(25)
    const [member] = await addUsers(companyId, roles[0]?.id ?? '', 1)
    const statements = countStatements('user_roles')
    const { body, text } = await scim('GET', '/Groups')
    expect(body).toMatchObject({ totalResults: 25, itemsPerPage: 20 })
    expect(text).toContain(member)
    expect(statements()).toBeLessThan(4)
    vi.restoreAllMocks()
  })

  it('lose a thousand of many members by one statement', async () => {
    const { scim, companyId, roles } = await manyRoles(1)
    const roleId = roles[0]?.id ?? ''
    const ids = await addUsers(companyId, roleId, 1200)
    const statements = countStatements('delete from user_roles')
    const gone = ids.slice(0, 1000).map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` }))
    const { status, body } = await scim('PATCH', `/Groups/${roleId}`, patchBody(...gone))
    expect([status, (body.members as object[]).length, statements()]).toEqual([200, 200, 1])
    vi.restoreAllMocks()
    const other = patchBody({ op: 'remove', path: 'members[value pr]' })
    expect((await scim('PATCH', `/Groups/${roleId}`, other)).body.scimType).toBe('invalidPath')
  })
})

describe('the service', () => {
  it('describes itself', async () => {
    const { scim } = await stage.provisioning()
    const config = await scim('GET', '/ServiceProviderConfig')
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
    })
    expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2)
    expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' })
    const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
    expect((await scim('GET', `/Schemas/${schema}`)).body).toMatchObject({ id: schema, name: 'User' })
    expect((await scim('GET', '/Schemas/urn:nothing')).status).toBe(404)
    expect((await scim('POST', '/Bulk', {})).status).toBe(501)
    expect((await scim('GET', '/Nothing')).status).toBe(404)
    expect((await scim('DELETE', '/Users')).status).toBe(405)
  })

  it('refuses bodies that are too large, no JSON, or of another type', async () => {
    const { scim, bearer } = await stage.provisioning()
    const post = (payload: string, type = 'application/scim+json') =>
      app.server.inject({
        method: 'POST',
        url: '/scim/v2/Users',
        payload,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
      })
    expect((await post('{')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    expect((await post('[]')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    expect((await post('{}', 'text/plain')).statusCode).toBe(415)
    expect((await post(`{"userName":"${'x'.repeat(1024 * 1024)}"}`)).statusCode).toBe(413)
    expect((await post(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)).statusCode).toBe(400)
    expect((await scim('POST', '/Users', user())).status).toBe(201)
  })

  it('counts its calls as those of the application', async () => {
    const { scim, id, token } = await stage.provisioning()
    expect((await scim('GET', `/Users/${randomUUID()}`)).status).toBe(404)
    await second()
    const { data } = await app.call(openAppsContract.calls, { params: { id }, query: {} }, token)
    expect(data).toMatchObject([{ method: 'GET', status: 404, result: 'failed' }])
  })
})

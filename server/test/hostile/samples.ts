import { createHash, randomInt, randomUUID } from 'node:crypto'
import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import sharp from 'sharp'
import { buildCompany, buildUser, platformCompanyOf } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { isThorough } from '../thorough.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { type Json, type Parameter, plainRequest } from './parameters.ts'

export type Sample = { params?: Json; query?: Json; body?: Json; token?: string; remoteAddress?: string }
/** Builds a valid request to carry one hostile value. `n` counts the samples of the parameter. */
type MakeSample = (n: number, parameter: Parameter | undefined) => Sample

const everyPermission = [...new Set(endpoints.flatMap((endpoint) => permissionOf(endpoint) ?? []))]

const fillPool = async (
  app: TestApp,
  companyId: string,
  kind: 'string' | 'secret',
  prefix: string,
  poolSize: number,
) => {
  const ids = Array.from({ length: poolSize }, () => randomUUID())
  await app.sql(
    `insert into base_parameters (company_id, id, code, name, kind, value, version, created_by, updated_by)
     select $1, id, $3 || at, '池', $4, case when $4 = 'secret' then null else '"值"'::jsonb end, 2,
            '{"id":"","name":"池"}', '{"id":"","name":"池"}'
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids, prefix, kind],
  )
  await app.sql(
    `insert into base_parameter_versions
       (company_id, parameter_id, version, code, name, kind, options, value, tags, description, created_by)
     select company_id, id, 1, code, name, kind, options, value, tags, description, created_by
     from base_parameters where company_id = $1 and kind = $2`,
    [companyId, kind],
  )
  return () => ids.pop() ?? randomUUID()
}

/** Users without roles, of each status that endpoints need. */
const fillUsers = async (
  app: TestApp,
  companyId: string,
  kind: 'free' | 'locked' | 'disabled' | 'binned',
  count: number,
) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into users (company_id, id, account, name, password_hash, status, locked_at, locked_by, deleted_at, deleted_by)
     select $1, id, $3 || '_' || at, '池', '', case $3 when 'disabled' then 0 else 1 end, case $3 when 'locked' then now() end,
            '{"id":"","name":"池"}', case $3 when 'binned' then now() end, '{"id":"","name":"池"}'
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids, kind],
  )
  return () => ids.pop() ?? randomUUID()
}

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

/** Tenants without members, of each status that endpoints need. */
const fillTenants = async (app: TestApp, kind: 'free' | 'locked' | 'suspended', count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into companies (id, name, locked_at, locked_by)
     select id, '池' || $2 || at, case $2 when 'locked' then now() end, '{"id":"","name":"池"}'
     from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids, kind],
  )
  await app.sql(
    `insert into tenants (company_id, plan_id, suspended_at)
     select pool, plans.id, case $2 when 'suspended' then now() end from unnest($1::uuid[]) pool, plans where builtin`,
    [ids, kind],
  )
  return () => ids.pop() ?? randomUUID()
}

/** Visit requests, each of a user created for it. */
const fillVisitRequests = async (app: TestApp, companyId: string, count: number) => {
  const home = await platformCompanyOf(app)
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `with asker as (
       insert into users (company_id, id, account, name, password_hash)
       select $1, id, 'asker_' || at, '池', '' from unnest($2::uuid[]) with ordinality as pool (id, at) returning id, account)
     insert into visit_requests (company_id, id, home_company_id, user_id, asked_by, home, mode, reason, minutes)
     select $3, id, $1, id, jsonb_build_object('id', id, 'name', '池', 'account', account),
            jsonb_build_object('id', $1::text, 'name', '池'), 'view', '试', 5 from asker`,
    [home, ids, companyId],
  )
  return () => ids.pop() ?? randomUUID()
}

/** Invitations of one account, each from another company without limits. */
const fillMembershipInvitations = async (app: TestApp, companyId: string, account: string, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `with host as (insert into companies (id, name) select id, '邀' || id from unnest($2::uuid[]) id returning id)
     insert into membership_invitations (company_id, id, target, principal_company_id, principal_id, expires_at, created_by)
     select host.id, host.id, $3, users.company_id, users.id, now() + interval '1 day', '{"id":"","name":"池"}'
     from host, users where users.company_id = $1 and users.account = $3`,
    [companyId, ids, account],
  )
  return () => ids.pop() ?? randomUUID()
}

const createView = async (app: TestApp, companyId: string, userId: string) => {
  const id = randomUUID()
  await app.sql(
    `insert into list_views (company_id, id, user_id, list, name, query, is_default)
     values ($1, $2, $3, 'sysUsers.list', '池', '', false)`,
    [companyId, id, userId],
  )
  return id
}

/** A review with one item for the reviewer. */
const createReview = async (
  app: TestApp,
  reviewer: { companyId: string; id: string },
  assignee: { id: string; roleId: string },
) => {
  const [id, item] = [randomUUID(), randomUUID()]
  await app.sql(
    `insert into reviews (company_id, id, name, due_at, coverage, unanswered, items, created_by)
     values ($1, $2, '池', now() + interval '9 days', 'all', 'keep', 1, '{"id":"","name":"池"}')`,
    [reviewer.companyId, id],
  )
  await app.sql(
    `insert into review_lists (company_id, review_id, reviewer_id, items, notified_at) values ($1, $2, $3, 1, now())`,
    [reviewer.companyId, id, reviewer.id],
  )
  await app.sql(
    `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id) values ($1, $2, $3, $4, $5, $6)`,
    [reviewer.companyId, item, id, assignee.id, assignee.roleId, reviewer.id],
  )
  return { id, item }
}

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

/** Menus to change; few, because each change reads all of them. */
const fillMenus = async (app: TestApp) => {
  const ids = Array.from({ length: 20 }, () => randomUUID())
  await app.sql(
    `insert into menus (id, code, name, sort, metadata)
   select id, 'pool.' || at, '池', 1000, jsonb_build_object('path', 'pool' || at, 'component', 'sample/welcome')
   from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids],
  )
  return (n: number) => ids[n % ids.length] ?? randomUUID()
}

/** Undeclared registry rows to change and delete. */
const fillRegistry = async (app: TestApp, count: number) => {
  await app.sql(`insert into modules (id, code, name, origin) values (gen_random_uuid(), 'pool', '池', 'custom')`)
  const fill = async (text: string) => {
    const ids = (await app.sql(text, [count])).map(({ id }) => String(id))
    return (n: number) => ids[n % ids.length] ?? randomUUID()
  }
  return {
    module: await fill(
      `insert into modules (id, code, name, origin)
       select gen_random_uuid(), 'pool' || at, '池', 'custom' from generate_series(1, $1) at returning id`,
    ),
    element: await fill(
      `insert into elements (id, code, module, operation, name, origin)
       select gen_random_uuid(), 'pool:o' || at, 'pool', 'o' || at, '池', 'custom' from generate_series(1, $1) at returning id`,
    ),
    api: await fill(
      `insert into apis (id, method, path, name, module, auth, origin)
       select gen_random_uuid(), 'GET', '/pool/' || at, '池', 'pool', 'perm', 'custom' from generate_series(1, $1) at returning id`,
    ),
    moduleId: String((await app.sql(`select id from modules where code = 'pool'`))[0]?.id),
  }
}

const fillAttempts = async (app: TestApp, who: { companyId: string; id: string }, poolSize: number) => {
  const tokens = Array.from({ length: poolSize }, (_, n) => `t_hostile${n}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await app.sql(
    `insert into sign_in_attempts (token_hash, company_id, user_id, device_id, device_name, expires_at)
     select decode(hash, 'hex'), $1, $2, '', '', now() + interval '1 hour' from unnest($3::text[]) as pool (hash)`,
    [who.companyId, who.id, hashes],
  )
  return () => tokens.pop() ?? ''
}

/** Console endpoints whose samples the portal's variants use. */
const portalVariants: Readonly<Record<string, string>> = {
  'frontSignIn.login': 'sysLogin.verify',
  'frontSignIn.accessToken': 'sysLogin.accessToken',
  'frontSignIn.refreshToken': 'sysConsole.refresh',
  'frontSignIn.logout': 'sysConsole.logout',
  'frontSignIn.sendCaptcha': 'sysLogin.send',
  'frontSignIn.update': 'sysProfile.updateProfile',
  'frontSignIn.send': 'sysSecurity.bindSend',
  'frontSignIn.confirm': 'sysSecurity.bindConfirm',
  'frontSignIn.pass': 'sysSecurity.changePassword',
}
/** Requests per parameter that reach password hashing. */
const maxHashedPerParameter = isThorough ? 6 : 1
const password = 'Wrong#Pass1'
const inheritAll = { kind: null, min: null, max: null, history: null, expireDays: null, remindDays: null }
const policies = { idleMinutes: 30, mostDevices: 2, addresses: ['127.0.0.1'], switchPolicy: 'ask' }
const link = {
  name: '链接',
  parent: null,
  kind: 'link',
  sort: 1,
  status: 1,
  metadata: '{"external":"https://example.com/"}',
}
const moduleLabels = { name: '名', app: 'console' }
const elementLabels = (moduleId: string) => ({ moduleId, name: '名', kind: 'button', risk: 'low' })
const noGrants = {
  ...{ menus: [], elems: [], dataScope: 'all', dataOrgIds: [], assignable: [], home: null, version: 1 },
  rules: [{ resource: 'users', match: 'and', conditions: [{ field: 'account', op: 'eq', value: 'x' }] }],
}
const anyPhone = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`
const code = () => ({ uuid: randomUUID(), code: '123456' })
/** Fields that only one sign-in method reads are tested with that method. */
const signInVariants: Readonly<Record<string, () => Sample>> = {
  phone: () => ({ body: { type: 'sms', phone: anyPhone(), ...code() } }),
  code: () => ({ body: { type: 'sms', phone: anyPhone(), ...code() } }),
  assertion: () => ({ body: { type: 'passkey', uuid: randomUUID(), assertion: {} } }),
}

/**
 * Creates rows and returns a valid request for each endpoint; endpoints without a sample get one built from their
 * schema. `poolSize` is the number of rows and temporary tokens to consume: a changed row has a new version, a used
 * token is gone.
 */
export const createSamples = async (app: TestApp, poolSize = 14_000) => {
  // Separate companies, so that written rows do not lengthen the lists that are read.
  const readers = await buildCompany(app, '读')
  const writers = await buildCompany(app, '写')
  const reader = await app.signIn(await buildUser(app, { companyId: readers, permissions: everyPermission }))
  const writer = await app.signIn(await buildUser(app, { companyId: writers, permissions: everyPermission }))
  const auditor = await app.signIn(
    await buildUser(app, { companyId: await buildCompany(app, '审'), permissions: everyPermission }),
  )
  const platformCompany = await platformCompanyOf(app)
  const operator = await app.signIn(await buildUser(app, { companyId: platformCompany, permissions: everyPermission }))
  const nextMenu = await fillMenus(app)
  const registry = await fillRegistry(app, 50)
  const nextRow = await fillPool(app, writers, 'string', 'pool.r', poolSize)
  const nextSecret = await fillPool(app, writers, 'secret', 'pool.s', poolSize)
  const nextAttempt = await fillAttempts(app, await buildUser(app, { companyId: writers, mustChange: true }), poolSize)
  const nextUser = await fillUsers(app, writers, 'free', poolSize)
  const nextLocked = await fillUsers(app, writers, 'locked', Math.ceil(poolSize / 4))
  const nextDisabled = await fillUsers(app, writers, 'disabled', Math.ceil(poolSize / 4))
  const nextDeleted = await fillUsers(app, writers, 'binned', Math.ceil(poolSize / 4))
  const roleCompany = await buildCompany(app, '角')
  const roleAdmin = await app.signIn(await buildUser(app, { companyId: roleCompany, permissions: everyPermission }))
  const nextRole = await fillRoles(app, roleCompany, 1, poolSize)
  const nextLockedRole = await fillRoles(app, roleCompany, 0, Math.ceil(poolSize / 4))
  const nextMember = await fillUsers(app, roleCompany, 'free', Math.ceil(poolSize / 4))
  const sharedRole = nextRole()
  const nextOrganization = await fillOrganizations(app, roleCompany, poolSize)
  const [organization, anotherOrganization] = [nextOrganization(), nextOrganization()]
  const nextTenant = await fillTenants(app, 'free', poolSize)
  const nextLockedTenant = await fillTenants(app, 'locked', Math.ceil(poolSize / 4))
  const nextSuspended = await fillTenants(app, 'suspended', Math.ceil(poolSize / 4))
  const nextPlan = await fillPlans(app, poolSize)
  const sharedTenant = nextTenant()
  const tenantAdmin = await app.signIn(await buildUser(app, { companyId: sharedTenant, permissions: everyPermission }))
  const nextRequest = await fillVisitRequests(app, writers, Math.ceil(poolSize / 8))
  const invitedUser = await buildUser(app, { companyId: readers })
  const invitedToken = await app.signIn(invitedUser)
  const viewOwner = await buildUser(app, { companyId: readers })
  const viewer = await app.signIn(viewOwner)
  const sharedView = await createView(app, readers, viewOwner.id)
  const sharedReview = await createReview(app, invitedUser, viewOwner)
  const reviewing = await app.signIn(
    await buildUser(app, { companyId: await buildCompany(app, '核'), permissions: everyPermission }),
  )
  const nextInvitation = await fillMembershipInvitations(app, readers, invitedUser.account, Math.ceil(poolSize / 8))
  const termOf = (userId: string) => ({ userId, roleId: null, expireTime: '2089-01-01T00:00:00Z' })
  // The content of calls is tested here, not their rate.
  await app.sql('update apis set rate = null where rate is not null')
  const sharedPlan = nextPlan()
  await app.sql(`update base_parameters set value = '"open"' where code = 'register.mode'`)
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()

  const parameter = (code: string) => ({
    code,
    name: '名',
    kind: 'string',
    options: [],
    value: '值',
    tags: {},
    desc: '',
  })
  const samplesByTitle: Readonly<Record<string, MakeSample>> = {
    'sysBases.create': (n, at) => ({ body: parameter(`made.${at?.path.join('') ?? 'header'}.n${n}`), token: writer }),
    'sysBases.get': () => ({ params: { id: nextRow() }, token: writer }),
    'sysBases.update': () => ({
      params: { id: nextRow() },
      body: { ...parameter(`renamed.n${randomUUID()}`), version: 2 },
      token: writer,
    }),
    'sysBases.remove': () => ({ params: { id: nextRow() }, token: writer }),
    'sysBases.writeSecret': () => ({ params: { id: nextSecret() }, body: { value: 'v', version: 2 }, token: writer }),
    'sysBases.history': () => ({ params: { id: nextRow() }, query: {}, token: writer }),
    'sysBases.revert': () => ({ params: { id: nextRow() }, body: { to: 1, version: 2 }, token: writer }),
    'sysUsers.get': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.create': (n, at) => ({
      // Hashing is slow: most requests stop at the password policy.
      body: {
        account: `made_${at?.path.join('') ?? 'header'}_${n + 1}`,
        name: '名',
        ...(n >= maxHashedPerParameter && { password: 'weak' }),
      },
      token: writer,
    }),
    'sysUsers.update': () => ({ params: { id: nextUser() }, body: { name: '名', version: 1 }, token: writer }),
    'sysUsers.remove': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.restore': () => ({ params: { id: nextDeleted() }, token: writer }),
    'sysUsers.reset': (n) => ({
      params: { id: nextUser() },
      body: n >= maxHashedPerParameter ? { password: 'weak' } : {},
      token: writer,
    }),
    'sysUsers.lock': () => ({ params: { id: nextUser() }, body: { reason: '试' }, token: writer }),
    'sysUsers.unlock': () => ({ params: { id: nextLocked() }, token: writer }),
    'sysUsers.disable': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.enable': () => ({ params: { id: nextDisabled() }, token: writer }),
    'sysUsers.roles': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.offeredRoles': () => ({ params: { id: '0' }, query: { keyword: '名' }, token: writer }),
    'sysUsers.assignRoles': () => ({ params: { id: nextUser() }, body: { roles: [], version: 1 }, token: writer }),
    'sysUsers.sessions': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.endSession': () => ({ params: { id: nextUser(), sid: randomUUID() }, token: writer }),
    'sysUsers.effective': () => ({ params: { id: nextUser() }, token: writer }),
    'sysUsers.batch': () => ({ body: { action: 'lock', ids: [nextUser()], params: { reason: '试' } }, token: writer }),
    'sysUsers.terms': () => ({ query: { 'f.days': 30 }, token: writer }),
    'sysUsers.extendTerms': () => ({
      body: { terms: [termOf(nextUser())], until: '2090-01-01T00:00:00Z' },
      token: writer,
    }),
    'sysUsers.releaseTerms': () => ({ body: { terms: [termOf(nextUser())], when: 'end' }, token: writer }),
    'sysReviews.list': () => ({ query: {}, token: reader }),
    'sysReviews.create': () => ({
      body: { name: '复核', dueTime: '2090-01-01T00:00:00Z', coverage: 'all' },
      token: reviewing,
    }),
    'sysReviews.items': () => ({ params: { id: sharedReview.id }, query: {}, token: reader }),
    'sysReviews.exportItems': () => ({ params: { id: sharedReview.id }, body: {}, token: reader }),
    'sysReviews.reviewers': () => ({ params: { id: sharedReview.id }, query: {}, token: reader }),
    'sysReviews.repeat': () => ({ params: { id: randomUUID() }, body: { repeatMonths: 3 }, token: reader }),
    'sysReviews.handOver': () => ({
      params: { id: randomUUID(), userId: randomUUID() },
      body: { handoverTo: randomUUID() },
      token: reader,
    }),
    'sysReviews.remind': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysReviews.close': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysReviews.cancel': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysReviews.ownReviews': () => ({ token: invitedToken }),
    'sysReviews.ownItems': () => ({ query: { 'f.reviewId': sharedReview.id }, token: invitedToken }),
    'sysReviews.answerItems': () => ({
      params: { id: sharedReview.id },
      body: { ids: [sharedReview.item], answer: 'keep', reason: '在岗' },
      token: invitedToken,
    }),
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
    'sysOrgs.list': () => ({ query: { search: '池' }, token: roleAdmin }),
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
    'sysPosts.create': () => ({
      body: { name: `名${randomUUID().slice(0, 20)}`, code: `c${randomUUID().slice(0, 20)}`, level: 1 },
      token: roleAdmin,
    }),
    'sysCompanys.list': () => ({ query: {}, token: operator }),
    'sysCompanys.get': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.create': (n) => ({
      body: {
        name: `名${randomUUID()}`,
        admin: { account: `k_${randomUUID().slice(0, 8)}`, name: '名' },
        template: sharedTenant,
        // Hashing is slow: most requests stop at an expiry in the past.
        ...(n >= maxHashedPerParameter && { expireTime: '2001-01-01T00:00:00Z' }),
      },
      token: operator,
    }),
    'sysCompanys.update': (n) => ({
      params: { id: nextTenant() },
      // A dozen texts, each sent hundreds of times: most requests stop at a version conflict.
      body: { name: `名${randomUUID()}`, version: n > 50 ? 99 : 1 },
      token: operator,
    }),
    'sysCompanys.lock': () => ({ params: { id: nextTenant() }, body: { reason: '试' }, token: operator }),
    'sysCompanys.unlock': () => ({ params: { id: nextLockedTenant() }, token: operator }),
    'sysCompanys.reset': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.tenant': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.updateTenant': () => ({
      params: { id: nextTenant() },
      body: {
        planId: sharedPlan,
        startTime: '2026-01-01T00:00:00Z',
        graceDays: 1,
        trial: false,
        version: 1,
      },
      token: operator,
    }),
    'sysCompanys.updateBranding': () => ({
      params: { id: nextTenant() },
      body: { title: '名', primary: '#0a53c1', version: 1 },
      token: operator,
    }),
    'sysCompanys.logo': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.replaceLogo': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.removeLogo': () => ({ params: { id: nextTenant() }, token: operator }),
    'sysCompanys.addDomain': () => ({
      params: { id: nextTenant() },
      body: { host: `h${randomUUID()}.example.com` },
      token: operator,
    }),
    'sysCompanys.verifyDomain': () => ({ params: { id: sharedTenant, host: 'a.example.com' }, token: operator }),
    'sysCompanys.removeDomain': () => ({ params: { id: sharedTenant, host: 'a.example.com' }, token: operator }),
    'sysCompanys.close': () => ({
      params: { id: nextTenant() },
      body: { reason: '试', name: '名' },
      token: operator,
    }),
    'sysCompanys.exportData': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.reopen': () => ({ params: { id: nextTenant() }, token: operator }),
    'sysCompanys.suspend': () => ({ params: { id: nextTenant() }, body: { reason: '试' }, token: operator }),
    'sysCompanys.resume': () => ({ params: { id: nextSuspended() }, token: operator }),
    'sysCompanys.initialise': () => ({ params: { id: nextTenant() }, body: { template: true }, token: operator }),
    'sysCompanys.switchCheck': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.switch': () => ({
      params: { id: sharedTenant },
      body: { mode: 'view', reason: '试', minutes: 5 },
      token: operator,
    }),
    'sysCompanys.pin': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.unpin': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysCompanys.switchOrgs': () => ({ params: { id: sharedTenant }, query: {}, token: operator }),
    // Sent outside a visit: leaving a visit ends its token.
    'sysCompanys.quit': () => ({ body: {}, token: operator }),
    'sysVisits.list': () => ({ query: {}, token: reader }),
    'sysVisits.allow': () => ({ params: { id: nextRequest() }, body: { minutes: 5, version: 1 }, token: writer }),
    'sysVisits.reject': () => ({ params: { id: nextRequest() }, body: { reason: '试', version: 1 }, token: writer }),
    'sysPlans.list': () => ({ query: {}, token: operator }),
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
    'sysLogin.accessToken': () => ({ body: {}, token: nextAttempt() }),
    'sysLogin.verify': (n, at) =>
      signInVariants[String(at?.path[0])]?.() ?? {
        // Password comparison is slow. Curated accounts reach it, the others stop at the schema; for other fields the
        // same account and address soon reach the rate limit.
        body: {
          account: 'nobody',
          password: 'Wrong#pass1',
          device: { id: 'd', name: 'n' },
          ...(at?.path[0] === 'captcha' && { uuid: randomUUID() }),
          ...(at?.path[0] === 'account' && n >= naughtyStrings.length && { uuid: 'stop' }),
        },
        remoteAddress: '10.9.9.9',
      },
    'sysConsole.refresh': () => ({ body: { token: '', refreshToken: 'x' } }),
    'sysConsole.logout': () => ({ body: {} }),
    'sysLogin.send': () => ({ body: { scene: 'login', phone: anyPhone() } }),
    'sysForget.send': (n) => ({ body: { account: `nobody${n}`, channel: 'sms' } }),
    'sysForget.confirm': () => ({ body: { account: 'nobody', ...code(), password } }),
    'sysRegistrations.register': (n) => ({
      body: {
        kind: 'person',
        account: `guest_${n + 1}`,
        name: '客',
        phone: anyPhone(),
        ...code(),
        password,
        agree: true,
      },
    }),
    'sysRegistrations.approve': () => ({ params: { id: randomUUID() }, body: { version: 1 } }),
    'sysRegistrations.reject': () => ({ params: { id: randomUUID() }, body: { reason: '不符', version: 1 } }),
    'sysMemberships.list': () => ({ query: {}, token: reader }),
    'sysMemberships.create': () => ({ body: { target: `t_${randomUUID().slice(0, 8)}`, note: '' }, token: writer }),
    'sysMemberships.remove': () => ({ params: { id: randomUUID() }, token: writer }),
    'sysMemberships.own': () => ({ token: reader }),
    'sysMemberships.accept': () => ({ params: { id: nextInvitation() }, token: invitedToken }),
    'sysMemberships.decline': () => ({ params: { id: nextInvitation() }, token: invitedToken }),
    'sysMemberships.leave': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysMemberships.enter': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysInvitations.create': () => ({ body: { note: '邀', mostUses: 1, days: 1 }, token: writer }),
    'sysViews.saveSettings': () => ({ body: { list: 'sysUsers.list', order: [], hidden: [], density: 'compact' } }),
    'sysViews.views': () => ({ query: { list: 'sysUsers.list' }, token: viewer }),
    'sysViews.saveView': () => ({ body: { list: 'sysUsers.list', name: '视图', query: 'search=a' } }),
    'sysViews.updateView': () => ({
      params: { id: sharedView },
      body: { name: '视图', query: 'search=a' },
      token: viewer,
    }),
    'sysViews.removeView': () => ({ params: { id: randomUUID() }, token: viewer }),
    'sysProfile.updateProfile': () => ({ body: { name: '名', sex: 0, signature: '', timeZone: '', version: 1 } }),
    'sysSecurity.bindSend': () => ({ body: { type: 'phone', target: anyPhone() } }),
    'sysSecurity.bindConfirm': () => ({ body: { type: 'phone', target: anyPhone(), ...code(), password } }),
    'sysSecurity.changePassword': () => ({ body: { oldPass: password, newPass: password } }),
    'sysSecurity.switchItem': () => ({ body: { item: 'loginNotice', on: true } }),
    'sysSecurity.recoveryCodes': () => ({ body: { password } }),
    'sysSecurity.sendProofCode': () => ({ body: {} }),
    'sysSecurity.prove': () => ({ body: { type: 'password', password } }),
    'sysSecurity.renamePasskey': () => ({ params: { id: randomUUID() }, body: { name: '钥匙' } }),
    'sysExplain.explain': () => ({ query: { userId: randomUUID(), apiId: randomUUID() } }),
    'sysExplain.denials': () => ({ query: { apiId: randomUUID() } }),
    'sysExplain.subjects': () => ({ query: { search: '用户' } }),
    'sysExplain.mine': () => ({ query: { traceId: randomUUID().replaceAll('-', '') } }),
    'sysExplain.page': () => ({ query: { path: '/web/sys/nowhere' } }),
    'sysExplain.ownRequests': () => ({ query: { 'f.state': 'open' as const } }),
    'sysExplain.request': () => ({ body: { traceId: randomUUID().replaceAll('-', ''), reason: '工作需要' } }),
    'sysAccessRequests.approve': () => ({
      params: { id: randomUUID() },
      body: { roleId: randomUUID(), expireTime: null, version: 1 },
    }),
    'sysAccessRequests.reject': () => ({ params: { id: randomUUID() }, body: { reason: '不符', version: 1 } }),
    'sysTenant.own': () => ({ token: tenantAdmin }),
    'sysTenant.exportData': () => ({ token: tenantAdmin }),
    'sysTenantPolicies.own': () => ({ token: tenantAdmin }),
    'sysTenantPolicies.updateOwn': () => ({ body: { ...policies, version: 1 }, token: tenantAdmin }),
    'sysTenantPolicies.get': () => ({ params: { id: sharedTenant }, token: operator }),
    'sysTenantPolicies.update': () => ({
      params: { id: nextTenant() },
      body: { ...policies, version: 1 },
      token: operator,
    }),
    'sysPasswordPolicy.update': () => ({ body: { ...inheritAll, version: 0 }, token: writer }),
    'sysUsers.exportUsers': () => ({ body: {}, token: auditor }),
    'sysRoles.exportRoles': () => ({ body: {}, token: auditor }),
    'sysCompanys.exportCompanies': () => ({ body: { search: '审' }, token: operator }),
    // Exports are audited themselves; a past range keeps each of them short.
    'sysLogs.exportOperations': () => ({
      body: { 'f.time': '2001-01-01 00:00:00~2001-01-02 00:00:00' },
      token: auditor,
    }),
    'sysLogs.exportProof': () => ({
      body: { 'f.time': '2001-01-01 00:00:00~2001-01-02 00:00:00' },
      token: auditor,
    }),
    'sysLogs.checkpoints': () => ({ token: auditor }),
    'sysLogs.verifyChain': () => ({ query: {}, token: auditor }),
    'sysModules.list': () => ({ query: {}, token: operator }),
    'sysModules.get': (n) => ({ params: { id: registry.module(n) }, token: operator }),
    'sysModules.apis': (n) => ({ params: { id: registry.module(n) }, query: {}, token: operator }),
    'sysModules.create': () => ({ body: { code: `m${randomUUID().slice(-12)}`, ...moduleLabels }, token: operator }),
    'sysModules.update': (n) => ({
      params: { id: registry.module(n) },
      body: { ...moduleLabels, version: 1 },
      token: operator,
    }),
    'sysModules.remove': () => ({ params: { id: randomUUID() }, token: operator }),
    'sysElems.list': () => ({ query: { moduleId: registry.moduleId }, token: operator }),
    'sysElems.get': (n) => ({ params: { id: registry.element(n) }, token: operator }),
    'sysElems.roles': (n) => ({ params: { id: registry.element(n) }, query: {}, token: operator }),
    'sysElems.apis': (n) => ({ params: { id: registry.element(n) }, query: {}, token: operator }),
    'sysElems.candidates': (n) => ({ params: { id: registry.element(n) }, query: {}, token: operator }),
    'sysElems.create': () => ({
      body: { operation: `o${randomUUID().slice(-12)}`, ...elementLabels(registry.moduleId) },
      token: operator,
    }),
    'sysElems.update': (n) => ({
      params: { id: registry.element(n) },
      body: { ...elementLabels(registry.moduleId), version: 1 },
      token: operator,
    }),
    'sysElems.remove': (n) => ({ params: { id: registry.element(n) }, token: operator }),
    'sysElems.bind': (n) => ({
      params: { id: registry.element(n) },
      body: { apiIds: [registry.api(n)] },
      token: operator,
    }),
    'sysElems.unbindMany': (n) => ({
      params: { id: registry.element(n) },
      body: { apiIds: [registry.api(n)] },
      token: operator,
    }),
    'sysElems.unbind': (n) => ({ params: { id: registry.element(n), apiId: registry.api(n) }, token: operator }),
    'sysApis.list': () => ({ query: {}, token: operator }),
    'sysApis.get': (n) => ({ params: { id: registry.api(n) }, token: operator }),
    'sysApis.create': () => ({
      body: { method: 'GET', path: `/made/${randomUUID()}`, auth: 'perm', name: '名', module: 'pool' },
      token: operator,
    }),
    'sysApis.update': (n) => ({
      params: { id: registry.api(n) },
      body: {
        name: '名',
        module: 'pool',
        auth: 'perm',
        deprecated: false,
        rate: null,
        mfa: false,
        audit: 'none',
        version: 1,
      },
      token: operator,
    }),
    'sysApis.remove': (n) => ({ params: { id: registry.api(n) }, token: operator }),
    'sysApis.changeMode': (n) => ({
      params: { id: registry.api(n) },
      body: { mode: 'enforce', version: 1 },
      token: operator,
    }),
    'sysApis.observation': (n) => ({ params: { id: registry.api(n) }, token: operator }),
    'sysApis.sync': () => ({ token: operator }),
    'sysLogs.failureStack': () => ({ params: { id: randomUUID() } }),
    'sysLogs.handleFailure': () => ({ params: { id: randomUUID() }, body: { remark: '已处理' } }),
    'sysLogs.ownFailure': () => ({ query: { traceId: randomUUID().replaceAll('-', '') } }),
    'sysLogs.reportPage': () => ({
      body: { path: '/web/sys/posts', error: 'TypeError', stack: ['at show (assets/posts.js:1:2)'], version: '1.0.0' },
    }),
    'sysLogs.attachTrail': () => ({
      params: { traceId: randomUUID().replaceAll('-', '') },
      body: {
        ...{ version: '1.0.0', width: 1440, height: 900, timeZone: 'Asia/Shanghai' },
        events: [{ kind: 'route', before: 0, path: '/web/sys/posts' }],
      },
    }),
    'sysLogs.incident': () => ({ params: { traceId: randomUUID().replaceAll('-', '') } }),
    'sysLogs.timeline': () => ({ params: { entity: 'baseParameter', id: randomUUID() } }),
    'sysMessages.test': () => ({ body: { channel: 'sms', target: anyPhone() }, token: writer }),
    'sysMessageTemplates.update': () => ({
      params: { id: randomUUID() },
      body: { title: '题', content: '文', providerTemplate: '', version: 1 },
    }),
    // A leaf without an address, so that menus do not conflict.
    'sysMenus.create': () => ({ body: link, token: operator }),
    'sysMenus.update': (n) => ({ params: { id: nextMenu(n) }, body: { ...link, version: 1 }, token: operator }),
    'sysMenus.remove': () => ({ params: { id: randomUUID() }, token: operator }),
    'sysMenus.list': () => ({ query: {}, token: operator }),
    'sysMenus.get': (n) => ({ params: { id: nextMenu(n) }, token: operator }),
    'sysMenus.sort': (n) => ({ body: { moves: [{ id: nextMenu(n), parent: null, sort: 1 }] }, token: operator }),
    'frontSignIn.forgetPassVerifySms': () => ({ body: { phone: anyPhone(), ...code() } }),
    'frontSignIn.forgetPass': () => ({ body: { ticket: randomUUID(), password } }),
  }
  const sampleOf = (endpoint: Endpoint): MakeSample => {
    const title = `${endpoint.module}.${endpoint.name}`
    const make = samplesByTitle[portalVariants[title] ?? title]
    const token = endpoint.access.kind === 'public' ? undefined : reader
    return (n, at) => ({ ...(token && { token }), ...(make ? make(n, at) : plainRequest(endpoint)) })
  }
  return { sampleOf, picture }
}

import { randomUUID } from 'node:crypto'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { callAndConfirm } from '../call-and-confirm.ts'
import { buildPlanWithout, buildTenant, buildUser, platformCompanyOf } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import type { Sample } from '../hostile/sample.ts'
import { createSamples } from '../hostile/samples.ts'
import { createPlanter } from './planted-rows.ts'
import { createSender } from './sender.ts'
import { withId } from './with-id.ts'

/** Name and account of the outsider; an answer that identifies them contains one of these. */
const canaries = ['越界人', 'outsidecanary']
const [name, account] = canaries
const trace = (digit: string) => digit.repeat(32)
/** Trace ids of the outsider's denial, of their failed call and of log rows about them. */
const traces = { denial: trace('a'), failure: trace('b'), act: trace('c') }

/** Gives the outsider's rows the values their features need to show them. */
const fillOutsiderRows = async (app: TestApp, companyId: string, outsider: string) => {
  const of = [companyId, outsider]
  await app.sql(
    `update users set name = $3, account = $4, status = 1, expire_at = now() + interval '3 days' where company_id = $1 and id = $2`,
    [...of, name, account],
  )
  await app.sql(`update user_orgs set duty = 'leader' where company_id = $1 and user_id = $2`, of)
  await app.sql(
    `update sessions set ended_at = null, idle_expires_at = now() + interval '1 day',
       absolute_expires_at = now() + interval '1 day' where company_id = $1 and user_id = $2`,
    of,
  )
  await app.sql(
    `update denials set trace_id = $3, denied_at = now(), element = null, menu_id = null, acting = null, steps = '[]',
       method = 'GET', path = '/api/sys/users/v1' where company_id = $1 and user_id = $2`,
    [...of, traces.denial],
  )
  await app.sql(
    `update failed_calls set trace_id = $3, last_trace_id = $3, user_id = $2, acting = null where company_id = $1`,
    [...of, traces.failure],
  )
  await app.sql(
    `update user_roles set start_at = null, expires_at = now() + interval '3 days' where company_id = $1 and user_id = $2`,
    of,
  )
  const person = JSON.stringify({ id: randomUUID(), name, account })
  await app.sql(`update visit_requests set asked_by = $2, org_id = null where company_id = $1`, [companyId, person])
  await app.sql(`update registrations set name = $2, account = $3 where company_id = $1`, [companyId, name, account])
  await app.sql(`update membership_invitations set target = $2 where company_id = $1`, [companyId, account])
}

/** Adds roles, so that each kind of role change takes rights from the outsider or gives them. */
const createRoles = async (app: TestApp, companyId: string, of: { outsider: string; role: string; far: string }) => {
  const createRole = async (element: string, status = 1) => {
    const id = randomUUID()
    await app.sql(
      `insert into roles (company_id, id, code, name, status) values ($1, $2::uuid, $2::text, $2::text, $3)`,
      [companyId, id, status],
    )
    await app.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [
      companyId,
      id,
      element,
    ])
    return id
  }
  const [ofOrganization, extra, locked] = [
    await createRole('sysPosts:list'),
    await createRole('sysBases:list'),
    await createRole('sysModules:list', 0),
  ]
  await app.sql('update org_roles set role_id = $2 where company_id = $1', [companyId, ofOrganization])
  await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
    companyId,
    of.outsider,
    locked,
  ])
  await app.sql(`update orgs set path = '/' || id || '/', parent_id = null where company_id = $1 and id = $2`, [
    companyId,
    of.far,
  ])
  await app.sql(`update access_requests set element = 'sysBases:list', menu_id = null where company_id = $1`, [
    companyId,
  ])
  return { extra, locked }
}

/** An API in observe mode that admits the outsider. */
const observeApi = async (app: TestApp, companyId: string, { api, userId }: { api: string; userId: string }) => {
  await app.sql(`update apis set mode = 'observe', observed_since = now() - interval '1 hour' where id = $1`, [api])
  await app.sql(`insert into observed_elements (api_id, element) values ($1, 'sysPosts:list')`, [api])
  await app.sql(
    `insert into observed_calls (company_id, api_id, user_id, since, day, calls)
     select $1, id, $3, observed_since, utc_today(), 1 from apis where id = $2`,
    [companyId, api, userId],
  )
}

type Logged = { actor: { id: string; name: string }; event: string; entityId: string; entityName: string }
const writeLog = (app: TestApp, companyId: string, { actor, event, entityId, entityName }: Logged) =>
  app.sql(
    `insert into audit_log (company_id, seq, id, time, trace_id, actor, actor_id, ip, agent, event, entity_id, entity_name,
       ok, code, ms, prev, hash)
     values ($1, 0, gen_random_uuid(), now(), $2, $3, $4, '127.0.0.1', '', $5, $6, $7, true, 0, 1, '', '')`,
    [companyId, traces.act, JSON.stringify(actor), actor.id, event, entityId, entityName],
  )

/**
 * A company in which one user, the outsider, appears in every kind of row, with callers who hold all permissions: one
 * reaches all users, the others a scope without the outsider.
 */
export const createRowScopeStage = async () => {
  const app = await createTestApp()
  const samples = await createSamples(app, 60)
  const send = createSender(app, samples.picture)
  const companyId = await platformCompanyOf(app)
  const planted = await (await createPlanter(app)).plant(companyId)
  const idOf = (table: string) => planted.find((row) => row.table === table)?.id ?? ''
  const outsider = idOf('users')
  const [far, role] = [idOf('orgs'), idOf('roles')]
  await fillOutsiderRows(app, companyId, outsider)

  const near = randomUUID()
  await app.sql(`insert into orgs (company_id, id, name, path) values ($1, $2::uuid, '近处', '/' || $2::text || '/')`, [
    companyId,
    near,
  ])
  const permissions = (await app.sql('select code from elements')).map(({ code }) => String(code))
  const menus = (await app.sql('select code from menus')).map(({ code }) => String(code))
  const buildCaller = async (scope: string, orgId?: string) => {
    const user = await buildUser(app, { companyId, permissions, menus })
    await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, scope])
    if (orgId)
      await app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [
        companyId,
        user.id,
        orgId,
      ])
    return { ...user, token: await app.signIn(user) }
  }
  const [wide, alone, nearby] = [await buildCaller('all'), await buildCaller('self'), await buildCaller('orgSub', near)]
  const narrow = [alone, nearby]
  const mate = await buildCaller('all', near)

  const asActor = (id: string) => ({ id, name: '同事' })
  // Acts of the callers from a time of wider reach.
  for (const { id } of narrow)
    await writeLog(app, companyId, {
      actor: asActor(id),
      event: 'user.updated',
      entityId: outsider,
      entityName: String(name),
    })

  // Acts of colleagues within the scope on the outsider, and acts of the outsider.
  await writeLog(app, companyId, {
    actor: { id: outsider, name: String(name) },
    event: 'baseParameter.updated',
    entityId: randomUUID(),
    entityName: '参数',
  })
  await writeLog(app, companyId, {
    actor: { id: outsider, name: String(name) },
    event: 'session.started',
    entityId: outsider,
    entityName: String(name),
  })
  await writeLog(app, companyId, {
    actor: asActor(mate.id),
    event: 'user.updated',
    entityId: outsider,
    entityName: String(name),
  })
  for (const members of [{ add: [outsider] }, { remove: [outsider] }]) {
    const body = { add: [], remove: [], ...members }
    for (const [contract, id] of [
      [roleMembersContract, mate.roleId],
      [organizationsContract, near],
    ] as const) {
      const { done } = await callAndConfirm(app, contract.changeMembers, { params: { id }, body }, mate.token)
      if (done.code !== 0) throw new Error(`${done.code} ${done.msg} ${JSON.stringify(done.errors)}`)
    }
  }
  for (const { id } of narrow) {
    await app.sql(
      `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
       select company_id, gen_random_uuid(), review_id, $2, $3, user_id from review_items where company_id = $1 limit 1`,
      [companyId, id, mate.roleId],
    )
    // Items the callers must review.
    await app.sql(
      `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
       select company_id, gen_random_uuid(), review_id, user_id, $3, $2 from review_items where company_id = $1 and user_id = $4 limit 1`,
      [companyId, id, id === alone.id ? mate.roleId : wide.roleId, outsider],
    )
  }
  await app.sql(
    `update reviews set state = 'open', unanswered = 'remove', due_at = now() + interval '1 day' where company_id = $1`,
    [companyId],
  )
  const deletedUser = randomUUID()
  await app.sql(
    `insert into users (company_id, id, account, name, password_hash, deleted_at, deleted_by)
     values ($1, $2, $3 || '2', $4, '', now(), '{"id":"","name":"管"}')`,
    [companyId, deletedUser, account, name],
  )
  // A tenant whose only user has the outsider's name, with its own plan.
  const tenant = await buildTenant(app, '行范围租户')
  const [plan, smallerPlan] = [
    await buildPlanWithout(app, 'sysBases:list'),
    await buildPlanWithout(app, 'sysPosts:list'),
  ]
  await app.sql('update tenants set plan_id = $2 where company_id = $1', [tenant, plan.id])
  const tenantAdmin = await buildUser(app, { companyId: tenant, permissions: ['sysPosts:list'] })
  await app.sql('update users set name = $2 where id = $1', [tenantAdmin.id, name])
  await app.sql('update companies set admin_id = $2 where id = $1', [tenant, tenantAdmin.id])

  const apiAt = async (path: string) =>
    String((await app.sql(`select id from apis where method = 'GET' and path = $1`, [path]))[0]?.id)
  const [api, observed] = [await apiAt('/api/sys/users/v1'), await apiAt('/api/sys/bases/v1')]
  const createdRoles = await createRoles(app, companyId, { outsider, role, far })
  await observeApi(app, companyId, { api: observed, userId: outsider })
  const [{ id: menu } = {}] = await app.sql(`select id from menus where code = 'pool.1'`)
  await app.sql('insert into role_menus (company_id, role_id, menu_id) values ($1, $2, $3)', [companyId, role, menu])
  const ids = [
    ...[outsider, deletedUser, far, role, api, ...Object.values(traces)],
    ...['reviews', 'access_requests', 'registrations', 'visit_requests', 'failed_calls', 'sessions'].map(idOf),
  ]
  const future = '2089-01-01T00:00:00Z'
  const noRoles = { roles: [], version: 1 }
  const extraSamples: Readonly<Record<string, Omit<Sample, 'token'>[]>> = {
    'sysExplain.explain': [{ query: { userId: outsider, apiId: api } }, { query: { traceId: traces.denial } }],
    'sysLogs.timeline': [
      { params: { entity: 'user', id: outsider } },
      { params: { entity: 'role', id: mate.roleId } },
      { params: { entity: 'organization', id: near } },
    ],
    'sysLogs.operations': [{ query: { 'f.trace': traces.act } }],
    'sysLogs.exportOperations': [{ body: {} }],
    'sysLogs.exportProof': [{ body: { 'f.trace': traces.act } }],
    'sysReviews.ownItems': [{ query: {} }],
    'sysRoles.changeMembers': [{ params: { id: role }, body: { add: [], remove: [outsider] } }],
    'sysRoles.lock': [{ params: { id: role } }],
    'sysOrgs.changeMembers': [{ params: { id: far }, body: { add: [], remove: [outsider] } }],
    'sysOrgs.merge': [{ params: { id: far }, body: { into: near } }],
    'sysOrgs.list': [{ query: {} }],
    'sysCompanys.exportCompanies': [{ body: {} }],
    'sysExplain.denials': [{ query: { apiId: api } }],
    'sysRoles.updateElements': [{ params: { id: role }, body: { ids: [], version: 1 } }],
    'sysUsers.assignRoles': [{ params: { id: outsider }, body: noRoles }],
    'sysAccessRequests.approve': [
      { params: { id: idOf('access_requests') }, body: { roleId: createdRoles.extra, expireTime: null, version: 1 } },
    ],
    'sysRoles.update': [{ params: { id: role }, body: { name: '改', parent: createdRoles.extra, version: 1 } }],
    'sysRoles.unlock': [{ params: { id: createdRoles.locked } }],
    'sysApis.observation': [{ params: { id: observed } }],
    'sysApis.changeMode': [{ params: { id: observed }, body: { mode: 'enforce', version: 1 } }],
    'sysMenus.remove': [{ params: { id: menu } }],
    'sysMenus.update': [
      {
        params: { id: menu },
        body: {
          name: '链接',
          parent: null,
          kind: 'link',
          sort: 1,
          status: 0,
          metadata: '{"external":"https://example.com/"}',
          version: 1,
        },
      },
    ],
    'sysPlans.updateCeiling': [{ params: { id: plan.id }, body: { menus: [], elems: [], version: 1 } }],
    'sysCompanys.updateTenant': [
      {
        params: { id: tenant },
        body: { planId: smallerPlan.id, startTime: '2026-01-01T00:00:00Z', graceDays: 1, trial: false, version: 1 },
      },
    ],
    'sysTenantPolicies.update': [
      {
        params: { id: tenant },
        body: {
          idleMinutes: 30,
          mostDevices: 2,
          addresses: [],
          switchPolicy: 'ask',
          secondStepFrom: future,
          version: 1,
        },
      },
    ],
    'sysReviews.close': [{ params: { id: idOf('reviews') } }],
  }
  return {
    app,
    wide,
    narrow,
    /** An endpoint's responses to a caller: unfiltered, about the outsider and about each row that names them. */
    async responsesTo({ token }: { token: string }, endpoint: Endpoint): Promise<string> {
      const title = `${endpoint.module}.${endpoint.name}`
      const { token: _, ...validSample } = samples.sampleOf(endpoint)(0, undefined)
      const all = [
        validSample,
        ...(extraSamples[title] ?? []),
        ...ids.flatMap((id) => withId(endpoint, validSample, id)),
      ] as Sample[]
      const texts = []
      for (const sample of all) {
        const page = endpoint.wire === 'list' ? { size: 100, ...sample.query } : sample.query
        const query = endpoint.method !== 'GET' && endpoint.impact ? { ...page, dryRun: '1' } : page
        texts.push((await send(endpoint, { ...sample, token, ...(query && { query }) })).text)
      }
      return texts.join('\n')
    },
    namesOutsider: (text: string) => canaries.some((canary) => text.includes(canary)),
    endpoints: endpoints.filter(({ access }) => access.kind === 'permitted' || access.kind === 'signedIn'),
  }
}

import { randomUUID } from 'node:crypto'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { callAndConfirm } from '../call-and-confirm.ts'
import { buildDocument, buildFolder, buildGrant } from '../document-factories.ts'
import { buildPlanWithout, buildTenant, buildUser } from '../factories.ts'
import type { TestApp } from '../harness.ts'

/** Name and account of the outsider; an answer that identifies them contains one of these. */
export const canaries = ['越界人', 'outsidecanary']
const [name, account] = canaries
const trace = (digit: string) => digit.repeat(32)
/** Trace ids of the outsider's denial, of their failed call and of log rows about them. */
export const traces = { denial: trace('a'), failure: trace('b'), act: trace('c') }

/** Gives the outsider's rows the values their features need to show them. */
export const fillOutsiderRows = async (app: TestApp, companyId: string, outsider: string) => {
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
export const createRoles = async (
  app: TestApp,
  companyId: string,
  of: { outsider: string; role: string; far: string },
) => {
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
export const observeApi = async (app: TestApp, companyId: string, { api, userId }: { api: string; userId: string }) => {
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

type Caller = { id: string; roleId: string; token: string }
type Company = { app: TestApp; companyId: string; outsider: string }

/** Rows of the log: acts on the outsider, and acts of the outsider. */
export const writeLogs = async ({ app, companyId, outsider }: Company, of: { narrow: Caller[]; mate: Caller }) => {
  const asActor = (id: string) => ({ id, name: '同事' })
  // Acts of the callers from a time of wider reach.
  for (const { id } of of.narrow)
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
    actor: asActor(of.mate.id),
    event: 'user.updated',
    entityId: outsider,
    entityName: String(name),
  })
}

/** A colleague within the scope adds the outsider to a role and an organisation, and removes them. */
export const changeMembers = async ({ app, outsider }: Company, { mate, near }: { mate: Caller; near: string }) => {
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
}

type Reviewers = { wide: Caller; alone: Caller; nearby: Caller; mate: Caller }
/** Items of an open review about the callers, and about the outsider for the callers to review. */
export const addReviewItems = async ({ app, companyId, outsider }: Company, of: Reviewers) => {
  for (const { id } of [of.alone, of.nearby]) {
    await app.sql(
      `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
       select company_id, gen_random_uuid(), review_id, $2, $3, user_id from review_items where company_id = $1 limit 1`,
      [companyId, id, of.mate.roleId],
    )
    // Items the callers must review.
    await app.sql(
      `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id)
       select company_id, gen_random_uuid(), review_id, user_id, $3, $2 from review_items where company_id = $1 and user_id = $4 limit 1`,
      [companyId, id, id === of.alone.id ? of.mate.roleId : of.wide.roleId, outsider],
    )
  }
  await app.sql(
    `update reviews set state = 'open', unanswered = 'remove', due_at = now() + interval '1 day' where company_id = $1`,
    [companyId],
  )
}

/**
 * An operation of each caller on the outsider, from a time of wider reach.
 * @returns their ids
 */
export const addBulks = async ({ app, companyId, outsider }: Company, people: readonly Caller[]): Promise<string[]> => {
  const ids: string[] = []
  for (const { id: userId } of people) {
    const id = randomUUID()
    await app.sql(
      `insert into bulks (company_id, id, entity, operation, input, requested_by, total, checked_at)
       values ($1, $2, 'user', 'unlock', '{}', $3, 1, now())`,
      [companyId, id, userId],
    )
    await app.sql(
      `insert into bulk_rows (company_id, bulk_id, seq, row_id, name, verdict) values ($1, $2, 1, $3, $4, 'change')`,
      [companyId, id, outsider, name],
    )
    ids.push(id)
  }
  return ids
}

/**
 * A file that the outsider may read, and has downloaded.
 * @returns its id
 */
export const addDocument = async ({ app, companyId, outsider }: Company, role: string): Promise<string> => {
  const id = await buildDocument(app, companyId, await buildFolder(app, companyId))
  await buildGrant(app, companyId, id, 2, { user: outsider })
  await app.sql(
    `insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysDocs:list') on conflict do nothing`,
    [companyId, role],
  )
  await app.sql(
    `insert into document_downloads (company_id, id, document_id, number, user_id, ip, created_by)
     values ($1, gen_random_uuid(), $2, 1, $3, '127.0.0.1', $4)`,
    [companyId, id, outsider, JSON.stringify({ id: outsider, name })],
  )
  return id
}

/** A deleted user with the outsider's name. */
export const addDeletedUser = async (app: TestApp, companyId: string): Promise<string> => {
  const deletedUser = randomUUID()
  await app.sql(
    `insert into users (company_id, id, account, name, password_hash, deleted_at, deleted_by)
     values ($1, $2, $3 || '2', $4, '', now(), '{"id":"","name":"管"}')`,
    [companyId, deletedUser, account, name],
  )
  return deletedUser
}

/** A tenant whose only user has the outsider's name, with its own plan. */
export const buildNamedTenant = async (app: TestApp) => {
  const tenant = await buildTenant(app, '行范围租户')
  const [plan, smallerPlan] = [
    await buildPlanWithout(app, 'sysBases:list'),
    await buildPlanWithout(app, 'sysPosts:list'),
  ]
  await app.sql('update tenants set plan_id = $2 where company_id = $1', [tenant, plan.id])
  const tenantAdmin = await buildUser(app, { companyId: tenant, permissions: ['sysPosts:list'] })
  await app.sql('update users set name = $2 where id = $1', [tenantAdmin.id, name])
  await app.sql('update companies set admin_id = $2 where id = $1', [tenant, tenantAdmin.id])
  return { tenant, plan: plan.id, smallerPlan: smallerPlan.id }
}

/**
 * The planted application, whose owner is the outsider, and the API that it may call. The callers decide on requests for
 * it, among them the outsider's.
 */
export const findOpenApp = async (app: TestApp, companyId: string, callers: readonly { id: string }[]) => {
  const [held] = await app.sql('select app_id, api_id from open_app_apis where company_id = $1', [companyId])
  for (const { id } of callers)
    await app.sql('insert into app_approvers (company_id, app_id, user_id) values ($1, $2, $3)', [
      companyId,
      held?.app_id,
      id,
    ])
  return { openApp: String(held?.app_id), openApi: String(held?.api_id) }
}

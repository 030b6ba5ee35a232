import { randomUUID } from 'node:crypto'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bulkCaller } from '../bulk-stage.ts'
import { callAndConfirm } from '../call-and-confirm.ts'
import { buildSheet } from '../filled-workbook.ts'
import { createImportStage, type ImportStage } from '../import-stage.ts'
import { dataAs } from '../loosely-typed.ts'
import { createScimStage, patchBody, scimClient } from '../scim-stage.ts'
import type { Caller } from './growth-cast.ts'
import { createForgetting, createGrowthStage } from './growth-stage.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Where an act leads: near the caller, or far, beyond their row scope. */
type Place = {
  org: string
  below: string
  /** As cells name it. */
  name: string
  /** Sees no one, and someone who has the caller's role. */
  person: string
  peer: string
}
/** Whether it was accepted. */
type Act = (at: Place) => Promise<boolean>

let stage: ImportStage
let growth: Awaited<ReturnType<typeof createGrowthStage>>
let caller: Caller
let role: { id: string; name: string }
let near: Place
let far: Place

beforeAll(async () => {
  const { announcements, forget } = createForgetting()
  stage = await createImportStage({ announcements })
  growth = await createGrowthStage(stage.app, forget)
  const { cast } = growth
  caller = cast.callers.find(({ title }) => title === 'orgSub') ?? expect.fail('no such caller')
  const [{ name } = {}] = await stage.app.sql('select name from roles where id = $1', [caller.roleId])
  role = { id: caller.roleId, name: String(name) }
  near = { org: cast.near, below: cast.nearBelow, name: '近处 / 近处下级', person: cast.colleague, peer: cast.mate }
  far = { org: cast.far, below: cast.farBelow, name: '远处', person: cast.both, peer: cast.peer }
})
beforeEach(() => stage.app.sql('delete from limits'))

const accepted = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<boolean> => {
  const { done } = await callAndConfirm(stage.app, endpoint, request, caller.token)
  return done.code === 0
}
const readVersion = async (table: 'users' | 'orgs' | 'roles', id: string) =>
  Number((await stage.app.sql(`select version from ${table} where id = $1`, [id]))[0]?.version)
const readAccount = async (id: string) =>
  String((await stage.app.sql('select account from users where id = $1', [id]))[0]?.account)

const inBatch = async (body: RequestOf<typeof userBatchContract.batch>['body']) => {
  const { done } = await callAndConfirm(stage.app, userBatchContract.batch, { body }, caller.token)
  return done.code === 0 && dataAs<{ ok: number }>(done).ok === 1
}
const updateUser = async (id: string, change: object) => {
  const [{ name, email } = {}] = await stage.app.sql('select name, email from users where id = $1', [id])
  const body = { name: String(name), email: String(email ?? ''), version: await readVersion('users', id), ...change }
  return accepted(usersContract.update, { params: { id }, body })
}
const inBulk = async (operation: string, id: string, input: Record<string, unknown>) => {
  const bulk = bulkCaller(stage.app, caller.token)
  const checked = await bulk.check(operation, { ids: [id] }, input)
  if (!checked.data) return false
  const { code, data } = await bulk.apply(checked.data.id)
  if (code !== 0) return false
  if (data?.runId) await stage.awaitEnd(caller.token, data.runId)
  return (await bulk.details(checked.data.id)).outcomes.changed === 1
}
const importRow = async (cells: Record<string, string>) => {
  const id = await stage.upload(caller.token, 'user', [buildSheet(Object.keys(cells), [Object.values(cells)])])
  const { counts } = await stage.check(caller.token, id)
  if (counts?.new !== 1 && counts?.changed !== 1) return false
  return (await stage.apply(caller.token, id)).run?.state === 'done'
}
const newAccount = () => `made${randomUUID().slice(0, 8)}`
const newUser = (rest: object) =>
  accepted(usersContract.create, { body: { account: newAccount(), name: '新人', ...rest } })

const { move, merge, split, remove, changeMembers, replaceRoles } = organizationsContract
/** Acts that lead into an organisation, or lead one to the caller. */
const moves: Record<string, Act> = {
  'moving an organisation below the own one': (at) =>
    accepted(move, { params: { id: at.below }, body: { parent: near.org, sort: 3 } }),
  'merging an organisation into the own one': (at) =>
    accepted(merge, { params: { id: at.below }, body: { into: near.org } }),
  'splitting an organisation': (at) =>
    accepted(split, { params: { id: at.below }, body: { name: '分出', organizations: [], users: [] } }),
  'adding oneself': (at) =>
    accepted(changeMembers, { params: { id: at.below }, body: { add: [caller.id], remove: [] } }),
  'adding a colleague': (at) =>
    accepted(changeMembers, { params: { id: at.below }, body: { add: [near.peer], remove: [] } }),
  'removing a member': (at) =>
    accepted(changeMembers, { params: { id: at.org }, body: { add: [], remove: [at.person] } }),
  'giving all members a role': async (at) =>
    accepted(replaceRoles, {
      params: { id: at.below },
      body: { roleIds: [role.id], version: await readVersion('orgs', at.below) },
    }),
  'moving a user there in a batch': (at) =>
    inBatch({ action: 'moveToOrg', ids: [near.person], params: { orgId: at.below } }),
  'moving a user there in bulk': (at) => inBulk('move', near.peer, { orgId: at.below }),
  'joining by an edit of oneself': (at) => updateUser(caller.id, { orgs: [{ orgId: near.org }, { orgId: at.org }] }),
  'joining by an edit of a peer': (at) => updateUser(near.peer, { orgs: [{ orgId: near.org }, { orgId: at.org }] }),
  'joining by an import of the own row': async (at) =>
    importRow({ 账号: await readAccount(caller.id), 姓名: '本组织及下级', 组织: `近处、${at.name}` }),
  'an identity provider that puts people there': (at) => addProvider({ roleId: null, orgId: at.org }),
}
const addProvider = (rule: { roleId: string | null; orgId: string | null }) =>
  accepted(identityProvidersContract.create, {
    body: {
      kind: 'oidc',
      name: `登${randomUUID().slice(0, 8)}`,
      issuer: 'https://login.example.com/oidc',
      clientId: 'c',
      secret: 's',
      enabled: false,
      createsPeople: false,
      mapsAlways: true,
      mapping: [{ claim: 'group', value: 'x', ...rule }],
    },
  })

/** Acts that give the own role to a person of the place. */
const gifts: Record<string, Act> = {
  'a new account': (at) =>
    newUser({ roleIds: [role.id], orgs: [{ orgId: near.org }, ...(at === far ? [{ orgId: far.org }] : [])] }),
  'the roles of a user': async (at) =>
    accepted(userRolesContract.assignRoles, {
      params: { id: at.person },
      body: { roles: [{ roleId: role.id }], mode: 'add', version: await readVersion('users', at.person) },
    }),
  'an edit of a user': (at) => updateUser(at.person, { roles: [{ roleId: role.id }] }),
  'the members of a role': (at) =>
    accepted(roleMembersContract.changeMembers, { params: { id: role.id }, body: { add: [at.person], remove: [] } }),
  'a batch': (at) =>
    inBatch({ action: 'grantRole', ids: [at.person], params: { roleId: role.id, expireTime: null, reason: '' } }),
  'a bulk operation': (at) => inBulk('grantRole', at.person, { roleId: role.id, expireTime: null, reason: '' }),
  'an import': async (at) => importRow({ 账号: await readAccount(at.person), 姓名: '改名', 角色: role.name }),
  'the approval of an access request': async (at) => {
    const id = randomUUID()
    await stage.app.sql(
      `insert into access_requests (company_id, id, user_id, element, trace_id, reason)
       values ($1, $2, $3, 'sysPosts:list', '', '工作需要')`,
      [growth.cast.companyId, id, at.person],
    )
    return accepted(accessRequestsContract.approve, {
      params: { id },
      body: { roleId: role.id, expireTime: null, version: 1 },
    })
  },
  'a group of SCIM': async (at) => {
    const scim = await createScimStage(stage.app)
    const { id } = await scim.app(caller.token)
    expect(await scim.setScim(caller.token, id, { roleIds: [role.id] })).toMatchObject({ code: 0 })
    const { token } = await scim.scimToken(caller.token, id)
    const body = patchBody({ op: 'add', path: 'members', value: [{ value: at.person }] })
    return (await scimClient(stage.app, token)('PATCH', `/Groups/${role.id}`, body)).status < 300
  },
}

/** Acts on the account of someone with the same role. */
const takeovers: Record<string, Act> = {
  'the password': (at) => accepted(usersContract.reset, { params: { id: at.peer }, body: {} }),
  'the mail address': (at) => updateUser(at.peer, { email: 'taken@example.com' }),
  'the phone number': (at) => updateUser(at.peer, { phone: '13900001111' }),
  'the lock': (at) =>
    accepted(userStatusContract.lock, { params: { id: at.peer }, body: { reason: '离岗', until: null } }),
  'the status': (at) => accepted(userStatusContract.disable, { params: { id: at.peer } }),
  'a deletion': (at) => accepted(userStatusContract.remove, { params: { id: at.peer }, body: {} }),
  'a batch of locks': (at) => inBatch({ action: 'lock', ids: [at.peer], params: { reason: '离岗', until: null } }),
  'locks in bulk': (at) => inBulk('lock', at.peer, { reason: '离岗', until: null }),
}

const describeActs = (title: string, acts: Record<string, Act>) =>
  describe(title, () => {
    it.each(Object.entries(acts))('%s: within the row scope only', async (_, act) => {
      const isAccepted = await act(near)
      expect([isAccepted, await growth.settle(caller)]).toEqual([true, []])
      const isWidened = await act(far)
      expect([isWidened, await growth.settle(caller)]).toEqual([false, []])
    })
  })

describeActs('a change of organisations', moves)
describeActs('the own role, given by', gifts)
describeActs('a peer, by', takeovers)

describe('an organisation beyond the row scope', () => {
  it('is not deleted', async () => {
    expect(await accepted(remove, { params: { id: far.below } })).toBe(false)
    expect(await growth.settle(caller)).toEqual([])
  })
  it('does not list members whom the caller does not see', async () => {
    const { data } = await stage.app.call(
      organizationsContract.members,
      { params: { id: far.below }, query: {} },
      caller.token,
    )
    expect((data ?? []).map(({ id }) => id)).toEqual([])
  })
})

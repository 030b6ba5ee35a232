import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { type UserField, userFields } from '@atrium/contract/features/access/registry/user-fields.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { registrationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { toTitle } from '../architecture/expect-only.ts'
import { callAndConfirm } from '../call-and-confirm.ts'
import { isDue } from '../due-endpoints.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { listParameters } from '../hostile/parameters.ts'
import type { Sample } from '../hostile/sample.ts'
import { createMatrixStage, type MatrixStage } from './matrix-stage.ts'
import { withId } from './with-id.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Values that must not appear, unmasked or masked. */
const hiddenValues = {
  phone: ['13987650321', '139****0321'],
  email: ['canary.kept', 'c***@'],
  idCard: ['11010519491231002X', '110105********002X'],
  remark: ['canary-remark'],
} as const satisfies Record<UserField, readonly string[]>
const canaries = Object.values(hiddenValues).flat()

let stage: MatrixStage
let subject: { id: string; account: string }
let restrictedUser: { id: string; companyId: string }
let unrestrictedUser: typeof restrictedUser
beforeAll(async () => {
  stage = await createMatrixStage()
  const { app } = stage
  const adminToken = await app.signIn()
  const companyId = await buildCompany(app, '保密公司')
  const codes = (await app.sql('select code from elements')).map(({ code }) => String(code))
  unrestrictedUser = { ...(await buildUser(app, { companyId, permissions: codes })), companyId }
  restrictedUser = { ...(await buildUser(app, { companyId, permissions: codes })), companyId }
  const [{ id: moduleId } = {}] = await app.sql(`select id from modules where code = 'sysUsers'`)
  for (const name of Object.keys(userFields) as UserField[]) {
    const field = { resource: 'users', name, effect: 'hide' } as const
    const element = { moduleId: String(moduleId), operation: `see${name.toLowerCase()}`, name: `查看${name}` }
    const body = { ...element, kind: 'field', risk: 'low', sort: 1, desc: '', field } as const
    const { done } = await callAndConfirm(app, elementsContract.create, { body }, adminToken)
    if (done.code !== 0) throw new Error(done.msg)
  }
  await app.sql(
    `insert into role_elements (company_id, role_id, element)
     select company_id, role_id, code from user_roles, elements where user_id = $1 and kind = 'field'`,
    [unrestrictedUser.id],
  )
  const account = 'keptperson'
  const body = { account, name: '保密人', phone: hiddenValues.phone[0], email: 'canary.kept@example.cn' } as const
  const rest = { idCard: hiddenValues.idCard[0], remark: 'canary-remark', sex: 0, expireTime: null } as const
  const token = await stage.openSession(unrestrictedUser)
  const { data, msg } = await app.call(usersContract.create, { body: { ...body, ...rest } }, token)
  if (!data) throw new Error(msg)
  subject = { id: data.id, account }
  const written = { ...body, ...rest, idCard: undefined, remark: 'canary-remark 2', version: 1 }
  const changed = await app.call(usersContract.update, { params: { id: data.id }, body: written }, token)
  if (changed.code !== 0) throw new Error(changed.msg)
  // Contacts of the person in other tables.
  await stage.planter.plant(companyId)
  for (const [table, column, contact] of [
    ['messages', 'target', hiddenValues.phone[1]],
    ['registrations', 'phone', hiddenValues.phone[0]],
    ['membership_invitations', 'target', 'canary.kept@example.cn'],
  ])
    await app.sql(`update ${table} set ${column} = $2 where company_id = $1`, [companyId, contact])
})

const requiresSession = ({ access }: Endpoint) => access.kind === 'permitted' || access.kind === 'signedIn'
const sessionEndpoints = endpoints.filter((each) => requiresSession(each) && isDue(each))
const reads = sessionEndpoints.filter((endpoint) => !isMutation(endpoint))
const writes = sessionEndpoints.filter(isMutation)
const byTitle = (listed: readonly Endpoint[]) => listed.map((endpoint) => [toTitle(endpoint), endpoint] as const)

/** An endpoint's responses to a user, for its valid sample and about the hidden person. */
const responsesTo = async (who: typeof restrictedUser, endpoint: Endpoint): Promise<string> => {
  const { openSession, validSampleFor, send } = stage
  const texts: string[] = []
  const { token: _own, ...validSample } = validSampleFor(endpoint)
  for (const sample of [validSample, ...withId(endpoint, validSample, subject.id)] as Sample[])
    texts.push((await send(endpoint, { ...sample, token: await openSession(who) })).text)
  return texts.join('\n')
}
const findCanaries = (text: string) => canaries.filter((canary) => text.includes(canary))

describe('a user without the elements of four fields', () => {
  it.each(byTitle(reads))('reads none of the fields through %s', async (_, endpoint) => {
    expect(findCanaries(await responsesTo(restrictedUser, endpoint))).toEqual([])
  })
  it.each(byTitle(writes))('receives none of the fields from %s', async (_, endpoint) => {
    expect(findCanaries(await responsesTo(restrictedUser, endpoint))).toEqual([])
  })
  it('receives none of the fields with the newer version on a conflict', async () => {
    const { app, openSession } = stage
    const body = { name: '旧', phone: '', email: '', sex: 0, expireTime: null, remark: '', version: 99 } as const
    const answer = await app.call(
      usersContract.update,
      { params: { id: subject.id }, body },
      await openSession(restrictedUser),
    )
    expect([answer.code, findCanaries(JSON.stringify(answer))]).toEqual([409, []])
  })
  const searchEndpoints = sessionEndpoints.filter((endpoint) =>
    listParameters(endpoint).some(({ path }) => path.at(-1) === 'search'),
  )
  it.each(byTitle(searchEndpoints))('finds no user by phone through %s', async (_, endpoint) => {
    const { openSession, validSampleFor, send } = stage
    const { token: _own, ...validSample } = validSampleFor(endpoint)
    const part = endpoint.query ? 'query' : 'body'
    const sample = {
      ...validSample,
      [part]: { ...validSample[part], search: hiddenValues.phone[0] },
      token: await openSession(restrictedUser),
    }
    const { text } = await send(endpoint, sample as Sample)
    expect([text.includes(subject.id), text.includes(subject.account)]).toEqual([false, false])
  })
  it.each([
    ['sent messages', messagesContract.list, hiddenValues.phone[1].slice(-4)],
    ['invitations', membershipsContract.list, 'canary'],
  ] as const)('finds no %s by a part of a hidden contact', async (_, endpoint, search) => {
    const { app, openSession } = stage
    const found = async (who: typeof restrictedUser) =>
      (await app.call(endpoint as typeof messagesContract.list, { query: { search } }, await openSession(who))).total
    expect(await found(unrestrictedUser)).toBeGreaterThan(0)
    expect(await found(restrictedUser)).toBe(0)
  })
})

describe('a user with the elements', () => {
  // Confirms that the canaries are found where they are shown.
  it.each(
    byTitle([
      usersContract.list,
      usersContract.get,
      usersContract.exportUsers,
      operationLogsContract.operations,
      operationLogsContract.timeline,
      messagesContract.list,
      registrationsContract.list,
      membershipsContract.list,
    ]),
  )('receives them from %s', async (title, endpoint) => {
    const { openSession, send, validSampleFor } = stage
    const token = await openSession(unrestrictedUser)
    const params = title.endsWith('timeline') ? { entity: 'user', id: subject.id } : { id: subject.id }
    const validSample = validSampleFor(endpoint)
    const { text } = await send(endpoint, { ...validSample, ...(endpoint.params && { params }), token })
    expect(findCanaries(text)).not.toEqual([])
  })
  it('sees them in the recycle bin, which other users do not', async () => {
    const { app, openSession } = stage
    const by = JSON.stringify({ id: unrestrictedUser.id, name: '管' })
    await app.sql('update users set deleted_at = now(), deleted_by = $2 where id = $1', [subject.id, by])
    const bin = async (who: typeof unrestrictedUser) =>
      findCanaries(JSON.stringify(await app.call(usersContract.bin, { query: {} }, await openSession(who))))
    expect([await bin(unrestrictedUser), await bin(restrictedUser)]).toEqual([[hiddenValues.phone[1]], []])
  })
})

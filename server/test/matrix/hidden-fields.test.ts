import { membershipsContract } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { messagesContract } from '@atrium/contract/features/messages/messages.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { registrationsContract } from '@atrium/contract/features/registrations/registrations.contract.ts'
import { elementsContract } from '@atrium/contract/features/registry/registry.contract.ts'
import { type UserField, userFields } from '@atrium/contract/features/users/user-fields.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import { changesAnything, type Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { titleOf } from '../architecture/expect-only.ts'
import { confirmed } from '../confirmed.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { parametersOf } from '../hostile/parameters.ts'
import type { Sample } from '../hostile/samples.ts'
import { type Arranged, arrange } from './arranged.ts'
import { withId } from './with-id.ts'

vi.setConfig({ testTimeout: 60_000 })

/** What must not be told, whole or masked. */
const kept = {
  phone: ['13987650321', '139****0321'],
  email: ['canary.kept', 'c***@'],
  idCard: ['11010519491231002X', '110105********002X'],
  remark: ['canary-remark'],
} as const satisfies Record<UserField, readonly string[]>
const canaries = Object.values(kept).flat()

let stage: Arranged
let person: { id: string; account: string }
let limited: { id: string; companyId: string }
let keeper: typeof limited
beforeAll(async () => {
  stage = await arrange()
  const { app } = stage
  const admin = await app.signIn()
  const companyId = await buildCompany(app, '保密公司')
  const codes = (await app.sql('select code from elements')).map(({ code }) => String(code))
  keeper = { ...(await buildUser(app, { companyId, permissions: codes })), companyId }
  limited = { ...(await buildUser(app, { companyId, permissions: codes })), companyId }
  const [{ id: moduleId } = {}] = await app.sql(`select id from modules where code = 'sysUsers'`)
  for (const name of Object.keys(userFields) as UserField[]) {
    const field = { resource: 'users', name, effect: 'hide' } as const
    const element = { moduleId: String(moduleId), operation: `see${name.toLowerCase()}`, name: `查看${name}` }
    const body = { ...element, kind: 'field', risk: 'low', sort: 1, desc: '', field } as const
    const { done } = await confirmed(app, elementsContract.create, { body }, admin)
    if (done.code !== 0) throw new Error(done.msg)
  }
  await app.sql(
    `insert into role_elements (company_id, role_id, element)
     select company_id, role_id, code from user_roles, elements where user_id = $1 and kind = 'field'`,
    [keeper.id],
  )
  const account = 'keptperson'
  const body = { account, name: '保密人', phone: kept.phone[0], email: 'canary.kept@example.cn' } as const
  const rest = { idCard: kept.idCard[0], remark: 'canary-remark', sex: 0, expireTime: null } as const
  const token = await stage.session(keeper)
  const { data, msg } = await app.call(usersContract.create, { body: { ...body, ...rest } }, token)
  if (!data) throw new Error(msg)
  person = { id: data.id, account }
  const written = { ...body, ...rest, idCard: undefined, remark: 'canary-remark 2', version: 1 }
  const changed = await app.call(usersContract.update, { params: { id: data.id }, body: written }, token)
  if (changed.code !== 0) throw new Error(changed.msg)
  // Where else it is told how somebody is reached.
  await stage.planter.plant(companyId)
  for (const [table, column, contact] of [
    ['messages', 'target', kept.phone[1]],
    ['registrations', 'phone', kept.phone[0]],
    ['membership_invitations', 'target', 'canary.kept@example.cn'],
  ])
    await app.sql(`update ${table} set ${column} = $2 where company_id = $1`, [companyId, contact])
})

const isInside = ({ access }: Endpoint) => access.kind === 'permitted' || access.kind === 'signedIn'
const inside = endpoints.filter(isInside)
const reads = inside.filter((endpoint) => !changesAnything(endpoint))
const writes = inside.filter(changesAnything)
const byTitle = (some: readonly Endpoint[]) => some.map((endpoint) => [titleOf(endpoint), endpoint] as const)

/** What an endpoint answers to somebody, about anybody and about the one person. */
const answersTo = async (who: typeof limited, endpoint: Endpoint): Promise<string> => {
  const { session, soundOf, send } = stage
  const texts: string[] = []
  const { token: _own, ...sound } = soundOf(endpoint)
  for (const sample of [sound, ...withId(endpoint, sound, person.id)] as Sample[])
    texts.push((await send(endpoint, { ...sample, token: await session(who) })).text)
  return texts.join('\n')
}
const leaksIn = (text: string) => canaries.filter((canary) => text.includes(canary))

describe('whoever does not hold the elements of four fields', () => {
  it.each(byTitle(reads))('reads nothing of them by %s', async (_, endpoint) => {
    expect(leaksIn(await answersTo(limited, endpoint))).toEqual([])
  })
  it.each(byTitle(writes))('is told nothing of them by %s', async (_, endpoint) => {
    expect(leaksIn(await answersTo(limited, endpoint))).toEqual([])
  })
  it('reads nothing of them of the newer version that he is told of', async () => {
    const { app, session } = stage
    const body = { name: '旧', phone: '', email: '', sex: 0, expireTime: null, remark: '', version: 99 } as const
    const answer = await app.call(usersContract.update, { params: { id: person.id }, body }, await session(limited))
    expect([answer.code, leaksIn(JSON.stringify(answer))]).toEqual([409, []])
  })
  const searching = inside.filter((endpoint) => parametersOf(endpoint).some(({ path }) => path.at(-1) === 'search'))
  it.each(byTitle(searching))('finds nobody by the phone number with %s', async (_, endpoint) => {
    const { session, soundOf, send } = stage
    const { token: _own, ...sound } = soundOf(endpoint)
    const part = endpoint.query ? 'query' : 'body'
    const sample = { ...sound, [part]: { ...sound[part], search: kept.phone[0] }, token: await session(limited) }
    const { text } = await send(endpoint, sample as Sample)
    expect([text.includes(person.id), text.includes(person.account)]).toEqual([false, false])
  })
  it.each([
    ['sent messages', messagesContract.list, kept.phone[1].slice(-4)],
    ['invitations', membershipsContract.list, 'canary'],
  ] as const)('finds no %s by a part of what he is not told', async (_, endpoint, search) => {
    const { app, session } = stage
    const found = async (who: typeof limited) =>
      (await app.call(endpoint as typeof messagesContract.list, { query: { search } }, await session(who))).total
    expect(await found(keeper)).toBeGreaterThan(0)
    expect(await found(limited)).toBe(0)
  })
})

describe('whoever holds them', () => {
  // The same eyes see what they look for where it is told.
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
  )('is told as before by %s', async (title, endpoint) => {
    const { session, send, soundOf } = stage
    const token = await session(keeper)
    const params = title.endsWith('timeline') ? { entity: 'user', id: person.id } : { id: person.id }
    const sound = soundOf(endpoint)
    const { text } = await send(endpoint, { ...sound, ...(endpoint.params && { params }), token })
    expect(leaksIn(text)).not.toEqual([])
  })
  it('is told of the recycle bin, and nobody else', async () => {
    const { app, session } = stage
    const by = JSON.stringify({ id: keeper.id, name: '管' })
    await app.sql('update users set deleted_at = now(), deleted_by = $2 where id = $1', [person.id, by])
    const bin = async (who: typeof keeper) =>
      leaksIn(JSON.stringify(await app.call(usersContract.bin, { query: {} }, await session(who))))
    expect([await bin(keeper), await bin(limited)]).toEqual([[kept.phone[1]], []])
  })
})

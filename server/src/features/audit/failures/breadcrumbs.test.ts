import {
  type BreadcrumbsWrite,
  breadcrumbsContract,
} from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { failedCallsContract } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { failuresRetention } from './failures.feature.ts'

const { attachTrail } = breadcrumbsContract
type SignedInUser = Awaited<ReturnType<typeof buildUser>> & { token: string }

let app: TestApp
let operator: string
let companyId: string
let user: SignedInUser
let reader: SignedInUser
const signInUser = async (ofCompany: string, permissions: string[]): Promise<SignedInUser> => {
  const built = await buildUser(app, { companyId: ofCompany, permissions })
  return { ...built, token: await app.signIn(built) }
}
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
})
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${Math.random()}`)
  user = await signInUser(companyId, ['sysPosts:list'])
  reader = await signInUser(companyId, ['sysLogs:trace', 'sysPosts:list'])
})

const incident = async (traceId: string, token = reader.token) =>
  (await app.call(incidentsContract.incident, { params: { traceId } }, token)).data
/** A missing table causes a server error, recorded asynchronously. */
const failed = async ({ token } = user): Promise<string> => {
  await app.sql('alter table posts rename to posts_elsewhere')
  const { code, traceId = '' } = await app.call(postsContract.list, { query: {} }, token)
  await app.sql('alter table posts_elsewhere rename to posts')
  expect(code).toBe(500)
  await vi.waitFor(async () => expect((await incident(traceId))?.failure).not.toBeNull())
  return traceId
}
const denied = async ({ token } = user): Promise<string> => {
  const { code, traceId = '' } = await app.call(failedCallsContract.failures, { query: {} }, token)
  expect(code).toBe(403)
  return traceId
}
const trail: BreadcrumbsWrite = {
  version: '2.3.1',
  width: 1440,
  height: 900,
  timeZone: 'Asia/Shanghai',
  events: [
    { kind: 'route', before: 4200, path: '/web/sys/posts' },
    { kind: 'tab', before: 2100, state: 'hidden' },
    { kind: 'error', before: 900, message: 'token=abcdef is not valid' },
    { kind: 'call', before: 0, method: 'GET', path: '/api/sys/posts/v1', code: 500, ms: 35, traceId: newTraceId() },
  ],
}
const attach = (traceId: string, { token } = user, body: BreadcrumbsWrite = trail) =>
  app.call(attachTrail, { params: { traceId }, body }, token)
const toError = ({ code, msg }: { code: number; msg: string }) => ({ code, msg })

describe('breadcrumbs a user attaches to a call', () => {
  it('are shown with a failed call, without secrets', async () => {
    const traceId = await failed()
    expect((await incident(traceId))?.trail).toBeNull()
    expect((await attach(traceId)).code).toBe(0)
    const found = await incident(traceId.slice(0, 8))
    const [route, tab, , call] = trail.events
    expect(found?.trail).toEqual({
      ...trail,
      traceId,
      time: expect.any(String),
      agent: expect.any(String),
      events: [route, tab, { kind: 'error', before: 900, message: 'token=*** is not valid' }, call],
    })
    expect(found?.refused).toBe(false)
    const [row] = await app.sql(
      `select entity_id, entity_name, after from audit_log where event = 'trail.attached' and ok and company_id = $1`,
      [companyId],
    )
    expect(row).toEqual({ entity_id: traceId, entity_name: `追踪号 ${traceId.slice(0, 8)}`, after: { rows: 4 } })
  })
  it('are shown with a denied call too', async () => {
    const traceId = await denied()
    expect(await incident(traceId)).toMatchObject({ refused: true, trail: null })
    expect((await attach(traceId)).code).toBe(0)
    expect(await incident(traceId)).toMatchObject({ failure: null, refused: true, trail: { traceId, width: 1440 } })
  })
  it('are accepted once', async () => {
    const traceId = await failed()
    expect((await attach(traceId)).code).toBe(0)
    const changed: BreadcrumbsWrite = { ...trail, version: '9.9.9' }
    expect((await attach(traceId, user, changed)).code).toBe(9506)
    expect((await incident(traceId))?.trail?.version).toBe('2.3.1')
  })
  it('are rejected for another user’s call as for an unknown one', async () => {
    const [failure, denial] = [await failed(), await denied()]
    const neighbour = await signInUser(await buildCompany(app, `邻家${Math.random()}`), ['sysPosts:list'])
    const unknown = toError(await attach(newTraceId()))
    expect(unknown.code).toBe(9505)
    await attach(failure)
    for (const other of [reader, neighbour, { ...user, token: operator }])
      for (const traceId of [failure, denial, newTraceId()])
        expect(toError(await attach(traceId, other))).toEqual(unknown)
  })
  it('are bounded, and have neither ids nor parameters in their addresses', async () => {
    const traceId = await failed()
    const [event = { kind: 'route', before: 0, path: '/' }] = trail.events
    const events = (...all: BreadcrumbsWrite['events']): BreadcrumbsWrite => ({ ...trail, events: all })
    const route = (path: string) => events({ kind: 'route', before: 1, path })
    const wrong = [
      events(...Array.from({ length: 21 }, () => event)),
      events({ kind: 'error', before: 1, message: 'x'.repeat(201) }),
      events(),
      route('/web/sys/users?search=13800000000'),
      route('/web/sys/users/0196f0a2-0000-7000-8000-000000000000'),
      route('/web/sys/users/13800000000'),
    ]
    for (const body of wrong) expect((await attach(traceId, user, body)).code).toBe(400)
    expect((await incident(traceId))?.trail).toBeNull()
  })
  it('are visible to the operator for failed calls, and to no other company', async () => {
    const [failure, denial] = [await failed(), await denied()]
    await attach(failure)
    await attach(denial)
    expect((await incident(failure, operator))?.trail?.traceId).toBe(failure)
    expect(await incident(denial, operator)).toMatchObject({ refused: false, trail: null })
    const stranger = await signInUser(await buildCompany(app, `邻家${Math.random()}`), ['sysLogs:trace'])
    for (const traceId of [failure, denial])
      expect(await incident(traceId, stranger.token)).toMatchObject({ trail: null })
  })
  it('are deleted with their call', async () => {
    const [failure, denial] = [await failed(), await denied()]
    await attach(failure)
    await attach(denial)
    const left = async () => (await app.sql('select trace_id from trails where company_id = $1', [companyId])).length
    const cleanUp = async () => {
      for (const text of failuresRetention) await app.database.statement({ text, values: [] })
      return left()
    }
    await app.sql(`update trails set called_at = now() - interval '29 days' where company_id = $1`, [companyId])
    expect(await cleanUp()).toBe(2)
    await app.sql(`update trails set called_at = now() - interval '31 days' where company_id = $1`, [companyId])
    expect(await cleanUp()).toBe(1)
    await app.sql(`update failed_calls set last_at = now() - interval '31 days' where company_id = $1`, [companyId])
    expect(await cleanUp()).toBe(0)
  })
})

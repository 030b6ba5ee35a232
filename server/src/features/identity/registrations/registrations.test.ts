import { randomUUID } from 'node:crypto'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { passwordPoliciesContract } from '@atrium/contract/features/identity/password-policies/password-policies.contract.ts'
import type { registerModes } from '@atrium/contract/features/identity/registrations/register-modes.ts'
import {
  invitationsContract,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type SentMessage, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'

const { register, list, approve, reject } = registrationsContract
type Body = RequestOf<typeof register>['body']
const password = 'Strong#Pass1'
const firm = { name: '', creditCode: '91310000MA1FL0000N', legal: '王强' }

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})
// All calls come from one address; the limit per address is tested elsewhere.
beforeEach(() => app.sql('delete from limits'))

const setMode = async (mode: (typeof registerModes)[number]) => {
  const found = await app.call(baseParametersContract.list, { query: { search: 'register.mode' } }, admin)
  const row = found.data?.[0]
  if (!row) throw new Error('no such parameter')
  const { id, code, name, kind, options, desc, version } = row
  const body = { code, name, kind, options, desc, version, value: mode }
  expect((await app.call(baseParametersContract.update, { params: { id }, body }, admin)).code).toBe(0)
}

let lastPhone = 13_900_000_000
const newPhone = () => {
  lastPhone += 1
  return String(lastPhone)
}
const newAccount = () => `reg${randomUUID().slice(0, 8)}`
/** The last matching message, once there are more than `earlier`. */
const waitForMessage = (matches: (sending: SentMessage) => boolean, earlier = 0): Promise<SentMessage> =>
  vi.waitFor(
    async () => {
      const found = (await app.outbox()).filter(matches)
      const last = found.at(-1)
      if (!last || found.length <= earlier) throw new Error('not delivered')
      return last
    },
    { timeout: 5000 },
  )
/** The code sent for this request, not an earlier one. */
const requestCode = async (phone: string) => {
  const isCode = ({ to, values }: SentMessage) => to === phone && values.code !== undefined
  const earlier = (await app.outbox()).filter(isCode).length
  const { data, msg } = await app.call(signInContract.send, { body: { scene: 'register', phone } })
  if (!data) throw new Error(msg)
  const { values } = await waitForMessage(isCode, earlier)
  return { uuid: data.uuid, code: values.code ?? '' }
}
const wrongCode = { uuid: randomUUID(), code: '000000' }
const personBody = (rest: Partial<Body> = {}): Body => ({
  kind: 'person',
  account: newAccount(),
  name: '李雷',
  phone: newPhone(),
  ...wrongCode,
  password,
  agree: true,
  ...rest,
})
const submit = (body: Body) => app.call(register, { body })
/** Registers with a phone that was verified first. */
const registerWithCode = async (rest: Partial<Body> = {}) => {
  const body = personBody(rest)
  const sent = { ...body, ...(await requestCode(body.phone)) }
  return { body: sent, answer: await submit(sent) }
}
const signsIn = (body: Body) => app.signIn({ account: body.account, password: body.password })
const readCompany = async (account: string) =>
  (
    await app.sql(
      `select companies.id, companies.name, companies.members from users join companies on companies.id = company_id
       where account = $1`,
      [account],
    )
  )[0]

const buildInvitingCompany = async (companyName: string, permissions: string[] = []) => {
  const companyId = await buildCompany(app, companyName)
  const rights = ['sysInvitations:list', 'sysInvitations:add', 'sysInvitations:delete', ...permissions]
  return { companyId, token: await app.signIn(await buildUser(app, { companyId, permissions: rights })) }
}
const createInvitation = async (token: string, body: RequestOf<typeof invitationsContract.create>['body'] = {}) => {
  const { data } = await app.call(invitationsContract.create, { body }, token)
  const rows = await app.call(invitationsContract.list, {}, token)
  const row = rows.data?.find(({ id }) => id === data?.id)
  if (!row) throw new Error('no invitation')
  return row
}
const pending = async (account: string, token = admin) => {
  const { data } = await app.call(list, { query: { search: account } }, token)
  const row = data?.[0]
  if (!row) throw new Error('no application')
  return row
}

describe('closed registration', () => {
  it('refuses every registration', async () => {
    await setMode('closed')
    expect(await submit(personBody())).toMatchObject({ status: 200, code: 1250, msg: '当前未开放注册' })
  })
})

describe('registration by invitation', () => {
  beforeAll(() => setMode('invite'))

  it('creates a user in the inviting company at once', async () => {
    const { companyId, token } = await buildInvitingCompany('邀请公司')
    const { code } = await createInvitation(token)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
    const { body, answer } = await registerWithCode({ invite: ` ${code.toLowerCase()} ` })
    expect(answer).toMatchObject({ code: 0, data: { status: 'active' } })
    expect(await readCompany(body.account)).toMatchObject({ id: companyId })
    const grants = await app.call(sessionContract.grants, {}, await signsIn(body))
    expect(grants.data).toMatchObject({ menus: [], modules: {} })
    expect((await createInvitation(token)).uses).toBe(0)
    const rows = await app.call(invitationsContract.list, { query: { search: code } }, token)
    expect(rows.data).toMatchObject([{ code, uses: 1, mostUses: 1 }])
    const audited = await app.sql(
      `select company_id, after from audit_log where event = 'registration.submitted' and entity_name = $1`,
      [body.account],
    )
    expect(audited).toEqual([{ company_id: companyId, after: { kind: 'person', state: 'active' } }])
  })

  it('refuses missing, wrong, expired and used codes, and firms', async () => {
    const { companyId, token } = await buildInvitingCompany('拒绝邀请公司')
    const field = (answer: object) => expect(answer).toMatchObject({ errors: [{ field: 'invite' }] })
    const needed = await submit(personBody())
    expect(needed).toMatchObject({ code: 1251, msg: '请输入邀请码' })
    field(needed)
    const wrong = await submit(personBody({ invite: 'ABCDEFGHJK' }))
    expect(wrong).toMatchObject({ code: 1252, msg: '邀请码无效或已过期' })
    field(wrong)
    const outdated = await createInvitation(token)
    await app.sql(`update invitations set expires_at = now() where id = $1`, [outdated.id])
    expect((await submit(personBody({ invite: outdated.code }))).code).toBe(1252)
    const used = await createInvitation(token)
    await app.sql('update invitations set uses = 1 where id = $1', [used.id])
    expect((await submit(personBody({ invite: used.code }))).code).toBe(1252)
    const good = await createInvitation(token)
    expect((await submit(personBody({ kind: 'ent', ent: { ...firm, name: '新公司' }, invite: good.code }))).code).toBe(
      1258,
    )
    await app.sql(
      `insert into tenants (company_id, plan_id, expire_at)
       select $1, id, now() - interval '400 days' from plans where code = 'standard'`,
      [companyId],
    )
    expect((await submit(personBody({ invite: good.code }))).code).toBe(1252)
    await app.sql('update tenants set expire_at = null where company_id = $1', [companyId])
    await app.sql('update companies set status = 0 where id = $1', [companyId])
    expect((await submit(personBody({ invite: good.code }))).code).toBe(1252)
  })

  it('admits one of twenty with a single-use code', async () => {
    const { companyId, token } = await buildInvitingCompany('抢邀请公司')
    const { code } = await createInvitation(token)
    const bodies: Body[] = []
    for (let n = 0; n < 20; n += 1) {
      if (n % 10 === 0) await app.sql('delete from limits')
      const body = personBody({ invite: code })
      bodies.push({ ...body, ...(await requestCode(body.phone)) })
    }
    await app.sql('delete from limits')
    const answers = await Promise.all(bodies.map(submit))
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, ...Array(19).fill(1252)])
    const [row] = await app.sql(
      `select (select count(*)::int from users where company_id = $1) as users,
              (select uses from invitations where company_id = $1) as uses`,
      [companyId],
    )
    expect(row).toEqual({ users: 2, uses: 1 })
  }, 60_000)

  it('applies the password rules of the inviting company', async () => {
    const permissions = ['sysPasswordPolicy:view', 'sysPasswordPolicy:edit']
    const { token } = await buildInvitingCompany('严格公司', permissions)
    const rules = { kind: null, min: 15, max: null, history: null, expireDays: null, remindDays: null, version: 0 }
    expect((await app.call(passwordPoliciesContract.update, { body: rules }, token)).code).toBe(0)
    const { code } = await createInvitation(token)
    const refused = await submit(personBody({ invite: code }))
    expect(refused).toMatchObject({ code: 1010, errors: [{ field: 'password' }] })
    expect(refused.errors?.[0]?.msg).toContain('15-20 位')
  })
})

describe('open registration', () => {
  beforeAll(() => setMode('open'))

  it('puts a person into the members’ company, creating it for the first', async () => {
    const body = [personBody(), personBody()]
    const sent = [
      { ...body[0], ...(await requestCode(body[0]?.phone ?? '')) },
      { ...body[1], ...(await requestCode(body[1]?.phone ?? '')) },
    ] as Body[]
    const answers = await Promise.all(sent.map(submit))
    expect(answers.map(({ data }) => data?.status)).toEqual(['active', 'active'])
    const homes = await Promise.all(sent.map(({ account }) => readCompany(account)))
    expect(homes[0]).toMatchObject({ name: '注册会员', members: true })
    expect(homes[1]?.id).toBe(homes[0]?.id)
    expect(await signsIn(sent[0] as Body)).toBeTruthy()
  })

  it('honours an invitation', async () => {
    const { companyId, token } = await buildInvitingCompany('开放邀请公司')
    const { body } = await registerWithCode({ invite: (await createInvitation(token)).code })
    expect(await readCompany(body.account)).toMatchObject({ id: companyId })
  })

  it('creates a company for a firm with the applicant as administrator', async () => {
    const name = `明日科技 ${randomUUID()}`
    const { body, answer } = await registerWithCode({ kind: 'ent', ent: { ...firm, name } })
    expect(answer.data?.status).toBe('active')
    expect(await readCompany(body.account)).toMatchObject({ name, members: false })
    const token = await signsIn(body)
    const { data } = await app.call(sessionContract.grants, {}, token)
    expect(data?.modules).toMatchObject({
      sysUsers: expect.arrayContaining(['add', 'list']),
      sysRegistrations: expect.arrayContaining(['decide', 'list']),
    })
    const contact = { contact: body.name, phone: body.phone }
    const claimed = { name, creditCode: firm.creditCode, legal: firm.legal, state: 'none', ...contact }
    expect((await app.call(enterprisesContract.ent, {}, token)).data).toMatchObject(claimed)
    expect((await createInvitation(token)).uses).toBe(0)
    expect((await app.call(baseParametersContract.list, {}, token)).status).toBe(403)
    const [role] = await app.sql(`select bool_or(everything) as everything from roles where code = 'company-admin'`)
    expect(role).toEqual({ everything: false })
  })

  it('refuses taken values at their field', async () => {
    const name = `昨日科技 ${randomUUID()}`
    const { body: taken } = await registerWithCode({ kind: 'ent', ent: { ...firm, name } })
    expect((await registerWithCode({ account: taken.account.toUpperCase() })).answer).toMatchObject({
      code: 1253,
      errors: [{ field: 'account', msg: '账号已存在' }],
    })
    for (const known of [name, '注册会员'])
      expect((await registerWithCode({ kind: 'ent', ent: { ...firm, name: known } })).answer).toMatchObject({
        code: 1256,
        errors: [{ field: 'ent.name' }],
      })
    expect(await submit(personBody({ kind: 'ent' }))).toMatchObject({ code: 1255, errors: [{ field: 'ent' }] })
    await app.sql('delete from limits')
    const { answer } = await registerWithCode({ phone: taken.phone })
    expect(answer).toMatchObject({ code: 1254, errors: [{ field: 'phone', msg: '手机号已被使用' }] })
  })

  it('answers alike for known and fresh names before the code is right', async () => {
    const name = `已有科技 ${randomUUID()}`
    const { body: taken } = await registerWithCode({ kind: 'ent', ent: { ...firm, name } })
    const answers = await Promise.all([
      submit(personBody()),
      submit(personBody({ account: taken.account })),
      submit(personBody({ phone: taken.phone })),
      submit(personBody({ kind: 'ent', ent: { ...firm, name } })),
      submit(personBody({ kind: 'ent', ent: { ...firm, name: `新科技 ${randomUUID()}` } })),
    ])
    const refusals = answers.map(({ status, code, msg, errors }) => ({ status, code, msg, errors }))
    expect(refusals).toEqual(
      Array(5).fill({ status: 200, code: 1007, msg: '短信验证码错误或已过期', errors: undefined }),
    )
  })

  it('limits a code to five names', async () => {
    const body = personBody()
    const sent = { ...body, ...(await requestCode(body.phone)) }
    for (let n = 0; n < 5; n += 1) expect((await submit({ ...sent, account: 'admin' })).code).toBe(1253)
    expect((await submit({ ...sent, account: 'admin' })).code).toBe(1007)
    expect((await submit(sent)).code).toBe(1007)
  })

  it('accepts a code for one registration', async () => {
    const body = personBody()
    const sent = { ...body, ...(await requestCode(body.phone)) }
    const answers = await Promise.all([newAccount(), newAccount()].map((account) => submit({ ...sent, account })))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1007])
  })

  it('keeps the code after a rejected password or account', async () => {
    const body = personBody()
    const sent = { ...body, ...(await requestCode(body.phone)) }
    expect((await submit({ ...sent, password: 'weak' })).code).toBe(1010)
    expect((await submit({ ...sent, password: 'Password1!' })).code).toBe(1021)
    expect((await submit({ ...sent, account: 'admin' })).code).toBe(1253)
    expect((await submit(sent)).data?.status).toBe('active')
  })

  it('gives the same account, phone or name to one of two', async () => {
    const account = newAccount()
    const parallel = [personBody({ account }), personBody({ account })]
    const sent = await Promise.all(parallel.map(async (body) => ({ ...body, ...(await requestCode(body.phone)) })))
    const answers = await Promise.all(sent.map(submit))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1253])
    const name = `同名科技 ${randomUUID()}`
    const firms = [
      personBody({ kind: 'ent', ent: { ...firm, name } }),
      personBody({ kind: 'ent', ent: { ...firm, name } }),
    ]
    const proofs = await Promise.all(firms.map(async (body) => ({ ...body, ...(await requestCode(body.phone)) })))
    expect((await Promise.all(proofs.map(submit))).map(({ code }) => code).sort()).toEqual([0, 1256])
  })

  it.each([
    ['account', { account: '1abc' }],
    ['phone', { phone: '12345678901' }],
    ['agree', { agree: unchecked(false) }],
    ['ent.creditCode', { kind: 'ent' as const, ent: { ...firm, name: '甲', creditCode: 'O' } }],
    ['code', { code: 'abc' }],
  ])('reports an invalid %s at its field', async (field, rest) => {
    expect(await submit(personBody(rest))).toMatchObject({ code: 400, errors: [{ field }] })
  })
})

describe('registration by application', () => {
  beforeAll(() => setMode('apply'))

  it('waits for the platform’s approval', async () => {
    const { body, answer } = await registerWithCode()
    expect(answer).toMatchObject({ code: 0, data: { status: 'review' } })
    expect(await readCompany(body.account)).toBeUndefined()
    const row = await pending(body.account)
    expect(row).toMatchObject({
      id: answer.data?.id,
      kind: 'person',
      phone: body.phone.replace(/^(...)....(....)$/, '$1****$2'),
      ent: null,
      state: 'review',
      ip: '127.0.0.1',
      area: '内网',
      decideTime: null,
      decideBy: null,
      version: 1,
    })
    const decided = await app.call(approve, { params: { id: row.id }, body: { version: 1 } }, admin)
    expect(decided).toMatchObject({ code: 0, data: null })
    expect(await readCompany(body.account)).toMatchObject({ name: '注册会员' })
    expect(await signsIn(body)).toBeTruthy()
    const notice = await waitForMessage(({ to, values }) => to === body.phone && values.code === undefined)
    expect(notice.values).toMatchObject({ account: body.account })
    expect(await pending(body.account)).toMatchObject({
      state: 'approved',
      decideBy: { name: '系统管理员' },
      version: 2,
    })
    const [kept] = await app.sql('select password_hash from registrations where id = $1', [row.id])
    expect(kept).toEqual({ password_hash: '' })
  })

  it('is rejected with a reason and may be repeated', async () => {
    const { body } = await registerWithCode()
    const { id } = await pending(body.account)
    const refuse = (reason: string) => app.call(reject, { params: { id }, body: { reason, version: 1 } }, admin)
    expect(await refuse(' ')).toMatchObject({ code: 400, errors: [{ field: 'reason', msg: '请填写原因' }] })
    expect((await refuse('资料不全')).code).toBe(0)
    const notice = await waitForMessage(({ to, values }) => to === body.phone && values.code === undefined)
    expect(notice.values).toMatchObject({ account: body.account, reason: '资料不全' })
    expect(await pending(body.account)).toMatchObject({ state: 'rejected', reason: '资料不全' })
    await app.sql('delete from limits')
    const again = await registerWithCode({ account: body.account, phone: body.phone })
    expect(again.answer.data?.status).toBe('review')
  })

  it('is decided once by parallel reviewers', async () => {
    const { body } = await registerWithCode()
    const { id } = await pending(body.account)
    const call = () => app.call(approve, { params: { id }, body: { version: 1 } }, admin)
    const parallel = await Promise.all([call(), call()])
    expect(parallel.map(({ code }) => code).sort()).toEqual([0, 1257])
    expect(await app.call(reject, { params: { id }, body: { reason: '晚了', version: 2 } }, admin)).toMatchObject({
      code: 1257,
      msg: '该申请已处理',
    })
    expect(await app.sql('select count(*)::int as n from users where account = $1', [body.account])).toEqual([{ n: 1 }])
  })

  it('refuses a decision on an outdated version', async () => {
    const { body } = await registerWithCode()
    const { id } = await pending(body.account)
    for (const answer of [
      await app.call(approve, { params: { id }, body: { version: 7 } }, admin),
      await app.call(reject, { params: { id }, body: { reason: '旧', version: 7 } }, admin),
    ])
      expect(answer).toMatchObject({ code: 409, data: { current: { id, version: 1 } } })
  })

  it('cannot be approved when account or phone was taken meanwhile', async () => {
    const companyId = await buildCompany(app, '抢先公司')
    const [one, other] = [await registerWithCode(), await registerWithCode()]
    await buildUser(app, { companyId, account: one.body.account })
    const answer = async (account: string) =>
      app.call(approve, { params: { id: (await pending(account)).id }, body: { version: 1 } }, admin)
    expect(await answer(one.body.account)).toMatchObject({ code: 1253 })
    await setMode('open')
    await app.sql('delete from limits')
    await registerWithCode({ phone: other.body.phone })
    await setMode('apply')
    expect(await answer(other.body.account)).toMatchObject({ code: 1254 })
    expect((await pending(other.body.account)).state).toBe('review')
  })

  it('reserves account and phone while pending', async () => {
    const { body } = await registerWithCode()
    expect((await registerWithCode({ account: body.account.toUpperCase() })).answer).toMatchObject({
      code: 1253,
      errors: [{ field: 'account' }],
    })
    await app.sql('delete from limits')
    const { answer } = await registerWithCode({ phone: body.phone })
    expect(answer).toMatchObject({ code: 1254, errors: [{ field: 'phone' }] })
  })

  it('creates a company for a firm on approval', async () => {
    const name = `申请科技 ${randomUUID()}`
    const { body } = await registerWithCode({ kind: 'ent', ent: { ...firm, name } })
    const rival = await registerWithCode({ kind: 'ent', ent: { ...firm, name } })
    const row = await pending(body.account)
    expect(row).toMatchObject({ kind: 'ent', ent: { ...firm, name } })
    expect((await app.call(approve, { params: { id: row.id }, body: { version: 1 } }, admin)).code).toBe(0)
    expect(await readCompany(body.account)).toMatchObject({ name, members: false })
    const late = await pending(rival.body.account)
    const refused = await app.call(approve, { params: { id: late.id }, body: { version: 1 } }, admin)
    expect(refused).toMatchObject({ code: 1256, msg: '公司名称已存在' })
    const grants = await app.call(sessionContract.grants, {}, await signsIn(body))
    expect(Object.keys(grants.data?.modules ?? {})).toContain('sysInvitations')
  })

  it('is decided by the inviting company only', async () => {
    const rights = ['sysRegistrations:list', 'sysRegistrations:decide']
    const { companyId, token } = await buildInvitingCompany('自审公司', rights)
    const stranger = await buildInvitingCompany('旁观公司', rights)
    const { body, answer } = await registerWithCode({ invite: (await createInvitation(token)).code })
    expect(answer.data?.status).toBe('review')
    const row = await pending(body.account, token)
    for (const as of [stranger.token, admin]) {
      expect((await app.call(list, { query: { search: body.account } }, as)).total).toBe(0)
      for (const id of [row.id, randomUUID()]) {
        expect((await app.call(approve, { params: { id }, body: { version: 1 } }, as)).code).toBe(404)
        expect((await app.call(reject, { params: { id }, body: { reason: '否', version: 1 } }, as)).code).toBe(404)
      }
    }
    expect((await app.call(approve, { params: { id: row.id }, body: { version: 1 } }, token)).code).toBe(0)
    expect(await readCompany(body.account)).toMatchObject({ id: companyId })
  })

  it('gives the invitation its use back when it is rejected', async () => {
    const { token } = await buildInvitingCompany('退还公司', ['sysRegistrations:list', 'sysRegistrations:decide'])
    const { id: invitation, code } = await createInvitation(token)
    const uses = () => app.sql('select uses from invitations where id = $1', [invitation])
    const { body } = await registerWithCode({ invite: code })
    expect(await uses()).toEqual([{ uses: 1 }])
    const refused = { params: { id: (await pending(body.account, token)).id }, body: { reason: '否', version: 1 } }
    expect((await app.call(reject, refused, token)).code).toBe(0)
    expect((await app.call(reject, refused, token)).code).not.toBe(0)
    expect(await uses()).toEqual([{ uses: 0 }])
    const { answer } = await registerWithCode({ invite: code })
    expect(answer.data?.status).toBe('review')
  })

  it('keeps applicants invited by the platform company there', async () => {
    const { code } = await createInvitation(admin)
    const { body } = await registerWithCode({ invite: code })
    const { id } = await pending(body.account)
    expect((await app.call(approve, { params: { id }, body: { version: 1 } }, admin)).code).toBe(0)
    expect(await readCompany(body.account)).toMatchObject({ id: await readPlatformCompany(app) })
  })

  it('needs separate rights to list and decide', async () => {
    const { companyId } = await buildInvitingCompany('无权公司')
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysRegistrations:list'] }))
    const unprivilegedToken = await app.signIn(await buildUser(app, { companyId }))
    const params = { id: randomUUID() }
    expect((await app.call(list, {}, unprivilegedToken)).status).toBe(403)
    expect((await app.call(approve, { params, body: { version: 1 } }, reader)).status).toBe(403)
    expect((await app.call(reject, { params, body: { reason: '否', version: 1 } }, reader)).status).toBe(403)
    expect((await app.call(list, { query: { 'f.state': 'review', 'f.kind': 'ent' } }, reader)).total).toBe(0)
  })
})

describe('invitations', () => {
  it('belong to their company, count uses and expire', async () => {
    const { token } = await buildInvitingCompany('自有公司')
    const other = await buildInvitingCompany('别家公司')
    const row = await createInvitation(token, { note: '五月新同事', mostUses: 3, days: 30 })
    expect(row).toMatchObject({ note: '五月新同事', uses: 0, mostUses: 3, createBy: { name: '张伟' } })
    const days = (Date.parse(row.expireTime) - Date.parse(row.createTime)) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    expect((await app.call(invitationsContract.list, {}, other.token)).total).toBe(0)
    const remove = (as: string) => app.call(invitationsContract.remove, { params: { id: row.id } }, as)
    expect((await remove(other.token)).code).toBe(404)
    expect((await remove(token)).code).toBe(0)
    expect((await remove(token)).code).toBe(404)
    const logged = await app.sql(`select before::text || after::text as text from audit_log where entity_id = $1`, [
      row.id,
    ])
    expect(logged.every(({ text }) => !String(text).includes(row.code))).toBe(true)
  })

  it.each([
    ['mostUses', { mostUses: 0 }],
    ['mostUses', { mostUses: 1001 }],
    ['days', { days: 91 }],
  ])('reject an invalid %s', async (field, body) => {
    expect(await app.call(invitationsContract.create, { body }, admin)).toMatchObject({
      code: 400,
      errors: [{ field }],
    })
  })

  it('require permissions', async () => {
    const companyId = await buildCompany(app, '无邀请权公司')
    const unprivilegedToken = await app.signIn(await buildUser(app, { companyId }))
    expect((await app.call(invitationsContract.list, {}, unprivilegedToken)).status).toBe(403)
    expect((await app.call(invitationsContract.create, { body: {} }, unprivilegedToken)).status).toBe(403)
    const params = { id: randomUUID() }
    expect((await app.call(invitationsContract.remove, { params }, unprivilegedToken)).status).toBe(403)
  })
})

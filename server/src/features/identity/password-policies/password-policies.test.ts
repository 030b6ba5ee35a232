import { defaultPolicy } from '@atrium/contract/features/identity/password-policies/default-policy.ts'
import { passwordPoliciesContract } from '@atrium/contract/features/identity/password-policies/password-policies.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { get, update } = passwordPoliciesContract
const { changePassword } = securityContract
const permissions = ['sysPasswordPolicy:view', 'sysPasswordPolicy:edit']
const noOwnRules = { kind: null, min: null, max: null, history: null, expireDays: null, remindDays: null }
type Rules = Partial<{ [Rule in keyof typeof noOwnRules]: (typeof defaultPolicy)[Rule] | null }>

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})

const editor = async (companyName: string) => {
  const companyId = await buildCompany(app, companyName)
  const user = await buildUser(app, { companyId, permissions })
  return { companyId, user, token: await app.signIn(user) }
}
const read = async (token: string) => {
  const { data } = await app.call(get, {}, token)
  if (!data) throw new Error('not readable')
  return data
}
/** Saves rules over the current version. */
const decide = async (token: string, rules: Rules) => {
  const { version } = await read(token)
  return app.call(update, { body: { ...noOwnRules, ...rules, version } }, token)
}

describe('effective rules of a company', () => {
  it('default to the product’s rules', async () => {
    const { token } = await editor('未设置公司')
    expect(await read(token)).toEqual({
      own: noOwnRules,
      inherited: defaultPolicy,
      effective: defaultPolicy,
      platform: false,
      updateTime: null,
      updateBy: null,
      version: 0,
    })
    expect((await read(admin)).platform).toBe(true)
  })

  it('inherit from the platform company, rule by rule, and are public before sign-in', async () => {
    const { token } = await editor('继承公司')
    expect((await decide(admin, { min: 10, expireDays: 90 })).code).toBe(0)
    const platformRules = { ...defaultPolicy, min: 10, expireDays: 90 }
    expect(await read(admin)).toMatchObject({ inherited: defaultPolicy, effective: platformRules, version: 1 })
    expect(await read(token)).toMatchObject({ inherited: platformRules, effective: platformRules })
    const subject = await app.call(systemSettingsContract.subject, {})
    expect(subject.data?.passwordPolicy).toEqual(platformRules)

    expect((await decide(token, { kind: 'nist', min: 15, max: 64 })).code).toBe(0)
    expect((await read(token)).effective).toEqual({ ...platformRules, kind: 'nist', min: 15, max: 64 })
    expect((await decide(token, { min: 12 })).code).toBe(0)
    expect(await read(token)).toMatchObject({ own: { kind: null, min: 12 }, effective: { ...platformRules, min: 12 } })
    expect((await decide(admin, {})).code).toBe(0)
    expect((await read(token)).effective).toEqual({ ...defaultPolicy, min: 12 })
  })

  it('stay satisfiable when inherited rules change', async () => {
    const { token } = await editor('滞后公司')
    expect((await decide(admin, { kind: 'nist', min: 8, max: 64, expireDays: 365, remindDays: 60 })).code).toBe(0)
    expect((await decide(token, { min: 40 })).code).toBe(0)
    expect((await decide(admin, { expireDays: 30 })).code).toBe(0)
    expect((await read(token)).effective).toMatchObject({ kind: 'spec', min: 30, max: 30, remindDays: 7 })
    expect((await decide(admin, {})).code).toBe(0)
  })

  it.each([
    [{ min: 21 }, 1100, 'min'],
    [{ min: 30, max: 25 }, 1100, 'min'],
    [{ max: 31 }, 1102, 'max'],
    [{ kind: 'nist' as const, min: 8, max: 65 }, 400, 'max'],
    [{ kind: 'nist' as const, min: 7 }, 400, 'min'],
    [{ expireDays: 5 }, 1101, 'remindDays'],
    [{ expireDays: 30, remindDays: 31 }, 1101, 'remindDays'],
    [{ history: 25 }, 400, 'history'],
  ])('reject %j', async (rules, code, field) => {
    const { token } = await editor(`矛盾公司 ${JSON.stringify(rules)}`)
    expect(await decide(token, rules)).toMatchObject({ code, errors: [{ field }] })
    expect((await read(token)).version).toBe(0)
  })

  it('are changed by exactly one of many parallel editors, also the first time', async () => {
    const { token } = await editor('并发公司')
    for (const version of [0, 1]) {
      const edits = Array.from({ length: 8 }, () =>
        app.call(update, { body: { ...noOwnRules, min: 9, version } }, token),
      )
      const answers = await Promise.all(edits)
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
      const refused = answers.filter(({ code }) => code === 409)
      expect(refused).toHaveLength(7)
      expect(refused[0]?.data).toMatchObject({ current: { min: 9, max: null, version: version + 1 } })
    }
  })

  it('need separate rights to view and edit, and are audited', async () => {
    const { companyId, token } = await editor('留痕公司')
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysPasswordPolicy:view'] }))
    const unprivilegedToken = await app.signIn(await buildUser(app, { companyId }))
    expect((await app.call(get, {}, unprivilegedToken)).status).toBe(403)
    expect((await app.call(update, { body: { ...noOwnRules, version: 0 } }, reader)).status).toBe(403)
    await decide(token, { history: 24 })
    const rows = await app.sql(
      `select before->>'history' as was, after->>'history' as now from audit_log
       where company_id = $1 and event = 'passwordPolicy.updated' and ok`,
      [companyId],
    )
    expect(rows).toEqual([{ was: null, now: '24' }])
  })
})

describe('rules for another user’s password', () => {
  it('are readable by callers who list users, for the company acted in, own or visited', async () => {
    const { enter, adminToken, home } = await createVisitStage(app)
    expect((await decide(adminToken, { kind: 'nist', min: 17, max: 40 })).code).toBe(0)
    const readRules = async (token: string) => (await app.call(usersContract.passwordRules, {}, token)).data
    const { token } = await enter()
    expect(await readRules(token)).toEqual({ kind: 'nist', min: 17, max: 40 })
    expect(await readRules(adminToken)).toEqual({ kind: 'nist', min: 17, max: 40 })
    expect((await readRules(home.token))?.kind).toBe('spec')
    const { token: unprivilegedToken } = await editor('无权公司')
    expect((await app.call(usersContract.passwordRules, {}, unprivilegedToken)).status).toBe(403)
  })
})

describe('a new password', () => {
  const change = (token: string, oldPass: string, newPass: string) =>
    app.call(changePassword, { body: { oldPass, newPass } }, token)

  it.each([
    ['too weak', 'weakpassword', 1010],
    ['well known', 'P@ssw0rd123!', 1021],
    ['the current one', 'Weak#Reader1', 1012],
    ['longer than the rules allow', 'Weak#Reader1234567890', 1010],
  ])('is refused when it is %s', async (_, newPass, code) => {
    const { token } = await editor(`拒绝公司 ${newPass}`)
    expect(await change(token, 'Weak#Reader1', newPass)).toMatchObject({ code, errors: [{ field: 'newPass' }] })
  })

  it('is rejected when it contains account, name or company in any case', async () => {
    const companyId = await buildCompany(app, '海天集团')
    const user = await buildUser(app, { companyId, account: 'liuyang', permissions })
    const token = await app.signIn(user)
    for (const newPass of ['X9#liuYANGq', 'Xy9#张伟zz', 'Xy9#海天集团'])
      expect(await change(token, user.password, newPass)).toMatchObject({ code: 1103, errors: [{ field: 'newPass' }] })
  })

  it('is checked by length alone if the company says so', async () => {
    const { token } = await editor('长句公司')
    expect((await decide(token, { kind: 'nist', min: 15, max: 64 })).code).toBe(0)
    expect((await change(token, 'Weak#Reader1', 'short sentence')).code).toBe(1010)
    for (const known of ['passwordpassword', 'aaaaaaaaaaaaaaaa'])
      expect((await change(token, 'Weak#Reader1', known)).code).toBe(1021)
    expect((await change(token, 'Weak#Reader1', 'correct horse battery')).code).toBe(0)
  })

  it('may not repeat the last few, and may return after them', async () => {
    const { token } = await editor('历史公司')
    expect((await decide(token, { history: 2 })).code).toBe(0)
    const chosen = ['Weak#Reader1', 'Quiet#River42', 'Bright#Lamp77', 'Green#Field88']
    for (const [at, next] of chosen.slice(1).entries())
      expect((await change(token, chosen[at] ?? '', next)).code).toBe(0)
    const now = 'Green#Field88'
    const refused = { code: 1011, msg: '不能使用最近 2 次用过的密码', errors: [{ field: 'newPass' }] }
    expect(await change(token, now, 'Bright#Lamp77')).toMatchObject(refused)
    expect(await change(token, now, 'Quiet#River42')).toMatchObject(refused)
    expect((await change(token, now, 'Weak#Reader1')).code).toBe(0)
  })

  it('is kept in the history as long as the longest rule asks', async () => {
    const { companyId, user, token } = await editor('久远公司')
    await app.sql(
      `insert into password_history (company_id, user_id, id, password_hash, created_at)
       select $1, $2, gen_random_uuid(), '', now() - make_interval(days => n) from generate_series(1, 30) n`,
      [companyId, user.id],
    )
    expect((await decide(token, { history: 0 })).code).toBe(0)
    expect((await change(token, 'Weak#Reader1', 'Quiet#River42')).code).toBe(0)
    const rows = await app.sql(
      `select count(*)::int as kept, count(*) filter (where password_hash <> '')::int as real
       from password_history where user_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ kept: 24, real: 1 }])
  })
})

describe('password expiry', () => {
  const { verify, accessToken } = signInContract
  const signIn = async (who: { account: string; password: string }) =>
    (await app.call(verify, { body: { account: who.account, password: who.password } })).data
  const agePassword = (userId: string, days: number) =>
    app.sql('update users set password_changed_at = now() - make_interval(days => $2) where id = $1', [userId, days])

  it('reminds before expiry and forces a change after it', async () => {
    const { user, token } = await editor('到期公司')
    expect((await decide(token, { expireDays: 30, remindDays: 5 })).code).toBe(0)
    const readExpiry = async () => (await app.call(securityContract.state, {}, token)).data?.password
    await agePassword(user.id, 20)
    expect(await readExpiry()).toMatchObject({ expiresInDays: 10, remind: false })
    await agePassword(user.id, 26)
    expect(await readExpiry()).toMatchObject({ expiresInDays: 4, remind: true })
    expect((await signIn(user))?.next).toBe('none')
    await agePassword(user.id, 31)
    const started = await signIn(user)
    expect(started).toMatchObject({ next: 'changePassword', policy: { expireDays: 30 } })
    const reply = await app.call(accessToken, { body: {} }, started?.tempToken)
    expect(reply).toMatchObject({ code: 111, msg: '密码已过期，请修改' })
    const again = await app.call(accessToken, { body: { newPassword: user.password } }, started?.tempToken)
    expect(again).toMatchObject({ code: 1012, errors: [{ field: 'newPassword' }] })
    const done = await app.call(accessToken, { body: { newPassword: 'Quiet#River42' } }, started?.tempToken)
    expect(done.code).toBe(0)
    expect((await signIn({ account: user.account, password: 'Quiet#River42' }))?.next).toBe('none')
  })
})

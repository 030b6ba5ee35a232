import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { Code } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { administrator } from '../administrator.ts'
import { runCommand } from '../crash/product.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../harness.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(join(inject('folder'), 'admin-'))
})

const admin = (...args: string[]) =>
  runCommand(folder, 'admin', args, { DATABASE_URL: app.ownerUrl, SECRET_KEY: testSecretKey })
const verify = (account: string, password: string) => app.call(signInContract.verify, { body: { account, password } })
const newestAudit = async () => {
  const [row] = await app.sql(
    `select event, ok, actor, agent, entity_name as name from audit_log where agent = 'atrium admin' order by time desc limit 1`,
  )
  return row
}

describe('atrium admin', { timeout: 60_000 }, () => {
  it('gives an administrator a password that must be changed, once, and ends their sessions', async () => {
    const token = await app.signIn()
    const { code, output } = await admin('reset', administrator.account)
    expect({ code, output }).toMatchObject({ code: 0 })
    const password = /一次性密码 (\S+)（/.exec(output)?.[1] ?? ''
    expect((await verify(administrator.account, administrator.password)).code).not.toBe(0)
    expect((await verify(administrator.account, password)).data).toMatchObject({ next: 'changePassword' })
    await expect
      .poll(async () => (await app.call(signInContract.accessToken, { body: {} }, token)).code)
      .toBe(Code.sessionInvalid)
    expect(await newestAudit()).toEqual({
      event: 'userPassword.replaced',
      ok: true,
      actor: null,
      agent: 'atrium admin',
      name: '系统管理员',
    })
    const [{ many } = {}] = await app.sql('select count(*)::int as many from audit_log where after::text like $1', [
      `%${password}%`,
    ])
    expect(many).toBe(0)
  })
  it('removes second steps', async () => {
    await app.sql(`insert into totp_secrets (company_id, user_id, secret, confirmed_at)
      select company_id, id, 'sealed', now() from users where account = '${administrator.account}'`)
    expect(await admin('reset', administrator.account)).toMatchObject({
      output: expect.stringContaining('二次验证仍然有效'),
    })
    const removed = await admin('reset', administrator.account, '--second-step')
    expect(removed).toMatchObject({ code: 0, output: expect.stringContaining('已移除') })
    expect(await app.sql('select from totp_secrets')).toEqual([])
    expect(await newestAudit()).toMatchObject({ event: 'securityItem.switched', actor: null })
    expect(await admin('reset', administrator.account, '--second-step')).toMatchObject({
      code: 0,
      output: expect.stringContaining('没有二次验证'),
    })
  })
  it('unlocks an administrator who is locked and expired', async () => {
    await app.sql(`update users set locked_at = now(), lock_reason = '离职', locked_by = '{"id":"","name":"系统"}',
      expire_at = now() - interval '1 day' where account = '${administrator.account}'`)
    expect(await admin('unlock', administrator.account)).toMatchObject({
      code: 0,
      output: expect.stringContaining('已解锁'),
    })
    expect(
      await app.sql(`select status_of(users) as status from users where account = '${administrator.account}'`),
    ).toEqual([{ status: 1 }])
    expect(await newestAudit()).toMatchObject({ event: 'user.unlocked', actor: null })
  })
  it('refuses others unless asked, and accounts that there are not', async () => {
    const companyId = await buildCompany(app)
    const { account } = await buildUser(app, { companyId, permissions: [] })
    expect(await admin('reset', account)).toMatchObject({ code: 1, output: expect.stringContaining('不是管理员') })
    expect(await admin('reset', account, '--any')).toMatchObject({
      code: 0,
      output: expect.stringContaining('一次性密码'),
    })
    expect(await admin('unlock', 'not_there')).toMatchObject({ code: 1, output: expect.stringContaining('没有账号') })
  })
  it('explains wrong usage', async () => {
    expect(await admin('reset')).toMatchObject({ code: 2, output: expect.stringContaining('用法：atrium admin') })
    expect(await admin('forget', 'admin')).toMatchObject({ code: 2 })
    expect(await admin('unlock', 'admin', '--second-step')).toMatchObject({ code: 2 })
  })
})

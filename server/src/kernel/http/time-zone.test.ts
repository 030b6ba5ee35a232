import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { wallClock } from '../wall-clock.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
})
/** Sign-ins in the minutes around the one of this test, as the clocks of a zone show them. */
const signIns = async (zone: string, shownIn = zone) => {
  const [signedIn] = await app.sql('select time from audit_log order by seq desc limit 1')
  const at = Date.parse(String(signedIn?.time))
  const range = [-60_000, 60_000].map((off) => wallClock(shownIn, new Date(at + off))).join('~')
  return app.call(signInLogsContract.list, { query: { 'f.time': range } }, token, { 'x-time-zone': zone })
}

describe('the time zone of a request', () => {
  it('is known by its names of today and of before, and as an offset', async () => {
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'Etc/UTC', '-03:00']) {
      expect([zone, (await signIns(zone)).data?.length]).toEqual([zone, 1])
      expect([zone, (await signIns(zone, 'Pacific/Kiritimati')).data?.length]).toEqual([zone, 0])
    }
  })
  it('is the platform’s without a name', async () => {
    expect((await signIns('', 'Asia/Shanghai')).data).toHaveLength(1)
  })
  it('is refused with its name if it does not exist', async () => {
    const answer = await signIns('Asia/Atlantis', 'Asia/Shanghai')
    expect(answer).toMatchObject({ code: 400, msg: '时区不存在：Asia/Atlantis', errors: [{ field: 'x-time-zone' }] })
  })
})

describe('the time zone of a user', () => {
  const save = async (timeZone: string) => {
    const { data } = await app.call(accountContract.profile, {}, token)
    const { name = '', sex = 0, signature = '', version = 1 } = data ?? {}
    const body = { name, sex: sex as 0, signature, timeZone, version }
    return app.call(accountContract.updateProfile, { body }, token)
  }
  it('is any that has a name', async () => {
    for (const zone of ['Asia/Kolkata', 'Europe/Kyiv', 'Etc/UTC', 'UTC', ''])
      expect([zone, await save(zone)]).toMatchObject([zone, { code: 0 }])
    for (const zone of ['Asia/Atlantis', '+08:00'])
      expect([zone, await save(zone)]).toMatchObject([zone, { code: 400, errors: [{ field: 'timeZone' }] }])
  })
})

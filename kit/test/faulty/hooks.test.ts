import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { buildTenant, buildUser, createTestApp } from '@atrium/kit/test'
import { callAndConfirm } from '@atrium/server/test/call-and-confirm.ts'
import { expect, it } from 'vitest'

it('hooks that write, throw, or take too long are named, and keep no account from being locked', async () => {
  const app = await createTestApp()
  const companyId = await buildTenant(app, '甲公司')
  const token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:list', 'sysUsers:lock'] }))
  const { id } = await buildUser(app, { companyId })
  await app.sql(
    `insert into faulty.visits (company_id, id, user_id, note) values ($1, gen_random_uuid(), $2, '原样')`,
    [companyId, id],
  )
  const request = { params: { id }, body: { reason: '离职' } }
  const { impact, done } = await callAndConfirm(app, userStatusContract.lock, request, token)
  const failed = { says: '未能检查影响，请联系平台运营', refuses: false, count: 0, names: [] }
  expect([impact, done.code]).toEqual([expect.objectContaining({ modules: [expect.objectContaining(failed)] }), 0])
  expect(await app.sql('select note from faulty.visits where user_id = $1', [id])).toEqual([{ note: '原样' }])
})

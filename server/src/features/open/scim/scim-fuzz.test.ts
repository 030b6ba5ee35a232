import { expect, it } from 'vitest'
import { buildRole } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'
import { fuzzScim } from '../../../../test/scim-filters.ts'
import { createScimStage } from '../../../../test/scim-stage.ts'

it('answers any filter and any change without failing', async () => {
  const app = await createTestApp()
  const stage = await createScimStage(app)
  const { scim, companyId, token, id } = await stage.provisioning()
  const group = await buildRole(app, { companyId })
  await stage.setScim(token, id, { roleIds: [group.id] })
  const { body } = await scim('POST', '/Users', { userName: 'fuzzed_user', displayName: '随机' })
  const seen = await fuzzScim(scim, { userId: String(body.id), groupId: group.id }, 120)
  expect([seen.has(200), seen.has(400)]).toEqual([true, true])
})

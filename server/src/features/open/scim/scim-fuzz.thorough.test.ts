import { expect, it } from 'vitest'
import { buildRole } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'
import { fuzzScim } from '../../../../test/scim-filters.ts'
import { createScimStage } from '../../../../test/scim-stage.ts'

it('answers thousands of filters and changes without failing', async () => {
  const app = await createTestApp()
  const stage = await createScimStage(app)
  // Each application has a limit of its own by the minute.
  for (let round = 0; round < 5; round += 1) {
    const { scim, companyId, token, id } = await stage.provisioning()
    const group = await buildRole(app, { companyId })
    await stage.setScim(token, id, { roleIds: [group.id] })
    const { body } = await scim('POST', '/Users', { userName: `fuzzed_user_${round}`, displayName: '随机' })
    const seen = await fuzzScim(scim, { userId: String(body.id), groupId: group.id }, 1000)
    expect(seen.has(400)).toBe(true)
  }
}, 600_000)

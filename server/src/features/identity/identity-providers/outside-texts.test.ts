import { identityProvidersErrors as errors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOutsideStage, type OutsideStage } from '../../../../test/outside-stage.ts'

let app: TestApp
let stage: OutsideStage
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.0/8'] })
  stage = await createOutsideStage(app)
})

describe('names that a provider gives', () => {
  it('are stored as they can be shown', async () => {
    const { companyId, token } = await stage.company()
    const provider = await stage.provider(token, { createsPeople: true })
    const failures = vi.spyOn(console, 'error')
    const names = {
      nul: ['李\u0000雷', '李雷'],
      half: ['李\uD800雷', '李雷'],
      bidi: ['\u202E雷李\u200B', '雷李'],
      lines: ['李\r\n雷\t\u0007', '李 雷'],
      long: ['长'.repeat(5000), '长'.repeat(30)],
      nothing: ['\u0000\u200B\uD800', '未命名'],
      composed: ['👨‍👩‍👧 家', '👨‍👩‍👧 家'],
    }
    for (const [person, [given, shown]] of Object.entries(names)) {
      const added = stage.standIn.add(`clean_${person}`, { name: given, preferred_username: undefined })
      await stage.session(stage.browser(), provider, added)
      const rows = await app.sql(
        `select users.name from users join identity_links link on link.user_id = users.id
         where users.company_id = $1 order by link.created_at desc limit 1`,
        [companyId],
      )
      expect([person, rows[0]?.name]).toEqual([person, shown])
    }
    expect(failures).not.toHaveBeenCalled()
    expect(await app.sql('select 1 from failed_calls')).toEqual([])
  })

  it('are no reason to fail where the account is not known yet', async () => {
    const { token } = await stage.company()
    const provider = await stage.provider(token)
    const person = stage.standIn.add('unknown', { name: '韩\u0000梅梅' })
    expect((await stage.signIn(stage.browser(), provider, person)).data).toMatchObject({ step: null, name: '韩梅梅' })
  })
})

it('a subject that cannot be stored is refused, and never changed into that of another person', async () => {
  const { token } = await stage.company()
  const provider = await stage.provider(token, { createsPeople: true })
  for (const subject of ['a\u0000b', 'x'.repeat(300)]) {
    const reply = await stage.signIn(stage.browser(), provider, stage.standIn.add(subject))
    expect(reply.code).toBe(errors.refused.code)
  }
})

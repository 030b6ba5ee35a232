import { beforeAll, describe, expect, it } from 'vitest'
import { rightsPorts } from '../../../../test/authorization.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'
import { createRunCallers } from './run-callers.ts'

let app: TestApp
let findCaller: ReturnType<typeof createRunCallers>
beforeAll(async () => {
  app = await createTestApp()
  findCaller = createRunCallers({ ...rightsPorts, database: app.database })
})

describe('who asked for a run', () => {
  it('has their present rights, signed in or not, until the account or the company stops', async () => {
    const companyId = await buildTenant(app, '甲公司')
    const user = await buildUser(app, { companyId, permissions: ['sysPosts:list'] })
    const find = () => findCaller(companyId, { companyId, userId: user.id, sessionId: null })
    const held = async () => {
      const found = await find()
      return 'refusal' in found ? found.refusal : [...found.permissions]
    }
    expect(await find()).toMatchObject({ userId: user.id, companyId, companyName: '甲公司', readOnly: false })
    expect(await held()).toEqual(['sysPosts:list'])
    await app.sql('delete from role_elements where role_id = $1', [user.roleId])
    expect(await held()).toEqual([])
    await app.sql(`update users set locked_at = now() where id = $1`, [user.id])
    expect(await held()).toBe('任务发起人的账号已停用')
    await app.sql(`update users set locked_at = null where id = $1`, [user.id])
    await app.sql('update companies set status = 0 where id = $1', [companyId])
    expect(await held()).toBe('公司已停用')
    expect(await findCaller(companyId, { companyId, userId: companyId, sessionId: null })).toEqual({
      refusal: '任务发起人的账号已停用',
    })
  })
  it('has a guest’s rights in another company while the visit lasts', async () => {
    const stage = await createVisitStage(app)
    const { token } = await stage.enter()
    const [session] = await app.sql('select id from sessions where act_company_id = $1 and ended_at is null', [
      stage.host,
    ])
    const asker = { companyId: stage.visitor.companyId, userId: stage.visitor.id, sessionId: String(session?.id) }
    const found = await findCaller(stage.host, asker)
    expect(found).toMatchObject({ companyId: stage.host, platform: false, acting: { mode: 'manage' } })
    expect('permissions' in found && found.permissions).toContain('sysUsers:edit')
    expect(await findCaller(await buildTenant(app, '别的公司'), asker)).toHaveProperty('refusal')
    await stage.policy('denied')
    expect(await findCaller(stage.host, asker)).toEqual({ refusal: '该公司已不允许平台访问' })
    await stage.policy('allowed')
    await stage.quit(token)
    expect(await findCaller(stage.host, asker)).toEqual({ refusal: '任务发起人对该公司的访问已结束' })
  })
})

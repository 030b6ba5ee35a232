import { type SwitchRequest, switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { assignCompanyAdmin } from './authorization.ts'
import { buildTenant, buildUser, readPlatformCompany } from './factories.ts'
import type { TestApp } from './harness.ts'

let stageCount = 0
/** Permissions of a visiting operator at home that a company administrator also holds. */
export const visitorPermissions = [
  'sysCompanys:switch',
  'sysCompanys:list',
  'sysUsers:list',
  'sysUsers:add',
  'sysUsers:edit',
  'sysLogs:oper',
  'sysLogs:verify',
]

/** A tenant with its administrator, and a platform user who may visit it, with helpers for visits. */
export const createVisitStage = async (app: TestApp, permissions: string[] = visitorPermissions) => {
  stageCount += 1
  const hostName = `客户${stageCount}`
  const host = await buildTenant(app, hostName)
  const admin = await buildUser(app, { companyId: host })
  await app.sql(`update users set email = account || '@example.com' where id = $1`, [admin.id])
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, host, admin.id))
  const visitor = await buildUser(app, { companyId: await readPlatformCompany(app), permissions })
  const home = await app.tokens(visitor)

  const visitRequest = (rest: Partial<SwitchRequest> = {}) => ({
    mode: 'manage' as const,
    reason: '协助配置',
    minutes: 30,
    ...rest,
  })
  /** Requests a visit. */
  const switchTo = (rest: Partial<SwitchRequest> = {}, token = home.token, id = host) =>
    app.call(switchingContract.switch, { params: { id }, body: visitRequest(rest) }, token)
  /**
   * Starts a visit.
   * @returns its tokens; throws if refused.
   */
  const enter = async (rest: Partial<SwitchRequest> = {}, token = home.token, id = host) => {
    const { data, code, msg } = await switchTo(rest, token, id)
    if (!data) throw new Error(`not let in: ${code} ${msg}`)
    return data
  }
  return {
    host,
    hostName,
    admin,
    visitor,
    home,
    adminToken: await app.signIn(admin),
    visitRequest,
    switchTo,
    enter,
    check: (token = home.token, id = host) => app.call(switchingContract.switchCheck, { params: { id } }, token),
    quit: (token: string) => app.call(switchingContract.quit, { body: {} }, token),
    whoAmI: (token: string) => app.call(sessionContract.loginInfo, {}, token),
    policy: (policy: 'allowed' | 'ask' | 'denied') =>
      app.sql('update tenants set switch_policy = $2, version = version + 1 where company_id = $1', [host, policy]),
    async org(name: string, parent: string | null = null) {
      const id = crypto.randomUUID()
      await app.sql(
        `insert into orgs (company_id, id, name, parent_id, path)
         select $1, $2::uuid, $3, $4::uuid, coalesce((select path from orgs where id = $4::uuid), '/') || $2::text || '/'`,
        [host, id, name, parent],
      )
      return id
    },
  }
}
export type VisitStage = Awaited<ReturnType<typeof createVisitStage>>

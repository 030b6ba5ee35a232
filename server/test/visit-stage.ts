import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { switchingContract, type VisitWish } from '@atrium/contract/features/visits/visits.contract.ts'
import { makeCompanyAdmin } from '../src/features/access/index.ts'
import { buildTenant, buildUser, platformCompanyOf } from './factories.ts'
import type { TestApp } from './harness.ts'

let built = 0
/** Rights of the company administrator's that whoever comes to help has at home. */
export const helping = [
  'sysCompanys:switch',
  'sysCompanys:list',
  'sysUsers:list',
  'sysUsers:add',
  'sysUsers:edit',
  'sysLogs:oper',
  'sysLogs:verify',
]

/** A customer's company with its administrator, and somebody of the platform who may come to act in it; short ways to do so. */
export const createVisitStage = async (app: TestApp, permissions: string[] = helping) => {
  built += 1
  const hostName = `客户${built}`
  const host = await buildTenant(app, hostName)
  const keeper = await buildUser(app, { companyId: host })
  await app.sql(`update users set email = account || '@example.com' where id = $1`, [keeper.id])
  await app.database.transact({ reach: 'platform' }, (db) => makeCompanyAdmin(db, host, keeper.id))
  const visitor = await buildUser(app, { companyId: await platformCompanyOf(app), permissions })
  const home = await app.tokens(visitor)

  const wish = (rest: Partial<VisitWish> = {}) => ({
    mode: 'manage' as const,
    reason: '协助配置',
    minutes: 30,
    ...rest,
  })
  /** Asks to be let in. */
  const switchTo = (rest: Partial<VisitWish> = {}, token = home.token, id = host) =>
    app.call(switchingContract.switch, { params: { id }, body: wish(rest) }, token)
  /** Is let in. Out: the tokens of the visit. */
  const enter = async (rest: Partial<VisitWish> = {}, token = home.token, id = host) => {
    const { data, code, msg } = await switchTo(rest, token, id)
    if (!data) throw new Error(`not let in: ${code} ${msg}`)
    return data
  }
  return {
    ...{ host, hostName, keeper, visitor, home },
    keeperToken: await app.signIn(keeper),
    wish,
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

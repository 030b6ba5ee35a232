import type { GrantCreate, GrantUpdate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppApi } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type Actor, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { AppReach } from './app-reach.ts'
import { assertCovers, assertFuture, assertMakersCover, lockApp } from './app-rules.ts'
import { grantsRepository as repository, type StoredGrant } from './grants.repository.ts'
import type { StoredOpenApp } from './open-apps.repository.ts'

type Period = Pick<GrantUpdate, 'startTime' | 'expireTime'>
type Query = InputOf<typeof openAppsContract.candidates>['query']
const toAuditValues = ({
  name,
  rate,
  startTime,
  expireTime,
  reason,
}: Pick<StoredGrant, 'name' | 'rate' | 'startTime' | 'expireTime' | 'reason'>) => ({
  api: name,
  perMinute: rate.perMinute,
  perDay: rate.perDay,
  startTime,
  expireTime,
  reason,
})
const assertOrder = ({ startTime, expireTime }: Period) => {
  if (startTime !== null && expireTime !== null && Date.parse(expireTime) <= Date.parse(startTime))
    throw refusalAt(openAppsErrors.endsBeforeStart, 'expireTime')
}
const assertPeriod = (period: Period) => {
  assertFuture(period.expireTime)
  assertOrder(period)
}
const toMs = (time: string | null, without: number) => (time === null ? without : Date.parse(time))
/** Whether a period begins before another one or ends after it, which is as good as a new grant. */
const isLonger = (period: Period, other: Period): boolean =>
  toMs(period.startTime, 0) < toMs(other.startTime, 0) ||
  toMs(period.expireTime, Number.POSITIVE_INFINITY) > toMs(other.expireTime, Number.POSITIVE_INFINITY)
type Ports = { reach: AppReach; findCaller: FindCaller; catalogue: Catalogue }
/** Which APIs applications may call. `findCaller` finds a user with their present rights. */
export const createGrants = ({ reach, findCaller, catalogue: { endpointAt } }: Ports) => {
  /** Throws unless the caller and all who know a secret of the application may have it call these APIs. */
  const assertMayHold = async (
    { db, actor }: RequestScope,
    app: StoredOpenApp,
    apis: readonly Pick<StoredGrant, 'own'>[],
  ) => {
    const endpoints = apis.flatMap(({ own }) => (own && endpointAt(own)) ?? [])
    assertCovers(actor, app.owner, endpoints)
    await assertMakersCover({ db, actor, findCaller }, app, { apis: endpoints })
  }

  return {
    /** With what the owner's present rights allow: an application can do no more. */
    async list(scope: Pick<DetachedScope<Actor>, 'actor'>, appId: string): Promise<OpenAppApi[]> {
      const { owner, companyId, grants } = await reach.read(scope, appId, async (db, { owner, company }) => ({
        owner,
        companyId: company.id,
        grants: await repository.list(db, appId),
      }))
      const found = owner && (await findCaller(companyId, { companyId, userId: owner.id, sessionId: null }))
      const ceiling = found && !('refusal' in found) ? found : undefined
      const isAllowed = ({ own }: StoredGrant): boolean => {
        const endpoint = own && endpointAt(own)
        return (
          ceiling !== undefined &&
          (!own || (endpoint !== undefined && endpoint !== null && ceiling.decide(endpoint).allowed))
        )
      }
      return grants.map((grant) => ({ ...grant, allowed: isAllowed(grant) }))
    },
    async candidates({ db }: RequestScope, appId: string, query: Query) {
      assertPageDepth(query)
      return repository.candidates(db, appId, query)
    },
    /** Throws `noSuchApi`, `beyondRights`, `unfitSecret`, `expiryPassed` and `endsBeforeStart`. */
    async grant(scope: RequestScope, appId: string, { apiIds, ...grant }: GrantCreate) {
      const { db } = scope
      const app = await lockApp(scope, appId)
      assertPeriod(grant)
      const ids = [...new Set(apiIds)]
      const apis = await repository.findGrantable(db, appId, ids)
      if (apis.length < ids.length) throw refusalAt(openAppsErrors.noSuchApi, 'apiIds')
      await assertMayHold(scope, app, apis)
      await repository.insert(
        db,
        appId,
        ids.map((apiId) => ({ apiId, ...grant })),
        toAuthor(scope),
      )
      const after = { ...toAuditValues({ ...grant, name: '' }), api: apis.map(({ name }) => name) }
      scope.note({ entityId: appId, entityName: app.name, after })
      return null
    },
    /** Throws `expiryPassed` and `endsBeforeStart`, and `beyondRights` and `unfitSecret` for a longer period. */
    async update(scope: RequestScope, appId: string, apiId: string, grant: GrantUpdate) {
      const { db } = scope
      const app = await lockApp(scope, appId)
      const before = orNotFound(await repository.find(db, appId, apiId))
      if (grant.expireTime !== before.expireTime) assertPeriod(grant)
      else assertOrder(grant)
      if (isLonger(grant, before)) await assertMayHold(scope, app, [before])
      await repository.update(db, appId, apiId, grant)
      scope.note({
        entityId: appId,
        entityName: app.name,
        before: toAuditValues(before),
        after: toAuditValues({ ...grant, name: before.name }),
      })
      return null
    },
    async ungrant(scope: RequestScope, appId: string, apiId: string) {
      const { db } = scope
      const app = await lockApp(scope, appId)
      const before = orNotFound(await repository.find(db, appId, apiId))
      scope.confirm(await repository.impact(db, appId, before))
      await repository.remove(db, appId, apiId)
      scope.note({ entityId: appId, entityName: app.name, before: toAuditValues(before) })
      return null
    },
  }
}

import type { CallRange } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import {
  maxOpenApps,
  type OpenAppUpdate,
  type OpenAppWrite,
} from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import { assertPageDepth, assertVersion, authorOf, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { callStatsRepository } from '../open-apis/index.ts'
import { newAppKey } from './app-key.ts'
import { assertCoversApp, assertFuture, lockApp } from './app-rules.ts'
import { type OpenAppsQuery, openAppsRepository as repository } from './open-apps.repository.ts'

const toAuditValues = ({ name, kind, home, desc, contact, owner, networks, rate, expireTime }: OpenAppRow) => ({
  ...{ name, kind, home, desc, contact, owner: owner?.name ?? '', networks, expireTime },
  ...{ perMinute: rate.perMinute, perDay: rate.perDay },
})

/** An active user of the company; the caller by default. Throws `noSuchOwner`. */
const ownerOf = async ({ db, actor }: RequestScope, ownerId: string | null): Promise<string> => {
  const id = ownerId ?? actor.userId
  if (!(await repository.isActiveUser(db, id))) throw refusalAt(openAppsErrors.noSuchOwner, 'ownerId')
  return id
}
const assertNameFree = async ({ db }: RequestScope, name: string, except: string | null) => {
  if (await repository.isNameTaken(db, name, except)) throw refusalAt(openAppsErrors.nameTaken, 'name')
}

/** Applications of a company. */
export const createOpenApps = (secrets: Pick<Secrets, 'sign'>) => ({
  list({ db }: RequestScope, query: OpenAppsQuery) {
    assertPageDepth(query)
    return repository.list(db, query)
  },
  get: async ({ db }: RequestScope, id: string) => orNotFound(await repository.find(db, id)),

  async stat({ db }: RequestScope, id: string, range: CallRange) {
    orNotFound(await repository.find(db, id))
    return callStatsRepository.read(db, { of: 'app', id }, range)
  },
  companyStat: ({ db }: RequestScope, range: CallRange) => callStatsRepository.read(db, { of: 'company' }, range),

  /** Throws `nameTaken`, `noSuchOwner`, `expiryPassed` and `tooManyApps`. */
  async create(scope: RequestScope, app: OpenAppWrite) {
    const { db } = scope
    assertFuture(app.expireTime)
    await assertNameFree(scope, app.name, null)
    if ((await repository.count(db)) >= maxOpenApps) throw new AppError(openAppsErrors.tooManyApps)
    const ownerId = await ownerOf(scope, app.ownerId)
    const id = await repository.insert(db, newAppKey(secrets), { ...app, ownerId }, authorOf(scope))
    const created = orNotFound(await repository.find(db, id))
    scope.note({ entityId: id, entityName: created.name, after: toAuditValues(created) })
    return { id }
  },
  /** Throws as `create` does, and `beyondRights` for another owner. */
  async update(scope: RequestScope, id: string, { version, ...app }: OpenAppUpdate) {
    const before = await lockApp(scope, id)
    assertVersion(before, version)
    if (app.expireTime !== before.expireTime) assertFuture(app.expireTime)
    await assertNameFree(scope, app.name, id)
    const isKept = app.ownerId !== null && app.ownerId === before.owner?.id
    const ownerId = isKept ? app.ownerId : await ownerOf(scope, app.ownerId)
    // The application gains what its new owner may do.
    if (!isKept) await assertCoversApp(scope, { id, owner: null })
    await repository.update(scope.db, id, { ...app, ownerId: ownerId ?? '' }, authorOf(scope))
    const after = orNotFound(await repository.find(scope.db, id))
    scope.note({ entityId: id, entityName: after.name, before: toAuditValues(before), after: toAuditValues(after) })
    return null
  },
  async remove(scope: RequestScope, id: string) {
    const before = await lockApp(scope, id)
    scope.confirm(await repository.impact(scope.db, before))
    await repository.remove(scope.db, id)
    scope.note({ entityId: id, entityName: before.name, before: toAuditValues(before) })
    return null
  },

  /** Throws `alreadyLocked`. */
  async lock(scope: RequestScope, id: string, reason: string) {
    const before = await lockApp(scope, id)
    if (before.lock) throw new AppError(openAppsErrors.alreadyLocked)
    scope.confirm(await repository.impact(scope.db, before))
    await repository.lock(scope.db, id, reason, authorOf(scope))
    scope.note({
      ...{ entityId: id, entityName: before.name },
      ...{ before: { locked: false }, after: { locked: true, reason } },
    })
    return null
  },
  /** Throws `notLocked`. */
  async unlock(scope: RequestScope, id: string) {
    const before = await lockApp(scope, id)
    if (!before.lock) throw new AppError(openAppsErrors.notLocked)
    await repository.unlock(scope.db, id, authorOf(scope))
    const { reason } = before.lock
    scope.note({
      ...{ entityId: id, entityName: before.name },
      ...{ before: { locked: true, reason }, after: { locked: false } },
    })
    return null
  },
})

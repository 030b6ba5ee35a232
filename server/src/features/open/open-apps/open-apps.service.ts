import type { CallRange } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import {
  hasSecrets,
  maxOpenApps,
  type OpenAppUpdate,
  type OpenAppWrite,
} from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { isOperator, lockAuthor } from '../../../kernel/operator-lock.ts'
import { reachOfActor } from '../../../kernel/reach-of-actor.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { strongerThan } from '../../people/users/index.ts'
import { callStatsRepository } from '../open-apis/index.ts'
import { newAppKey } from './app-key.ts'
import type { AppReach } from './app-reach.ts'
import { assertCoversApp, assertFuture, assertMakersCoverApp, lockApp } from './app-rules.ts'
import { logoAddress, type SharedAddresses } from './logo-address.ts'
import { type OpenAppsQuery, openAppsRepository as repository, type StoredOpenApp } from './open-apps.repository.ts'

type Scope = DetachedScope<Actor>

const toAuditValues = ({ name, kind, home, desc, contact, owner, networks, rate, expireTime }: StoredOpenApp) => ({
  name,
  kind,
  home,
  desc,
  contact,
  owner: owner?.name ?? '',
  networks,
  expireTime,
  perMinute: rate.perMinute,
  perDay: rate.perDay,
})

/**
 * An active user of the company in the caller's row scope; the caller by default. An application acts with its owner's
 * rights, so that no one makes a person with more than theirs answer for one.
 * @throws `noSuchOwner` and `strongerOwner`
 */
const getOwner = async ({ db, actor }: RequestScope, ownerId: string | null): Promise<string> => {
  const id = ownerId ?? actor.userId
  if (!(await repository.isActiveUser(db, actor, id))) throw refusalAt(openAppsErrors.noSuchOwner, 'ownerId')
  if (id !== actor.userId && (await strongerThan(db, actor, [id])).size > 0)
    throw refusalAt(openAppsErrors.strongerOwner, 'ownerId')
  return id
}
const assertNameFree = async ({ db }: RequestScope, name: string, except: string | null) => {
  if (await repository.isNameTaken(db, name, except)) throw refusalAt(openAppsErrors.nameTaken, 'name')
}

const toRow = ({ logoFile, ...app }: StoredOpenApp, addresses: SharedAddresses): OpenAppRow => ({
  ...app,
  logo: logoAddress(addresses, app.company.id, logoFile),
})
type Ports = {
  addresses: SharedAddresses
  database: Database
  secrets: Pick<Secrets, 'sign' | 'isSigned'>
  reach: AppReach
  findCaller: FindCaller
  catalogue: Catalogue
}
/** Applications of a company; the operator also reads and locks those of others. */
export const createOpenApps = ({ addresses, database, secrets, reach, findCaller, catalogue }: Ports) => ({
  async list({ actor }: Scope, query: OpenAppsQuery) {
    assertPageDepth(query)
    const page = await database.read(reachOfActor(actor), (db) => repository.list(db, actor.companyId, query))
    return { ...page, data: page.data.map((app) => toRow(app, addresses)) }
  },
  get: async (scope: Scope, id: string) => toRow(await reach.find(scope, id), addresses),

  stat: (scope: Scope, id: string, range: CallRange) =>
    reach.read(scope, id, (db) => callStatsRepository.read(db, { of: 'app', id }, range)),
  usage: (scope: Scope, id: string) =>
    reach.read(scope, id, async (db) => ({ days: await callStatsRepository.readDays(db, id) })),
  companyStat: ({ db }: RequestScope, range: CallRange) => callStatsRepository.read(db, { of: 'company' }, range),

  /** Throws `nameTaken`, `noSuchOwner`, `strongerOwner`, `expiryPassed` and `tooManyApps`. */
  async create(scope: RequestScope, app: OpenAppWrite) {
    const { db } = scope
    assertFuture(app.expireTime)
    await assertNameFree(scope, app.name, null)
    if ((await repository.count(db)) >= maxOpenApps) throw new AppError(openAppsErrors.tooManyApps)
    const ownerId = await getOwner(scope, app.ownerId)
    const id = await repository.insert(db, newAppKey(secrets), { ...app, ownerId }, toAuthor(scope))
    const created = orNotFound(await repository.find(db, id))
    scope.note({ entityId: id, entityName: created.name, after: toAuditValues(created) })
    return { id }
  },
  /** Throws as `create` does, `secretsRemain`, and for another owner `beyondRights`, `unfitSecret` and `unfitToken`. */
  async update(scope: RequestScope, id: string, { version, ...app }: OpenAppUpdate) {
    const before = await lockApp(scope, id)
    assertVersion(before, version)
    if (app.expireTime !== before.expireTime) assertFuture(app.expireTime)
    if (app.kind !== before.kind && !hasSecrets(app.kind) && before.secrets > 0)
      throw refusalAt(openAppsErrors.secretsRemain, 'kind')
    await assertNameFree(scope, app.name, id)
    const isKept = app.ownerId !== null && app.ownerId === before.owner?.id
    const ownerId = isKept ? app.ownerId : await getOwner(scope, app.ownerId)
    // The application gains what its new owner may do.
    if (!isKept) await assertCoversApp(catalogue, scope, { id, owner: null })
    const { db, actor } = scope
    const owner = { id: ownerId ?? '', name: '' }
    if (!isKept) await assertMakersCoverApp(catalogue, { db, actor, findCaller }, { id, owner })
    await repository.update(scope.db, id, { ...app, ownerId: ownerId ?? '' }, toAuthor(scope))
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
  lock: (scope: Scope, id: string, reason: string) =>
    reach.change(scope, id, openAppsContract.lock.audit.event, async (db, app, by) => {
      if (app.lock) throw new AppError(openAppsErrors.alreadyLocked)
      scope.confirm(await repository.impact(db, app))
      await repository.lock(db, id, reason, by, lockAuthor(scope.actor, by))
      return { before: { locked: false }, after: { locked: true, reason } }
    }),
  /** Throws `notLocked`, and `lockedByOperator` for callers of the application's company. */
  unlock: (scope: Scope, id: string) =>
    reach.change(scope, id, openAppsContract.unlock.audit.event, async (db, { lock }, by) => {
      if (!lock) throw new AppError(openAppsErrors.notLocked)
      if (!isOperator(scope.actor) && (await repository.isLockedByOperator(db, id)))
        throw new AppError(openAppsErrors.lockedByOperator)
      await repository.unlock(db, id, by)
      return { before: { locked: true, reason: lock.reason }, after: { locked: false } }
    }),
})

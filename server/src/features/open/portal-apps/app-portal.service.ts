import { appRequestsErrors } from '@atrium/contract/features/open/portal-apps/app-requests.errors.ts'
import type {
  PortalSettings,
  PortalSettingsWrite,
} from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsErrors } from '@atrium/contract/features/open/portal-apps/portal-apps.errors.ts'
import { assertVersion, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { findApp, lockApp } from '../open-apps/index.ts'
import { appPortalRepository as repository } from './app-portal.repository.ts'

const isTargeted = (audience: string): audience is 'orgs' | 'roles' => audience === 'orgs' || audience === 'roles'
const isWide = (audience: string) => audience === 'portal' || audience === 'everyone'

const assertSettings = async ({ db, actor }: RequestScope, write: PortalSettingsWrite) => {
  const { audience, address, targetIds, requestable } = write
  if (isWide(audience) && !actor.platform) throw refusalAt(portalAppsErrors.ownCompanyOnly, 'audience')
  if ((audience !== 'nobody' || requestable) && address === '')
    throw refusalAt(portalAppsErrors.addressMissing, 'address')
  if (!isTargeted(audience)) return
  if (targetIds.length === 0) throw refusalAt(portalAppsErrors.noTargets, 'targetIds')
  const known = await repository.targets(db, audience, targetIds)
  if (known.length !== new Set(targetIds).size) throw refusalAt(portalAppsErrors.noSuchTarget, 'targetIds')
}

/**
 * The approvers by name.
 * @throws `noSuchApprover` for added ones who cannot sign in or are out of the caller's sight
 */
const pickApprovers = async ({ db, actor }: RequestScope, before: readonly Person[], ids: readonly string[]) => {
  const kept = before.filter(({ id }) => ids.includes(id))
  const added = [...new Set(ids)].filter((id) => !kept.some((each) => each.id === id))
  const found = added.length > 0 ? await repository.activeUsers(db, actor, added) : []
  if (found.length !== added.length) throw refusalAt(appRequestsErrors.noSuchApprover, 'approverIds')
  return [...kept, ...found]
}

/**
 * Approvers are notified of everyone who asks, so that who sees only some of the company neither chooses them nor opens
 * requests, by which owners become approvers.
 * @throws `needsAllRows`
 */
const assertMaySetApprovers = ({ actor }: RequestScope, before: PortalSettings, write: PortalSettingsWrite) => {
  if (actor.rows === 'all') return
  if (write.requestable && !before.requestable) throw refusalAt(appRequestsErrors.needsAllRows, 'requestable')
  const known = new Set(before.approvers.map(({ id }) => id))
  if (write.approverIds.some((id) => !known.has(id))) throw refusalAt(appRequestsErrors.needsAllRows, 'approverIds')
  // Without one, the owner decides.
  if (write.requestable && known.size > 0 && write.approverIds.length === 0)
    throw refusalAt(appRequestsErrors.needsAllRows, 'approverIds')
}

/** Settings for the audit log, with the names of those that they show the application to. */
const toAudited = (settings: PortalSettings) => {
  const { audience, targets, approvers, category, address, openMode, sso, scopes, requestable } = settings
  const names = targets.map(({ name }) => name)
  return {
    visibleTo: audience,
    category,
    address,
    openMode,
    sso,
    scopes,
    requestable,
    approvers: approvers.map(({ name }) => name),
    ...(audience === 'orgs' && { organizations: names }),
    ...(audience === 'roles' && { roles: names }),
  }
}

const read = async ({ db }: RequestScope, id: string): Promise<PortalSettings> => {
  const { targetIds, ...settings } = await repository.find(db, id)
  const targets = await repository.targets(db, settings.audience, targetIds)
  return { ...settings, targets, approvers: await repository.approvers(db, id) }
}

/** How an application appears on the portal. */
export const appPortal = {
  async get(scope: RequestScope, id: string) {
    await findApp(scope, id)
    return read(scope, id)
  },

  /** Throws `ownCompanyOnly`, `addressMissing`, `noTargets`, `noSuchTarget`, `needsAllRows` and `noSuchApprover`, each at its field. */
  async update(scope: RequestScope, id: string, write: PortalSettingsWrite) {
    const { name } = await lockApp(scope, id)
    const before = await read(scope, id)
    assertVersion({ id, ...before }, write.version)
    await assertSettings(scope, write)
    assertMaySetApprovers(scope, before, write)
    const approvers = await pickApprovers(scope, before.approvers, write.approverIds)
    const targetIds = isTargeted(write.audience) ? [...new Set(write.targetIds)] : []
    await repository.save(scope.db, id, { ...write, targetIds }, toAuthor(scope))
    await repository.replaceApprovers(
      scope.db,
      id,
      approvers.map((each) => each.id),
    )
    scope.note({
      entityId: id,
      entityName: name,
      before: toAudited(before),
      after: toAudited(await read(scope, id)),
    })
    return null
  },

  async targets(
    scope: RequestScope,
    id: string,
    { audience, keyword }: { audience: 'orgs' | 'roles'; keyword: string },
  ) {
    await findApp(scope, id)
    return repository.findTargets(scope.db, audience, keyword)
  },
}

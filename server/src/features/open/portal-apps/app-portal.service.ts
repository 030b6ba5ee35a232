import type { PortalSettingsWrite } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsErrors } from '@atrium/contract/features/open/portal-apps/portal-apps.errors.ts'
import { assertVersion, authorOf } from '../../../kernel/db/crud-handlers.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { findApp, lockApp } from '../open-apps/index.ts'
import { appPortalRepository as repository } from './app-portal.repository.ts'

const isTargeted = (audience: string): audience is 'orgs' | 'roles' => audience === 'orgs' || audience === 'roles'
const isWide = (audience: string) => audience === 'portal' || audience === 'everyone'

const assertSettings = async ({ db, actor }: RequestScope, write: PortalSettingsWrite) => {
  const { audience, address, targetIds } = write
  if (isWide(audience) && !actor.platform) throw refusalAt(portalAppsErrors.ownCompanyOnly, 'audience')
  if (audience !== 'nobody' && address === '') throw refusalAt(portalAppsErrors.addressMissing, 'address')
  if (!isTargeted(audience)) return
  if (targetIds.length === 0) throw refusalAt(portalAppsErrors.noTargets, 'targetIds')
  const known = await repository.targets(db, audience, targetIds)
  if (known.length !== new Set(targetIds).size) throw refusalAt(portalAppsErrors.noSuchTarget, 'targetIds')
}

type Audited = Omit<PortalSettingsWrite, 'version'>
/** Settings for the audit log, with the names of those that they show the application to. */
const toAudited = async (
  { db }: RequestScope,
  { audience, targetIds, category, address, openMode, sso, scopes }: Audited,
) => {
  const names = (await repository.targets(db, audience, targetIds)).map(({ name }) => name)
  return {
    ...{ visibleTo: audience, category, address, openMode, sso, scopes },
    ...(audience === 'orgs' && { organizations: names }),
    ...(audience === 'roles' && { roles: names }),
  }
}

/** How an application appears on the portal. */
export const appPortal = {
  async get(scope: RequestScope, id: string) {
    await findApp(scope, id)
    const { targetIds, ...settings } = await repository.find(scope.db, id)
    return { ...settings, targets: await repository.targets(scope.db, settings.audience, targetIds) }
  },

  /** Throws `ownCompanyOnly`, `addressMissing`, `noTargets` and `noSuchTarget`, each at its field. */
  async update(scope: RequestScope, id: string, write: PortalSettingsWrite) {
    const { name } = await lockApp(scope, id)
    const before = await repository.find(scope.db, id)
    assertVersion({ id, ...before }, write.version)
    await assertSettings(scope, write)
    const targetIds = isTargeted(write.audience) ? [...new Set(write.targetIds)] : []
    await repository.save(scope.db, id, { ...write, targetIds }, authorOf(scope))
    scope.note({
      ...{ entityId: id, entityName: name },
      ...{ before: await toAudited(scope, before), after: await toAudited(scope, write) },
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

import { appScimErrors } from '@atrium/contract/features/open/open-apps/app-scim.errors.ts'
import type { ScimSettings, ScimWrite } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import { assertVersion, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { canSeeScopeOrg, findOrganizations } from '../../access/authorization/index.ts'
import { createRoleValidator } from '../../people/users/index.ts'
import { assertCovers, assertMakersCover, findApp, lockApp } from './app-rules.ts'
import { scimEndpoints } from './scim-endpoints.ts'
import { scimSettingsRepository as repository } from './scim-settings.repository.ts'
import { scimTokensRepository } from './scim-tokens.repository.ts'

const assertOrganization = async ({ db, actor }: RequestScope, orgId: string | null) => {
  if (orgId === null) return
  const [found] = await findOrganizations(db, actor.companyId, [orgId])
  if (!found || !canSeeScopeOrg(actor.rows, { ...found, below: false }))
    throw refusalAt(appScimErrors.noSuchOrganization, 'orgId')
}
/** Throws at `roleIds` unless the caller may grant each of these roles. */
const assertRoles = async ({ db, actor }: RequestScope, roleIds: readonly string[]) => {
  const judge = await createRoleValidator(db, actor, roleIds)
  for (const id of roleIds) {
    const problem = judge(id, true)
    if (problem) throw refusalAt(problem, 'roleIds')
  }
}

type Ports = Pick<BasePorts, 'siteOrigin'> & { findCaller: FindCaller }
/**
 * How an application provisions users by SCIM. Takes the public origin of the product, and what finds a user's rights.
 */
export const createScimSettings = ({ siteOrigin, findCaller }: Ports) => {
  const read = async ({ db }: Pick<RequestScope, 'db'>, appId: string) => ({
    ...(await repository.find(db, appId)),
    roles: await repository.roles(db, appId),
  })
  const toAudited = ({ enabled, org, roles }: Awaited<ReturnType<typeof read>>) => ({
    enabled,
    organizations: org ? [org.name] : [],
    roles: roles.map(({ name }) => name),
  })
  return {
    async get(scope: RequestScope, appId: string): Promise<ScimSettings> {
      await findApp(scope, appId)
      return {
        ...(await read(scope, appId)),
        address: `${siteOrigin}/scim/v2`,
        users: await repository.countUsers(scope.db, appId),
        tokens: await scimTokensRepository.list(scope.db, appId),
      }
    },
    /** Throws `beyondRights`, `unfitToken`, for another version, `noSuchOrganization`, and at `roleIds` as `createRoleValidator`. */
    async update(scope: RequestScope, appId: string, write: ScimWrite) {
      const app = await lockApp(scope, appId)
      assertCovers(scope.actor, app.owner, scimEndpoints)
      const { db, actor } = scope
      if (write.enabled) await assertMakersCover({ db, actor, findCaller }, app, { provisions: true })
      const before = await read(scope, appId)
      assertVersion({ id: appId, ...before }, write.version)
      await assertOrganization(scope, write.orgId)
      const held = new Set(before.roles.map(({ id }) => id))
      await assertRoles(
        scope,
        write.roleIds.filter((id) => !held.has(id)),
      )
      await repository.save(scope.db, appId, write, toAuthor(scope))
      scope.note({
        entityId: appId,
        entityName: app.name,
        before: toAudited(before),
        after: toAudited(await read(scope, appId)),
      })
      return null
    },
  }
}

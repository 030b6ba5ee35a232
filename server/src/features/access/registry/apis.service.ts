import type { ApiUpdate, ApiWrite } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { addressKey } from '@atrium/contract/kernel/endpoint-address.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { canRecordReads, canRequireReauthentication, toAudit } from './conditions.ts'
import {
  assertDeclaredUnchanged,
  assertPlatformCompany,
  assertRemovable,
  keepDeclared,
  servedEndpointAt,
} from './registry-rules.ts'
import { type Flagged, type StoredApi, registryWritesRepository as writes } from './registry-writes.repository.ts'

const { apis: repository } = writes

const assertModuleExists = async (scope: RequestScope, code: string) => {
  const { msg } = registryErrors.noModule
  if (await writes.modules.lockByCode(scope.db, code)) return
  throw new AppError(registryErrors.noModule, { errors: [{ field: 'module', msg }] })
}
/** A missing API cannot be deprecated; a deprecation can be revoked. */
const stateAfter = (state: StoredApi['state'], deprecated: boolean): StoredApi['state'] => {
  if (state === 'missing') return state
  if (deprecated) return 'deprecated'
  return state === 'deprecated' ? 'active' : state
}
/** Only signed-in callers can be counted. */
const assertRateLimitable = (catalogue: Catalogue, api: StoredApi) => {
  const kind = servedEndpointAt(catalogue, api).access.kind
  if (kind === 'permitted' || kind === 'signedIn') return
  const { msg } = registryErrors.neverLimited
  throw new AppError(registryErrors.neverLimited, { errors: [{ field: 'rate', msg }] })
}
const assertReauthenticationPossible = (catalogue: Catalogue, api: StoredApi) => {
  if (!canRequireReauthentication(servedEndpointAt(catalogue, api))) throw refusalAt(registryErrors.neverProved, 'mfa')
}
/** The level to store; the declared level is not stored. */
const auditToStore = (catalogue: Catalogue, api: StoredApi, requested: ApiUpdate['audit']): ApiUpdate['audit'] => {
  const endpoint = catalogue.endpointAt(api)
  if (endpoint && canRecordReads(endpoint)) return requested
  const { declaredAudit } = toAudit(catalogue, api)
  if (requested === declaredAudit) return 'none'
  throw refusalAt(declaredAudit === 'none' ? registryErrors.neverRecorded : registryErrors.auditWeaker, 'audit')
}
const toChange = ({ kind, code, name }: Flagged) => ({ kind, code, name })

export const createApisService = (catalogue: Catalogue) => ({
  /**
   * Adds an API of a business system.
   * @throws `noModule`, and `addressTaken` by its constraint
   */
  async create(scope: RequestScope, write: ApiWrite) {
    assertPlatformCompany(scope)
    await assertModuleExists(scope, write.module)
    const row = await repository.insert(scope.db, write, toAuthor(scope))
    scope.note({ entityId: row.id, entityName: row.name, after: row })
    return { id: row.id }
  },

  /**
   * Updates labels, conditions, audit level and deprecation of an API.
   * @throws `noModule`, `declaredFixed`, `notServed`, `stillBound`, `neverLimited`, `neverProved`, `neverRecorded` and
   *   `auditWeaker`
   */
  async update(scope: RequestScope, id: string, sent: ApiUpdate) {
    assertPlatformCompany(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    const write = keepDeclared(before, sent)
    const current = { ...before, ...toAudit(catalogue, before), deprecated: before.state === 'deprecated' }
    assertVersion(current, write.version)
    assertDeclaredUnchanged(before, write, ['auth'])
    if (write.rate) assertRateLimitable(catalogue, before)
    if (write.mfa && !before.mfa) assertReauthenticationPossible(catalogue, before)
    const audit = auditToStore(catalogue, before, write.audit)
    await assertModuleExists(scope, write.module)
    const isBound = (await repository.listElements(scope.db, id)).length > 0
    if (isBound && write.auth !== 'perm') {
      const { msg } = registryErrors.stillBound
      throw new AppError(registryErrors.stillBound, { errors: [{ field: 'auth', msg }] })
    }
    const state = stateAfter(before.state, write.deprecated)
    const after = await repository.update(scope.db, id, { ...write, audit }, state, toAuthor(scope))
    scope.note({ entityId: id, entityName: after.name, before, after })
    return null
  },

  /** Deletes an undeclared API and its bindings, after showing the holders who lose it. */
  async remove(scope: RequestScope, id: string) {
    assertPlatformCompany(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    assertRemovable(before)
    const elems = await repository.listElements(scope.db, id)
    const holders = await writes.holders(scope.db, elems)
    scope.confirm({ ...holders, elems })
    await repository.remove(scope.db, id)
    scope.note({ entityId: id, entityName: addressKey(before), before: { ...before, elems } })
    return null
  },

  /**
   * Shows what the code declares newly, differently or no longer, and acknowledges the first two. Missing entries stay
   * flagged until they are declared again or deleted.
   */
  async sync(scope: RequestScope) {
    assertPlatformCompany(scope)
    const flagged = await writes.flagged(scope.db)
    const of = (state: Flagged['state']) => flagged.filter((row) => row.state === state)
    const changes = {
      added: of('new').map(toChange),
      changed: of('changed').map(toChange),
      missing: of('missing').map(toChange),
    }
    scope.confirm(changes)
    await writes.acknowledge(scope.db, [...of('new'), ...of('changed')])
    scope.note({ after: changes })
    return null
  },
})

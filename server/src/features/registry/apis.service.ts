import type { ApiUpdate, ApiWrite } from '@atrium/contract/features/registry/registry.contract.ts'
import { registryErrors } from '@atrium/contract/features/registry/registry.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { auditOf, mayAskProof, mayBeRecorded } from './conditions.ts'
import { addressKey, endpointAt } from './declared.ts'
import { refuseDeclaredRemoval, refuseOthers, refuseRedeclared, servedAt } from './registry-rules.ts'
import { type Flagged, type StoredApi, registryWritesRepository as writes } from './registry-writes.repository.ts'

const { apis: repository } = writes

const refuseWithoutModule = async (scope: RequestScope, code: string) => {
  const { msg } = registryErrors.noModule
  if (await writes.modules.holdCoded(scope.db, code)) return
  throw new AppError(registryErrors.noModule, { errors: [{ field: 'module', msg }] })
}
/** What is no longer there cannot be given up besides; what is taken back is in use again. */
const stateAfter = (state: StoredApi['state'], deprecated: boolean): StoredApi['state'] => {
  if (state === 'missing') return state
  if (deprecated) return 'deprecated'
  return state === 'deprecated' ? 'active' : state
}
/** Only who is signed in is counted. */
const refuseUnlimited = (api: StoredApi) => {
  const kind = servedAt(api).access.kind
  if (kind === 'permitted' || kind === 'signedIn') return
  const { msg } = registryErrors.neverLimited
  throw new AppError(registryErrors.neverLimited, { errors: [{ field: 'rate', msg }] })
}
const refuseUnproved = (api: StoredApi) => {
  if (!mayAskProof(servedAt(api))) throw refusalAt(registryErrors.neverProved, 'mfa')
}
/** What is to be stored: what the code declares by itself is not. */
const storedAudit = (api: StoredApi, wish: ApiUpdate['audit']): ApiUpdate['audit'] => {
  const endpoint = endpointAt(api)
  if (endpoint && mayBeRecorded(endpoint)) return wish
  const { declaredAudit } = auditOf(api)
  if (wish === declaredAudit) return 'none'
  throw refusalAt(declaredAudit === 'none' ? registryErrors.neverRecorded : registryErrors.auditWeaker, 'audit')
}
const told = ({ kind, code, name }: Flagged) => ({ kind, code, name })

export const apisService = {
  /** Adds an API of a business system. Throws `noModule`, and `addressTaken` by its constraint. */
  async create(scope: RequestScope, write: ApiWrite) {
    refuseOthers(scope)
    await refuseWithoutModule(scope, write.module)
    const row = await repository.insert(scope.db, write, personOf(scope))
    scope.note({ entityId: row.id, entityName: row.name, after: row })
    return { id: row.id }
  },

  /**
   * Relabels an API, says what its calls are asked for and what is written down of them, or gives it up. Throws
   * `noModule`, `declaredFixed`, `notServed`, `stillBound`, and `neverLimited`, `neverProved`, `neverRecorded` or
   * `auditWeaker` where that cannot be.
   */
  async update(scope: RequestScope, id: string, write: ApiUpdate) {
    refuseOthers(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    const current = { ...before, ...auditOf(before), deprecated: before.state === 'deprecated' }
    refuseStale(current, write.version)
    refuseRedeclared(before, write, ['auth'])
    if (write.rate) refuseUnlimited(before)
    if (write.mfa && !before.mfa) refuseUnproved(before)
    const audit = storedAudit(before, write.audit)
    await refuseWithoutModule(scope, write.module)
    const isBound = (await repository.elementsOf(scope.db, id)).length > 0
    if (isBound && write.auth !== 'perm') {
      const { msg } = registryErrors.stillBound
      throw new AppError(registryErrors.stillBound, { errors: [{ field: 'auth', msg }] })
    }
    const state = stateAfter(before.state, write.deprecated)
    const after = await repository.update(scope.db, id, { ...write, audit }, state, personOf(scope))
    scope.note({ entityId: id, entityName: after.name, before, after })
    return null
  },

  /** Deletes an API that the code does not declare, with its bindings. Shows first who loses it. */
  async remove(scope: RequestScope, id: string) {
    refuseOthers(scope)
    const before = orNotFound(await repository.hold(scope.db, id))
    refuseDeclaredRemoval(before)
    const elems = await repository.elementsOf(scope.db, id)
    const holders = await writes.holders(scope.db, elems)
    scope.confirm({ ...holders, elems })
    await repository.remove(scope.db, id)
    scope.note({ entityId: id, entityName: addressKey(before), before: { ...before, elems } })
    return null
  },

  /**
   * Shows what the code declares anew, otherwise or no longer, and takes note of the first two. What is gone stays
   * flagged until it comes back or somebody deletes it.
   */
  async sync(scope: RequestScope) {
    refuseOthers(scope)
    const flagged = await writes.flagged(scope.db)
    const of = (state: Flagged['state']) => flagged.filter((row) => row.state === state)
    const changes = {
      added: of('new').map(told),
      changed: of('changed').map(told),
      missing: of('missing').map(told),
    }
    scope.confirm(changes)
    await writes.acknowledge(scope.db, [...of('new'), ...of('changed')])
    scope.note({ after: changes })
    return null
  },
}

import type { ApiModeWrite, Observation } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { apiModesRepository as repository } from './api-modes.repository.ts'
import { canBeObserved } from './decide.ts'
import { registryListsRepository } from './registry-lists.repository.ts'
import { assertPlatformCompany, servedEndpointAt } from './registry-rules.ts'
import { type StoredApi, registryWritesRepository as writes } from './registry-writes.repository.ts'

const noUsers = { companies: 0, people: 0, named: [] }

/** Observation must not open what was closed, platform APIs, or APIs of high-risk elements (decision 30). */
const assertObservable = async (catalogue: Catalogue, scope: RequestScope, api: StoredApi): Promise<void> => {
  if (!canBeObserved(servedEndpointAt(catalogue, api))) throw new AppError(registryErrors.neverObserved)
  const { isBound, opensHighRisk } = await writes.apis.openingElements(scope.db, api.id)
  if (!isBound) throw new AppError(registryErrors.unboundUnobserved)
  if (opensHighRisk) throw new AppError(registryErrors.riskUnobserved)
}

/** Switches APIs between enforcing and observing their rule (decision 30). */
export const createApiModesService = (catalogue: Catalogue) => ({
  /**
   * Changes the mode after showing the affected users.
   * @throws `notServed`, `neverObserved`, `unboundUnobserved` and `riskUnobserved`
   */
  async change(scope: RequestScope, id: string, { mode, version }: ApiModeWrite) {
    assertPlatformCompany(scope)
    const before = orNotFound(await writes.apis.hold(scope.db, id))
    assertVersion(before, version)
    scope.note({ entityId: id, entityName: before.name })
    if (before.mode === mode) return null
    if (mode === 'observe') await assertObservable(catalogue, scope, before)
    const ends = mode === 'enforce'
    const elems = ends
      ? await repository.rememberedElements(scope.db, id)
      : await repository.rememberElements(scope.db, id)
    const refused = ends ? await repository.refusedUsers(scope.db, scope.actor, id) : noUsers
    scope.confirm({ mode, elems, refused })
    if (ends) await repository.forgetElements(scope.db, id)
    const after = await writes.apis.setMode(scope.db, id, mode, toAuthor(scope))
    scope.note({ before, after: { ...after, elems, people: refused.people } })
    return null
  },

  /** Results of the observation so far. */
  async observation(scope: RequestScope, id: string): Promise<Observation> {
    assertPlatformCompany(scope)
    const { observedSince } = orNotFound(await registryListsRepository.api(scope.db, id))
    if (observedSince === null)
      return { since: null, idle: true, elems: [], refused: noUsers, seen: { ...noUsers, calls: 0 } }
    const [{ isBound, opensHighRisk }, elems, refused, seen] = [
      await writes.apis.openingElements(scope.db, id),
      await repository.rememberedElements(scope.db, id),
      await repository.refusedUsers(scope.db, scope.actor, id),
      await repository.observedUsers(scope.db, scope.actor, id),
    ]
    return { since: observedSince, idle: !isBound || opensHighRisk, elems, refused, seen }
  },
})

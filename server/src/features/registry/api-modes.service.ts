import type { ApiModeWrite, Observation } from '@atrium/contract/features/registry/registry.contract.ts'
import { registryErrors } from '@atrium/contract/features/registry/registry.errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { apiModesRepository as repository } from './api-modes.repository.ts'
import { mayBeObserved } from './decide.ts'
import { registryListsRepository } from './registry-lists.repository.ts'
import { refuseOthers, servedAt } from './registry-rules.ts'
import { type StoredApi, registryWritesRepository as writes } from './registry-writes.repository.ts'

const nobody = { companies: 0, people: 0, named: [] }

/** Observation opens nothing that was shut, nothing of the platform's, and nothing that does much harm (decision 0030). */
const refuseUnobservable = async (scope: RequestScope, api: StoredApi): Promise<void> => {
  if (!mayBeObserved(servedAt(api))) throw new AppError(registryErrors.neverObserved)
  const { isBound, opensHighRisk } = await writes.apis.openers(scope.db, api.id)
  if (!isBound) throw new AppError(registryErrors.unboundUnobserved)
  if (opensHighRisk) throw new AppError(registryErrors.riskUnobserved)
}

/** Whether an API's rule is enforced or tried out (beyond N7, docs/decisions/0030). */
export const apiModesService = {
  /**
   * Begins observation or ends it, and shows first whom that concerns. Throws `notServed`, `neverObserved`,
   * `unboundUnobserved` and `riskUnobserved`.
   */
  async change(scope: RequestScope, id: string, { mode, version }: ApiModeWrite) {
    refuseOthers(scope)
    const before = orNotFound(await writes.apis.hold(scope.db, id))
    refuseStale(before, version)
    scope.note({ entityId: id, entityName: before.name })
    if (before.mode === mode) return null
    if (mode === 'observe') await refuseUnobservable(scope, before)
    const ends = mode === 'enforce'
    const elems = ends ? await repository.remembered(scope.db, id) : await repository.remember(scope.db, id)
    const refused = ends ? await repository.kept(scope.db, scope.actor, id) : nobody
    scope.confirm({ mode, elems, refused })
    if (ends) await repository.forget(scope.db, id)
    const after = await writes.apis.setMode(scope.db, id, mode, personOf(scope))
    scope.note({ before, after: { ...after, elems, people: refused.people } })
    return null
  },

  /** What observation has shown so far. */
  async observation(scope: RequestScope, id: string): Promise<Observation> {
    refuseOthers(scope)
    const { observedSince } = orNotFound(await registryListsRepository.api(scope.db, id))
    if (observedSince === null)
      return { since: null, idle: true, elems: [], refused: nobody, seen: { ...nobody, calls: 0 } }
    const [{ isBound, opensHighRisk }, elems, refused, seen] = [
      await writes.apis.openers(scope.db, id),
      await repository.remembered(scope.db, id),
      await repository.kept(scope.db, scope.actor, id),
      await repository.seen(scope.db, scope.actor, id),
    ]
    return { since: observedSince, idle: !isBound || opensHighRisk, elems, refused, seen }
  },
}

import { registryErrors } from '@atrium/contract/features/registry/registry.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { orNotFound, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { addressKey } from './declared.ts'
import {
  type ApiFilters,
  type ElementFilters,
  registryListsRepository as repository,
} from './registry-lists.repository.ts'
import { refuseOthers } from './registry-rules.ts'
import { registryWritesRepository as writes } from './registry-writes.repository.ts'

const readable = (scope: RequestScope, query: ListQuery) => {
  refuseOthers(scope)
  refuseDepth(query)
}
const element = async (scope: RequestScope, id: string) => orNotFound(await repository.elementOf(scope.db, id))

export const registryService = {
  async module(scope: RequestScope, id: string) {
    refuseOthers(scope)
    return orNotFound(await repository.module(scope.db, id))
  },
  async element(scope: RequestScope, id: string) {
    refuseOthers(scope)
    return orNotFound(await repository.element(scope.db, id))
  },
  async api(scope: RequestScope, id: string) {
    refuseOthers(scope)
    return orNotFound(await repository.api(scope.db, id))
  },
  async modules(scope: RequestScope, query: ListQuery) {
    readable(scope, query)
    return repository.modules(scope.db, query)
  },
  async elements(scope: RequestScope, query: ElementFilters) {
    readable(scope, query)
    return repository.elements(scope.db, query)
  },
  async apis(scope: RequestScope, query: ApiFilters) {
    readable(scope, query)
    return repository.apis(scope.db, query)
  },
  async moduleApis(scope: RequestScope, id: string, query: ListQuery) {
    readable(scope, query)
    return repository.openedApis(scope.db, query, { of: 'module', id })
  },
  /** What an element opens, or what it could open besides. */
  async elementApis(scope: RequestScope, id: string, query: ListQuery, of: 'element' | 'candidates') {
    readable(scope, query)
    return repository.openedApis(scope.db, query, { of, id })
  },
  /** The roles of the caller's company that hold an element. */
  async elementRoles(scope: RequestScope, id: string, query: ListQuery) {
    readable(scope, query)
    return repository.elementRoles(scope.db, id, query)
  },

  /**
   * Binds APIs to an element. Shows first who gains the calls: who would lose them again if it were taken back. Throws
   * `notBindable` when one of them is not there or needs no element.
   */
  async bind(scope: RequestScope, id: string, apiIds: readonly string[]) {
    refuseOthers(scope)
    const { code, name } = await element(scope, id)
    const ids = [...new Set(apiIds)].sort()
    const apis = await repository.bindable(scope.db, ids)
    if (apis.length < ids.length) throw new AppError(registryErrors.notBindable)
    const before = new Set((await writes.openedBy(scope.db, code)).map((api) => api.id))
    const added = ids.filter((each) => !before.has(each))
    await repository.bind(scope.db, code, ids)
    const gainers = await writes.losers(scope.db, code, added)
    const opened = (await writes.openedBy(scope.db, code)).filter((api) => api.alone && added.includes(api.id))
    if (scope.origin.dryRun || gainers.roles > 0) scope.confirm({ ...gainers, opened: opened.map(addressKey) })
    scope.note({ entityId: id, entityName: name, after: { code, apis: apis.map(addressKey) } })
    return null
  },
  /** Takes APIs away from an element. Shows first who loses the calls. Throws `notBound` when one of them is not bound. */
  async unbind(scope: RequestScope, id: string, apiIds: readonly string[]) {
    refuseOthers(scope)
    const { code, name } = await element(scope, id)
    const ids = [...new Set(apiIds)].sort()
    const bound = (await writes.openedBy(scope.db, code)).filter((api) => ids.includes(api.id))
    if (bound.length < ids.length) throw new AppError(registryErrors.notBound)
    const losers = await writes.losers(scope.db, code, ids)
    scope.confirm({ ...losers, unbound: bound.filter(({ alone }) => alone).map(addressKey) })
    await repository.unbind(scope.db, code, ids)
    scope.note({ entityId: id, entityName: name, before: { code, apis: bound.map(addressKey) } })
    return null
  },
}

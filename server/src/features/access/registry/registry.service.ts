import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { addressKey } from '@atrium/contract/kernel/endpoint-address.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { ProductMenus } from '../authorization/index.ts'
import { toAudit } from './conditions.ts'
import {
  type ApiFilters,
  type ElementFilters,
  type FoundApi,
  registryListsRepository as repository,
} from './registry-lists.repository.ts'
import { assertPlatformCompany } from './registry-rules.ts'
import { registryWritesRepository as writes } from './registry-writes.repository.ts'

const assertListable = (scope: RequestScope, query: ListQuery) => {
  assertPlatformCompany(scope)
  assertPageDepth(query)
}
const requireElement = async (scope: RequestScope, id: string) => orNotFound(await repository.findElement(scope.db, id))

type Ports = { catalogue: Catalogue; productMenus: Pick<ProductMenus, 'pageElements'> }

/** Modules, elements and APIs as the registry lists and binds them. */
export const createRegistryService = ({ catalogue, productMenus: { pageElements } }: Ports) => {
  const withAudit = <Row extends FoundApi>(row: Row) => ({ ...row, ...toAudit(catalogue, row) })
  const withAudits = <Row extends FoundApi, Rest>({ data, ...rest }: { data: Row[] } & Rest) => ({
    ...rest,
    data: data.map(withAudit),
  })
  return {
    async module(scope: RequestScope, id: string) {
      assertPlatformCompany(scope)
      return orNotFound(await repository.module(scope.db, id))
    },
    async element(scope: RequestScope, id: string) {
      assertPlatformCompany(scope)
      return orNotFound(await repository.element(scope.db, pageElements, id))
    },
    async api(scope: RequestScope, id: string) {
      assertPlatformCompany(scope)
      return withAudit(orNotFound(await repository.api(scope.db, id)))
    },
    async modules(scope: RequestScope, query: ListQuery) {
      assertListable(scope, query)
      return repository.modules(scope.db, query)
    },
    async elements(scope: RequestScope, query: ElementFilters) {
      assertListable(scope, query)
      return repository.elements(scope.db, pageElements, query)
    },
    async apis(scope: RequestScope, query: ApiFilters) {
      assertListable(scope, query)
      return withAudits(await repository.apis(scope.db, query))
    },
    async moduleApis(scope: RequestScope, id: string, query: ListQuery) {
      assertListable(scope, query)
      return withAudits(await repository.openedApis(scope.db, query, { of: 'module', id }))
    },
    /** APIs an element opens, or those it could open. */
    async elementApis(scope: RequestScope, id: string, query: ListQuery, of: 'element' | 'candidates') {
      assertListable(scope, query)
      return withAudits(await repository.openedApis(scope.db, query, { of, id }))
    },
    /** Roles of the caller's company that hold an element. */
    async elementRoles(scope: RequestScope, id: string, query: ListQuery) {
      assertListable(scope, query)
      return repository.elementRoles(scope.db, id, query)
    },

    /**
     * Binds APIs to an element, after showing the users who gain the calls.
     * @throws `notBindable` if an API does not exist or requires no element
     */
    async bind(scope: RequestScope, id: string, apiIds: readonly string[]) {
      assertPlatformCompany(scope)
      const { code, name } = await requireElement(scope, id)
      const ids = [...new Set(apiIds)].sort()
      const apis = await repository.bindable(scope.db, ids)
      if (apis.length < ids.length) throw new AppError(registryErrors.notBindable)
      const before = new Set((await writes.openedBy(scope.db, code)).map((api) => api.id))
      const added = ids.filter((each) => !before.has(each))
      await repository.bind(scope.db, code, ids)
      const gainers = await writes.exclusiveHolders(scope.db, code, added)
      const opened = (await writes.openedBy(scope.db, code)).filter((api) => api.alone && added.includes(api.id))
      if (scope.origin.dryRun || gainers.roles > 0) scope.confirm({ ...gainers, opened: opened.map(addressKey) })
      scope.note({ entityId: id, entityName: name, after: { code, apis: apis.map(addressKey) } })
      return null
    },
    /**
     * Unbinds APIs from an element, after showing the users who lose the calls.
     * @throws `notBound`
     */
    async unbind(scope: RequestScope, id: string, apiIds: readonly string[]) {
      assertPlatformCompany(scope)
      const { code, name } = await requireElement(scope, id)
      const ids = [...new Set(apiIds)].sort()
      const bound = (await writes.openedBy(scope.db, code)).filter((api) => ids.includes(api.id))
      if (bound.length < ids.length) throw new AppError(registryErrors.notBound)
      const holders = await writes.exclusiveHolders(scope.db, code, ids)
      scope.confirm({ ...holders, unbound: bound.filter(({ alone }) => alone).map(addressKey) })
      await repository.unbind(scope.db, code, ids)
      scope.note({ entityId: id, entityName: name, before: { code, apis: bound.map(addressKey) } })
      return null
    },
  }
}

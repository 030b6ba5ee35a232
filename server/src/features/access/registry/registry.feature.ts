import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createApiCalls } from './api-calls.ts'
import { createApiModesService } from './api-modes.service.ts'
import { createApisService } from './apis.service.ts'
import { elementsService } from './elements.service.ts'
import { modulesService } from './modules.service.ts'
import { createRegistryService } from './registry.service.ts'

type Ports = Pick<BasePorts, 'catalogue'> & Parameters<typeof createRegistryService>[0]

const registryRoutes = (ports: Ports) => {
  const service = createRegistryService(ports)
  const apisService = createApisService(ports.catalogue)
  const apiModesService = createApiModesService(ports.catalogue)
  return [
    ...implement(modulesContract, {
      list: (scope, { query }) => service.modules(scope, query),
      get: (scope, { params }) => service.module(scope, params.id),
      create: (scope, { body }) => modulesService.create(scope, body),
      update: (scope, { params, body }) => modulesService.update(scope, params.id, body),
      remove: (scope, { params }) => modulesService.remove(scope, params.id),
      apis: (scope, { params, query }) => service.moduleApis(scope, params.id, query),
    }),
    ...implement(elementsContract, {
      list: (scope, { query }) => service.elements(scope, query),
      get: (scope, { params }) => service.element(scope, params.id),
      create: (scope, { body }) => elementsService.create(scope, body),
      update: (scope, { params, body }) => elementsService.update(scope, params.id, body),
      remove: (scope, { params }) => elementsService.remove(scope, params.id),
      roles: (scope, { params, query }) => service.elementRoles(scope, params.id, query),
      apis: (scope, { params, query }) => service.elementApis(scope, params.id, query, 'element'),
      candidates: (scope, { params, query }) => service.elementApis(scope, params.id, query, 'candidates'),
      bind: (scope, { params, body }) => service.bind(scope, params.id, body.apiIds),
      unbind: (scope, { params }) => service.unbind(scope, params.id, [params.apiId]),
      unbindMany: (scope, { params, body }) => service.unbind(scope, params.id, body.apiIds),
    }),
    ...implement(apisContract, {
      list: (scope, { query }) => service.apis(scope, query),
      get: (scope, { params }) => service.api(scope, params.id),
      create: (scope, { body }) => apisService.create(scope, body),
      update: (scope, { params, body }) => apisService.update(scope, params.id, body),
      remove: (scope, { params }) => apisService.remove(scope, params.id),
      changeMode: (scope, { params, body }) => apiModesService.change(scope, params.id, body),
      observation: (scope, { params }) => apiModesService.observation(scope, params.id),
      sync: (scope) => apisService.sync(scope),
    }),
  ]
}

/** Calls are counted for seven days including today. */
export const registryRetention = [
  'delete from api_calls where day <= utc_today() - 7',
  'delete from observed_calls where day <= utc_today() - 7',
]

/** Modules, elements and APIs. Offers `apiCalls`, which counts calls of APIs. */
export const createRegistryFeature = (ports: Ports & Pick<BasePorts, 'database'>) => {
  const apiCalls = createApiCalls(ports.database)
  return {
    apiCalls,
    routes: registryRoutes(ports),
    constraints: {
      modules__code: { ...registryErrors.moduleTaken, field: 'code' },
      elements_pkey: { ...registryErrors.operationTaken, field: 'operation' },
      elements__restricts: { ...registryErrors.restrictionTaken, field: 'field' },
      menu_elements__element: { ...registryErrors.neededByMenus, field: '' },
      apis__address: { ...registryErrors.addressTaken, field: 'path' },
    },
    retention: registryRetention,
    works: [apiCalls],
  }
}

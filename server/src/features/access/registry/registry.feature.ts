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
      ...modulesService,
      list: service.modules,
      get: service.module,
      apis: service.moduleApis,
    }),
    ...implement(elementsContract, {
      ...elementsService,
      list: service.elements,
      get: service.element,
      roles: service.elementRoles,
      apis: (scope, id, query) => service.elementApis(scope, id, query, 'element'),
      candidates: (scope, id, query) => service.elementApis(scope, id, query, 'candidates'),
      bind: (scope, id, body) => service.bind(scope, id, body.apiIds),
      unbind: (scope, id, apiId) => service.unbind(scope, id, [apiId]),
      unbindMany: (scope, id, body) => service.unbind(scope, id, body.apiIds),
    }),
    ...implement(apisContract, {
      ...apisService,
      list: service.apis,
      get: service.api,
      changeMode: apiModesService.change,
      observation: apiModesService.observation,
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

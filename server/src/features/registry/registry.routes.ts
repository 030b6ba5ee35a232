import {
  apisContract,
  elementsContract,
  modulesContract,
} from '@atrium/contract/features/registry/registry.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import { registryService as service } from './registry.service.ts'

export const registryRoutes = [
  ...implement(modulesContract, {
    list: (scope, { query }) => service.modules(scope, query),
    apis: (scope, { params, query }) => service.moduleApis(scope, params.id, query),
  }),
  ...implement(elementsContract, {
    list: (scope, { query }) => service.elements(scope, query),
    apis: (scope, { params, query }) => service.elementApis(scope, params.id, query, 'element'),
    candidates: (scope, { params, query }) => service.elementApis(scope, params.id, query, 'candidates'),
    bind: (scope, { params, body }) => service.bind(scope, params.id, body.apiIds),
    unbind: (scope, { params }) => service.unbind(scope, params.id, params.apiId),
  }),
  ...implement(apisContract, { list: (scope, { query }) => service.apis(scope, query) }),
]

import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openApisErrors } from '@atrium/contract/features/open/open-apis/open-apis.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createOpenApis } from './open-apis.service.ts'

/** APIs that the platform opens to programs. */
export const createOpenApisFeature = (ports: Parameters<typeof createOpenApis>[0]) => {
  const apis = createOpenApis(ports)
  return {
    routes: implement(openApisContract, {
      list: (scope, { query }) => apis.list(scope, query),
      get: (scope, { params }) => apis.get(scope, params.id),
      endpoints: (scope, asked) => apis.endpoints(scope, asked),
      apps: (scope, { params, query }) => apis.apps(scope, params.id, query),
      stat: (scope, { params, query }) => apis.stat(scope, params.id, query.range),
      create: (scope, { body }) => apis.create(scope, body),
      update: (scope, { params, body }) => apis.update(scope, params.id, body),
      remove: (scope, { params }) => apis.remove(scope, params.id),
      issue: (scope, { params }) => apis.issue(scope, params.id),
      deprecate: (scope, { params, body }) => apis.deprecate(scope, params.id, body.sunset),
      revoke: (scope, { params }) => apis.revoke(scope, params.id),
    }),
    constraints: {
      open_apis__code: { ...openApisErrors.codeTaken, field: 'code' },
      open_apis__address: { ...openApisErrors.addressTaken, field: 'path' },
      open_apis__api: { ...openApisErrors.noSuchEndpoint, field: 'apiId' },
      open_app_apis__api: { ...openApisErrors.granted, field: 'id' },
    },
  }
}

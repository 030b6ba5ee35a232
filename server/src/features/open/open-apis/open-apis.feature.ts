import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openApisErrors } from '@atrium/contract/features/open/open-apis/open-apis.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createOpenApis } from './open-apis.service.ts'

/** APIs that the platform opens to programs. */
export const createOpenApisFeature = (ports: Parameters<typeof createOpenApis>[0]) => {
  const apis = createOpenApis(ports)
  return {
    routes: implement(openApisContract, {
      ...apis,
      stat: (scope, id, query) => apis.stat(scope, id, query.range),
      deprecate: (scope, id, body) => apis.deprecate(scope, id, body.sunset),
    }),
    constraints: {
      open_apis__code: { ...openApisErrors.codeTaken, field: 'code' },
      open_apis__address: { ...openApisErrors.addressTaken, field: 'path' },
      open_apis__api: { ...openApisErrors.noSuchEndpoint, field: 'apiId' },
      open_app_apis__api: { ...openApisErrors.granted, field: 'id' },
    },
  }
}

import { appDocContract, openDocsContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createOpenDocs, type OpenDocsPorts } from './open-docs.service.ts'

/** Documents from which programs, and people, learn the APIs. */
export const createOpenDocsFeature = (ports: OpenDocsPorts) => {
  const docs = createOpenDocs(ports)
  return {
    routes: [
      ...implement(openDocsContract, { product: async (_, { query }) => docs.product(query.api) }),
      ...implement(appDocContract, { document: (scope, { params }) => docs.app(scope, params.id) }),
    ],
  }
}

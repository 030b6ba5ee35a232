import { appDocContract, openDocsContract } from '@atrium/contract/features/open/open-docs/open-docs.contract.ts'
import { tryCallContract } from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createOpenDocs, type OpenDocsPorts } from './open-docs.service.ts'
import { createTryCall, type TryCallPorts } from './try-call.service.ts'

/** Documents from which programs, and people, learn the APIs. */
export const createOpenDocsFeature = (ports: OpenDocsPorts & TryCallPorts) => {
  const docs = createOpenDocs(ports)
  const tryCall = createTryCall(ports)
  return {
    routes: [
      ...implement(openDocsContract, {
        product: async (_, query) => docs.product(query.api),
      }),
      ...implement(appDocContract, {
        document: docs.app,
      }),
      ...implement(tryCallContract, {
        tryCall,
      }),
    ],
  }
}

import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createTerms, type TermsPorts } from './terms.service.ts'

/** Routes of terms. In: the users' own ways to assign roles and to expire accounts. */
export const createTermsRoutes = (ports: TermsPorts) => {
  const terms = createTerms(ports)
  return implement(termsContract, {
    terms: (scope, { query }) => terms.list(scope, query),
    extendTerms: (scope, { body }) => terms.extend(scope, body),
    releaseTerms: (scope, { body }) => terms.release(scope, body),
  })
}

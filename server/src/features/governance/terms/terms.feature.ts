import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createTermNotices } from './term-notices.ts'
import { createTerms } from './terms.service.ts'

type Ports = Parameters<typeof createTerms>[0] & Parameters<typeof createTermNotices>[0]

/**
 * Terms of role assignments and accounts.
 * @param ports the users' own ways to assign roles and to expire accounts
 */
export const createTermsFeature = (ports: Ports) => {
  const terms = createTerms(ports)
  return {
    routes: implement(termsContract, {
      terms: terms.list,
      extendTerms: terms.extend,
      releaseTerms: terms.release,
    }),
    retention: ['delete from released_terms where expires_at < now()'],
    jobs: [createTermNotices(ports).job],
  }
}

import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { catalogue } from '@atrium/contract/index.ts'
import { createAuthorization } from '../src/features/access/authorization/index.ts'

/** What the product grants, as `features.ts` makes it. */
export const authorization = createAuthorization(catalogue)
export const { assignCompanyAdmin, alignStandardPlan, alignPlatformRoles, rollOutStandardPlan } = authorization
/** What services that read rights are made with. */
export const rightsPorts = { catalogue, switchEndpoint: switchingContract.switch }

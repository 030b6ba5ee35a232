import { menusWords } from './features/access/menus/menus.feature.ts'
import { registryWords } from './features/access/registry/registry.feature.ts'
import { operationLogsWords } from './features/audit/operation-logs/operation-logs.feature.ts'
import { messagesWords } from './features/communication/messages/messages.feature.ts'
import { explainWords } from './features/governance/explain/explain.feature.ts'
import { reviewsWords } from './features/governance/reviews/reviews.feature.ts'
import { rolesWords } from './features/governance/roles/roles.feature.ts'
import { termsWords } from './features/governance/terms/terms.feature.ts'
import { visitsWords } from './features/governance/visits/visits.feature.ts'
import { accountWords } from './features/identity/account/account.feature.ts'
import { onlineSessionsWords } from './features/identity/online-sessions/online-sessions.feature.ts'
import { passwordPoliciesWords } from './features/identity/password-policies/password-policies.feature.ts'
import { passwordRecoveryWords } from './features/identity/password-recovery/password-recovery.feature.ts'
import { portalSignInWords } from './features/identity/portal-sign-in/portal-sign-in.feature.ts'
import { registrationsWords } from './features/identity/registrations/registrations.feature.ts'
import { securityWords } from './features/identity/security/security.feature.ts'
import { sessionWords } from './features/identity/session/session.feature.ts'
import { signInWords } from './features/identity/sign-in/sign-in.feature.ts'
import { membershipsWords } from './features/people/memberships/memberships.feature.ts'
import { organizationsWords } from './features/people/organizations/organizations.feature.ts'
import { postsWords } from './features/people/posts/posts.feature.ts'
import { usersWords } from './features/people/users/users.feature.ts'
import { baseParametersWords } from './features/system/base-parameters/base-parameters.feature.ts'
import { companiesWords, ownTenantWords } from './features/tenancy/companies/companies.feature.ts'
import { plansWords } from './features/tenancy/plans/plans.feature.ts'
import { tenantsWords } from './features/tenancy/tenants/tenants.feature.ts'

/** Display names of modules, by code, and of audit events. Browsers load them without the contracts beside them. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...signInWords,
    ...sessionWords,
    ...passwordRecoveryWords,
    ...registrationsWords,
    ...accountWords,
    ...securityWords,
    ...passwordPoliciesWords,
    ...ownTenantWords,
    ...tenantsWords,
    ...onlineSessionsWords,
    ...messagesWords,
    ...operationLogsWords,
    ...usersWords,
    ...reviewsWords,
    ...membershipsWords,
    ...explainWords,
    ...companiesWords,
    ...plansWords,
    ...visitsWords,
    ...rolesWords,
    ...organizationsWords,
    ...postsWords,
    ...menusWords,
    ...registryWords,
    ...baseParametersWords,
    ...portalSignInWords,
    ...termsWords,
  }),
)

/** Display name of an audit event. Portal events share the names of the console's. */
export const eventName = (event: string): string => words.get(event) ?? '其他操作'

/** Display name of the module an event belongs to. */
export const moduleName = (module: string): string => words.get(module) ?? '其他'

/** Filter options of modules. */
export const moduleOptions = [...words].flatMap(([value, label]) => (value.includes('.') ? [] : [{ value, label }]))

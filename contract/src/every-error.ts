import { menusErrors } from './features/access/menus/menus.errors.ts'
import { registryErrors } from './features/access/registry/registry.errors.ts'
import { operationLogErrors } from './features/audit/operation-logs/operation-logs.errors.ts'
import { listViewsErrors } from './features/communication/list-views/list-views.errors.ts'
import { messagesErrors } from './features/communication/messages/messages.errors.ts'
import { explainErrors } from './features/governance/explain/explain.errors.ts'
import { reviewsErrors } from './features/governance/reviews/reviews.errors.ts'
import { rolesErrors } from './features/governance/roles/roles.errors.ts'
import { termsErrors } from './features/governance/terms/terms.errors.ts'
import { visitsErrors } from './features/governance/visits/visits.errors.ts'
import { accountErrors } from './features/identity/account/account.errors.ts'
import { passwordPoliciesErrors } from './features/identity/password-policies/password-policies.errors.ts'
import { passwordRecoveryErrors } from './features/identity/password-recovery/password-recovery.errors.ts'
import { registrationsErrors } from './features/identity/registrations/registrations.errors.ts'
import { securityErrors } from './features/identity/security/security.errors.ts'
import { signInErrors } from './features/identity/sign-in/sign-in.errors.ts'
import { membershipsErrors } from './features/people/memberships/memberships.errors.ts'
import { organizationsErrors } from './features/people/organizations/organizations.errors.ts'
import { postsErrors } from './features/people/posts/posts.errors.ts'
import { usersErrors } from './features/people/users/users.errors.ts'
import { baseParameterErrors } from './features/system/base-parameters/base-parameters.errors.ts'
import { companiesErrors } from './features/tenancy/companies/companies.errors.ts'
import { plansErrors } from './features/tenancy/plans/plans.errors.ts'
import { type ErrorSpec, kernelErrors } from './kernel/errors.ts'
import { exportErrors } from './kernel/export-limit.ts'
import { restrictionErrors } from './kernel/restrictions.ts'

/** The refusals of every feature, one line each. */
export const errorsByFeature: Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>> = {
  kernel: { ...kernelErrors, ...restrictionErrors, ...exportErrors },
  signIn: signInErrors,
  passwordRecovery: passwordRecoveryErrors,
  registrations: registrationsErrors,
  account: accountErrors,
  listViews: listViewsErrors,
  security: securityErrors,
  passwordPolicies: passwordPoliciesErrors,
  messages: messagesErrors,
  users: usersErrors,
  terms: termsErrors,
  reviews: reviewsErrors,
  memberships: membershipsErrors,
  companies: companiesErrors,
  plans: plansErrors,
  visits: visitsErrors,
  explain: explainErrors,
  roles: rolesErrors,
  organizations: organizationsErrors,
  posts: postsErrors,
  menus: menusErrors,
  registry: registryErrors,
  operationLog: operationLogErrors,
  baseParameter: baseParameterErrors,
}

/** Every refusal there is: what a code in the audit log once said. */
export const everyError: readonly ErrorSpec[] = Object.values(errorsByFeature).flatMap((errors) =>
  Object.values(errors),
)

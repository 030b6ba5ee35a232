import { accountErrors } from './features/account/account.errors.ts'
import { baseParameterErrors } from './features/base-parameters/base-parameters.errors.ts'
import { companiesErrors } from './features/companies/companies.errors.ts'
import { explainErrors } from './features/explain/explain.errors.ts'
import { listViewsErrors } from './features/list-views/list-views.errors.ts'
import { membershipsErrors } from './features/memberships/memberships.errors.ts'
import { menusErrors } from './features/menus/menus.errors.ts'
import { messagesErrors } from './features/messages/messages.errors.ts'
import { operationLogErrors } from './features/operation-logs/operation-logs.errors.ts'
import { organizationsErrors } from './features/organizations/organizations.errors.ts'
import { passwordPoliciesErrors } from './features/password-policies/password-policies.errors.ts'
import { passwordRecoveryErrors } from './features/password-recovery/password-recovery.errors.ts'
import { plansErrors } from './features/plans/plans.errors.ts'
import { registrationsErrors } from './features/registrations/registrations.errors.ts'
import { registryErrors } from './features/registry/registry.errors.ts'
import { reviewsErrors } from './features/reviews/reviews.errors.ts'
import { rolesErrors } from './features/roles/roles.errors.ts'
import { securityErrors } from './features/security/security.errors.ts'
import { signInErrors } from './features/sign-in/sign-in.errors.ts'
import { termsErrors } from './features/terms/terms.errors.ts'
import { usersErrors } from './features/users/users.errors.ts'
import { visitsErrors } from './features/visits/visits.errors.ts'
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
  menus: menusErrors,
  registry: registryErrors,
  operationLog: operationLogErrors,
  baseParameter: baseParameterErrors,
}

/** Every refusal there is: what a code in the audit log once said. */
export const everyError: readonly ErrorSpec[] = Object.values(errorsByFeature).flatMap((errors) =>
  Object.values(errors),
)

import { accountContract } from './features/account/account.contract.ts'
import { baseParametersContract } from './features/base-parameters/base-parameters.contract.ts'
import { companiesContract } from './features/companies/companies.contract.ts'
import { ownTenantContract } from './features/companies/own-tenant.contract.ts'
import { tenantPoliciesContract } from './features/companies/tenant-policies.contract.ts'
import { accessRequestsContract } from './features/explain/access-requests.contract.ts'
import { explainContract } from './features/explain/explain.contract.ts'
import { listSettingsContract } from './features/list-views/list-settings.contract.ts'
import { listViewsContract } from './features/list-views/list-views.contract.ts'
import { membershipsContract } from './features/memberships/memberships.contract.ts'
import { menusContract } from './features/menus/menus.contract.ts'
import { messagesContract, messageTemplatesContract } from './features/messages/messages.contract.ts'
import { onlineSessionsContract } from './features/online-sessions/online-sessions.contract.ts'
import { breadcrumbsContract } from './features/operation-logs/breadcrumbs.contract.ts'
import { failedCallsContract } from './features/operation-logs/failed-calls.contract.ts'
import { incidentsContract } from './features/operation-logs/incidents.contract.ts'
import { operationLogsContract } from './features/operation-logs/operation-logs.contract.ts'
import { pageFailuresContract } from './features/operation-logs/page-failures.contract.ts'
import { organizationsContract, postsContract } from './features/organizations/organizations.contract.ts'
import { passwordPoliciesContract } from './features/password-policies/password-policies.contract.ts'
import { passwordRecoveryContract } from './features/password-recovery/password-recovery.contract.ts'
import { plansContract } from './features/plans/plans.contract.ts'
import { portalSignInContract } from './features/portal-sign-in/portal-sign-in.contract.ts'
import { invitationsContract, registrationsContract } from './features/registrations/registrations.contract.ts'
import { apisContract, elementsContract, modulesContract } from './features/registry/registry.contract.ts'
import { ownReviewsContract } from './features/reviews/own-reviews.contract.ts'
import { reviewsContract } from './features/reviews/reviews.contract.ts'
import { rolesContract } from './features/roles/roles.contract.ts'
import { securityContract } from './features/security/security.contract.ts'
import { sessionContract } from './features/session/session.contract.ts'
import { signInContract } from './features/sign-in/sign-in.contract.ts'
import { signInLogsContract } from './features/sign-in-logs/sign-in-logs.contract.ts'
import { systemSettingsContract } from './features/system-settings/system-settings.contract.ts'
import { termsContract } from './features/terms/terms.contract.ts'
import { usersContract } from './features/users/users.contract.ts'
import { switchingContract, visitsContract } from './features/visits/visits.contract.ts'
import type { Endpoint, PermissionOf } from './kernel/endpoint.ts'

/** All contracts by feature: every endpoint of the product. */
export const contracts = {
  systemSettings: systemSettingsContract,
  signIn: signInContract,
  passwordRecovery: passwordRecoveryContract,
  registrations: registrationsContract,
  invitations: invitationsContract,
  session: sessionContract,
  account: accountContract,
  listSettings: listSettingsContract,
  listViews: listViewsContract,
  security: securityContract,
  portalSignIn: portalSignInContract,
  passwordPolicies: passwordPoliciesContract,
  modules: modulesContract,
  elements: elementsContract,
  apis: apisContract,
  onlineSessions: onlineSessionsContract,
  signInLogs: signInLogsContract,
  operationLogs: operationLogsContract,
  incidents: incidentsContract,
  failedCalls: failedCallsContract,
  pageFailures: pageFailuresContract,
  trails: breadcrumbsContract,
  messages: messagesContract,
  messageTemplates: messageTemplatesContract,
  users: usersContract,
  terms: termsContract,
  reviews: reviewsContract,
  ownReviews: ownReviewsContract,
  memberships: membershipsContract,
  companies: companiesContract,
  ownTenant: ownTenantContract,
  tenantPolicies: tenantPoliciesContract,
  switching: switchingContract,
  visits: visitsContract,
  plans: plansContract,
  explain: explainContract,
  accessRequests: accessRequestsContract,
  roles: rolesContract,
  organizations: organizationsContract,
  posts: postsContract,
  menus: menusContract,
  baseParameters: baseParametersContract,
} as const

/** All endpoints as one list. */
export const endpoints: readonly Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract))

/** Every permission that can be granted, for example `'sysBases:edit'`. */
export type Permission = {
  [K in keyof typeof contracts]: PermissionOf<(typeof contracts)[K]>
}[keyof typeof contracts]

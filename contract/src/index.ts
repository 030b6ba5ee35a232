import { menusContract } from './features/access/menus/menus.contract.ts'
import { apisContract, elementsContract, modulesContract } from './features/access/registry/registry.contract.ts'
import { breadcrumbsContract } from './features/audit/operation-logs/breadcrumbs.contract.ts'
import { failedCallsContract } from './features/audit/operation-logs/failed-calls.contract.ts'
import { incidentsContract } from './features/audit/operation-logs/incidents.contract.ts'
import { operationLogsContract } from './features/audit/operation-logs/operation-logs.contract.ts'
import { pageFailuresContract } from './features/audit/operation-logs/page-failures.contract.ts'
import { signInLogsContract } from './features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { listSettingsContract } from './features/communication/list-views/list-settings.contract.ts'
import { listViewsContract } from './features/communication/list-views/list-views.contract.ts'
import { messagesContract, messageTemplatesContract } from './features/communication/messages/messages.contract.ts'
import { accessRequestsContract } from './features/governance/explain/access-requests.contract.ts'
import { explainContract } from './features/governance/explain/explain.contract.ts'
import { ownReviewsContract } from './features/governance/reviews/own-reviews.contract.ts'
import { reviewsContract } from './features/governance/reviews/reviews.contract.ts'
import { rolesContract } from './features/governance/roles/roles.contract.ts'
import { termsContract } from './features/governance/terms/terms.contract.ts'
import { switchingContract, visitsContract } from './features/governance/visits/visits.contract.ts'
import { accountContract } from './features/identity/account/account.contract.ts'
import { onlineSessionsContract } from './features/identity/online-sessions/online-sessions.contract.ts'
import { passwordPoliciesContract } from './features/identity/password-policies/password-policies.contract.ts'
import { passwordRecoveryContract } from './features/identity/password-recovery/password-recovery.contract.ts'
import { portalSignInContract } from './features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { invitationsContract, registrationsContract } from './features/identity/registrations/registrations.contract.ts'
import { securityContract } from './features/identity/security/security.contract.ts'
import { sessionContract } from './features/identity/session/session.contract.ts'
import { signInContract } from './features/identity/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from './features/identity/system-settings/system-settings.contract.ts'
import { membershipsContract } from './features/people/memberships/memberships.contract.ts'
import { organizationsContract } from './features/people/organizations/organizations.contract.ts'
import { postsContract } from './features/people/posts/posts.contract.ts'
import { usersContract } from './features/people/users/users.contract.ts'
import { baseParametersContract } from './features/system/base-parameters/base-parameters.contract.ts'
import { companiesContract } from './features/tenancy/companies/companies.contract.ts'
import { ownTenantContract } from './features/tenancy/companies/own-tenant.contract.ts'
import { plansContract } from './features/tenancy/plans/plans.contract.ts'
import { tenantPoliciesContract } from './features/tenancy/tenants/tenant-policies.contract.ts'
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

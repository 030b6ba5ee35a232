// Written by `npm run docs` from features/<area>/<feature>/<feature>.feature.ts.

import { baseParametersFeature, baseParametersWords } from './features/system/base-parameters/base-parameters.feature.ts'
import { menusFeature, menusWords } from './features/access/menus/menus.feature.ts'
import { registryFeature, registryWords } from './features/access/registry/registry.feature.ts'
import { archiveFeature, archiveWords } from './features/tenancy/archive/archive.feature.ts'
import { brandingFeature, brandingWords } from './features/tenancy/branding/branding.feature.ts'
import { companiesFeature, companiesWords } from './features/tenancy/companies/companies.feature.ts'
import { plansFeature, plansWords } from './features/tenancy/plans/plans.feature.ts'
import { tenantsFeature, tenantsWords } from './features/tenancy/tenants/tenants.feature.ts'
import { membershipsFeature, membershipsWords } from './features/people/memberships/memberships.feature.ts'
import { organizationsFeature, organizationsWords } from './features/people/organizations/organizations.feature.ts'
import { postsFeature, postsWords } from './features/people/posts/posts.feature.ts'
import { usersFeature, usersWords } from './features/people/users/users.feature.ts'
import { listViewsFeature } from './features/communication/list-views/list-views.feature.ts'
import { messagesFeature, messagesWords } from './features/communication/messages/messages.feature.ts'
import { accountFeature, accountWords } from './features/identity/account/account.feature.ts'
import { onlineSessionsFeature, onlineSessionsWords } from './features/identity/online-sessions/online-sessions.feature.ts'
import { passwordPoliciesFeature, passwordPoliciesWords } from './features/identity/password-policies/password-policies.feature.ts'
import { passwordRecoveryFeature, passwordRecoveryWords } from './features/identity/password-recovery/password-recovery.feature.ts'
import { portalSignInFeature, portalSignInWords } from './features/identity/portal-sign-in/portal-sign-in.feature.ts'
import { registrationsFeature, registrationsWords } from './features/identity/registrations/registrations.feature.ts'
import { securityFeature, securityWords } from './features/identity/security/security.feature.ts'
import { sessionFeature, sessionWords } from './features/identity/session/session.feature.ts'
import { signInFeature, signInWords } from './features/identity/sign-in/sign-in.feature.ts'
import { systemSettingsFeature } from './features/identity/system-settings/system-settings.feature.ts'
import { explainFeature, explainWords } from './features/governance/explain/explain.feature.ts'
import { reviewsFeature, reviewsWords } from './features/governance/reviews/reviews.feature.ts'
import { rolesFeature, rolesWords } from './features/governance/roles/roles.feature.ts'
import { termsFeature, termsWords } from './features/governance/terms/terms.feature.ts'
import { visitsFeature, visitsWords } from './features/governance/visits/visits.feature.ts'
import { operationLogsFeature, operationLogsWords } from './features/audit/operation-logs/operation-logs.feature.ts'
import { signInLogsFeature } from './features/audit/sign-in-logs/sign-in-logs.feature.ts'

export const features = [
  baseParametersFeature,
  menusFeature,
  registryFeature,
  archiveFeature,
  brandingFeature,
  companiesFeature,
  plansFeature,
  tenantsFeature,
  membershipsFeature,
  organizationsFeature,
  postsFeature,
  usersFeature,
  listViewsFeature,
  messagesFeature,
  accountFeature,
  onlineSessionsFeature,
  passwordPoliciesFeature,
  passwordRecoveryFeature,
  portalSignInFeature,
  registrationsFeature,
  securityFeature,
  sessionFeature,
  signInFeature,
  systemSettingsFeature,
  explainFeature,
  reviewsFeature,
  rolesFeature,
  termsFeature,
  visitsFeature,
  operationLogsFeature,
  signInLogsFeature,
] as const

export const words = {
  ...baseParametersWords,
  ...menusWords,
  ...registryWords,
  ...archiveWords,
  ...brandingWords,
  ...companiesWords,
  ...plansWords,
  ...tenantsWords,
  ...membershipsWords,
  ...organizationsWords,
  ...postsWords,
  ...usersWords,
  ...messagesWords,
  ...accountWords,
  ...onlineSessionsWords,
  ...passwordPoliciesWords,
  ...passwordRecoveryWords,
  ...portalSignInWords,
  ...registrationsWords,
  ...securityWords,
  ...sessionWords,
  ...signInWords,
  ...explainWords,
  ...reviewsWords,
  ...rolesWords,
  ...termsWords,
  ...visitsWords,
  ...operationLogsWords,
} as const

// Written by `npm run docs` from features/<area>/<feature>/<feature>.feature.ts.

import { systemSettingsFeature } from './features/identity/system-settings/system-settings.feature.ts'
import { signInFeature, signInWords } from './features/identity/sign-in/sign-in.feature.ts'
import { passwordRecoveryFeature, passwordRecoveryWords } from './features/identity/password-recovery/password-recovery.feature.ts'
import { identityProvidersFeature, identityProvidersWords } from './features/identity/identity-providers/identity-providers.feature.ts'
import { registrationsFeature, registrationsWords } from './features/identity/registrations/registrations.feature.ts'
import { sessionFeature, sessionWords } from './features/identity/session/session.feature.ts'
import { accountFeature, accountWords } from './features/identity/account/account.feature.ts'
import { listViewsFeature } from './features/communication/list-views/list-views.feature.ts'
import { preferencesFeature } from './features/communication/preferences/preferences.feature.ts'
import { securityFeature, securityWords } from './features/identity/security/security.feature.ts'
import { portalSignInFeature, portalSignInWords } from './features/identity/portal-sign-in/portal-sign-in.feature.ts'
import { portalUsersFeature, portalUsersWords } from './features/identity/portal-users/portal-users.feature.ts'
import { enterprisesFeature, enterprisesWords } from './features/identity/enterprises/enterprises.feature.ts'
import { passwordPoliciesFeature, passwordPoliciesWords } from './features/identity/password-policies/password-policies.feature.ts'
import { registryFeature, registryWords } from './features/access/registry/registry.feature.ts'
import { onlineSessionsFeature, onlineSessionsWords } from './features/identity/online-sessions/online-sessions.feature.ts'
import { signInLogsFeature, signInLogsWords } from './features/audit/sign-in-logs/sign-in-logs.feature.ts'
import { operationLogsFeature, operationLogsWords } from './features/audit/operation-logs/operation-logs.feature.ts'
import { failuresFeature, failuresWords } from './features/audit/failures/failures.feature.ts'
import { messagesFeature, messagesWords } from './features/communication/messages/messages.feature.ts'
import { usersFeature, usersWords } from './features/people/users/users.feature.ts'
import { findPersonFeature, findPersonWords } from './features/people/find-person/find-person.feature.ts'
import { termsFeature, termsWords } from './features/governance/terms/terms.feature.ts'
import { approvalsFeature, approvalsWords } from './features/communication/approvals/approvals.feature.ts'
import { reviewsFeature, reviewsWords } from './features/governance/reviews/reviews.feature.ts'
import { membershipsFeature, membershipsWords } from './features/people/memberships/memberships.feature.ts'
import { companiesFeature, companiesWords } from './features/tenancy/companies/companies.feature.ts'
import { archiveFeature, archiveWords } from './features/tenancy/archive/archive.feature.ts'
import { recoveryFeature, recoveryWords } from './features/tenancy/recovery/recovery.feature.ts'
import { brandingFeature, brandingWords } from './features/tenancy/branding/branding.feature.ts'
import { tenantsFeature, tenantsWords } from './features/tenancy/tenants/tenants.feature.ts'
import { visitsFeature, visitsWords } from './features/governance/visits/visits.feature.ts'
import { plansFeature, plansWords } from './features/tenancy/plans/plans.feature.ts'
import { explainFeature, explainWords } from './features/governance/explain/explain.feature.ts'
import { paletteFeature } from './features/governance/palette/palette.feature.ts'
import { rolesFeature, rolesWords } from './features/governance/roles/roles.feature.ts'
import { organizationsFeature, organizationsWords } from './features/people/organizations/organizations.feature.ts'
import { postsFeature, postsWords } from './features/people/posts/posts.feature.ts'
import { menusFeature, menusWords } from './features/access/menus/menus.feature.ts'
import { baseParametersFeature, baseParametersWords } from './features/system/base-parameters/base-parameters.feature.ts'
import { dictionariesFeature, dictionariesWords } from './features/system/dictionaries/dictionaries.feature.ts'
import { areasFeature, areasWords } from './features/system/areas/areas.feature.ts'
import { translationsFeature, translationsWords } from './features/system/translations/translations.feature.ts'
import { customFieldsFeature, customFieldsWords } from './features/system/custom-fields/custom-fields.feature.ts'
import { workbenchFeature } from './features/overview/workbench/workbench.feature.ts'
import { uploadsFeature, uploadsWords } from './features/content/uploads/uploads.feature.ts'
import { documentsFeature, documentsWords } from './features/content/documents/documents.feature.ts'
import { noticesFeature, noticesWords } from './features/content/notices/notices.feature.ts'
import { commentsFeature, commentsWords } from './features/content/comments/comments.feature.ts'
import { tagsFeature, tagsWords } from './features/content/tags/tags.feature.ts'
import { excelsFeature, excelsWords } from './features/operations/excels/excels.feature.ts'
import { importsFeature, importsWords } from './features/operations/imports/imports.feature.ts'
import { jobsFeature, jobsWords } from './features/operations/jobs/jobs.feature.ts'
import { openApisFeature, openApisWords } from './features/open/open-apis/open-apis.feature.ts'
import { openAppsFeature, openAppsWords } from './features/open/open-apps/open-apps.feature.ts'
import { bulkFeature, bulkWords } from './features/operations/bulk/bulk.feature.ts'
import { installationFeature, installationWords } from './features/operations/installation/installation.feature.ts'
import { oidcFeature, oidcWords } from './features/open/oidc/oidc.feature.ts'
import { openDocsFeature } from './features/open/open-docs/open-docs.feature.ts'
import { portalAppsFeature, portalAppsWords } from './features/open/portal-apps/portal-apps.feature.ts'
import { webhooksFeature, webhooksWords } from './features/open/webhooks/webhooks.feature.ts'

/** By name: written out as a declaration, which the kit has, the type would be too long for the compiler. */
type Features = readonly [
  typeof systemSettingsFeature,
  typeof signInFeature,
  typeof passwordRecoveryFeature,
  typeof identityProvidersFeature,
  typeof registrationsFeature,
  typeof sessionFeature,
  typeof accountFeature,
  typeof listViewsFeature,
  typeof preferencesFeature,
  typeof securityFeature,
  typeof portalSignInFeature,
  typeof portalUsersFeature,
  typeof enterprisesFeature,
  typeof passwordPoliciesFeature,
  typeof registryFeature,
  typeof onlineSessionsFeature,
  typeof signInLogsFeature,
  typeof operationLogsFeature,
  typeof failuresFeature,
  typeof messagesFeature,
  typeof usersFeature,
  typeof findPersonFeature,
  typeof termsFeature,
  typeof approvalsFeature,
  typeof reviewsFeature,
  typeof membershipsFeature,
  typeof companiesFeature,
  typeof archiveFeature,
  typeof recoveryFeature,
  typeof brandingFeature,
  typeof tenantsFeature,
  typeof visitsFeature,
  typeof plansFeature,
  typeof explainFeature,
  typeof paletteFeature,
  typeof rolesFeature,
  typeof organizationsFeature,
  typeof postsFeature,
  typeof menusFeature,
  typeof baseParametersFeature,
  typeof dictionariesFeature,
  typeof areasFeature,
  typeof translationsFeature,
  typeof customFieldsFeature,
  typeof workbenchFeature,
  typeof uploadsFeature,
  typeof documentsFeature,
  typeof noticesFeature,
  typeof commentsFeature,
  typeof tagsFeature,
  typeof excelsFeature,
  typeof importsFeature,
  typeof jobsFeature,
  typeof openApisFeature,
  typeof openAppsFeature,
  typeof bulkFeature,
  typeof installationFeature,
  typeof oidcFeature,
  typeof openDocsFeature,
  typeof portalAppsFeature,
  typeof webhooksFeature,
]
export const features: Features = [
  systemSettingsFeature,
  signInFeature,
  passwordRecoveryFeature,
  identityProvidersFeature,
  registrationsFeature,
  sessionFeature,
  accountFeature,
  listViewsFeature,
  preferencesFeature,
  securityFeature,
  portalSignInFeature,
  portalUsersFeature,
  enterprisesFeature,
  passwordPoliciesFeature,
  registryFeature,
  onlineSessionsFeature,
  signInLogsFeature,
  operationLogsFeature,
  failuresFeature,
  messagesFeature,
  usersFeature,
  findPersonFeature,
  termsFeature,
  approvalsFeature,
  reviewsFeature,
  membershipsFeature,
  companiesFeature,
  archiveFeature,
  recoveryFeature,
  brandingFeature,
  tenantsFeature,
  visitsFeature,
  plansFeature,
  explainFeature,
  paletteFeature,
  rolesFeature,
  organizationsFeature,
  postsFeature,
  menusFeature,
  baseParametersFeature,
  dictionariesFeature,
  areasFeature,
  translationsFeature,
  customFieldsFeature,
  workbenchFeature,
  uploadsFeature,
  documentsFeature,
  noticesFeature,
  commentsFeature,
  tagsFeature,
  excelsFeature,
  importsFeature,
  jobsFeature,
  openApisFeature,
  openAppsFeature,
  bulkFeature,
  installationFeature,
  oidcFeature,
  openDocsFeature,
  portalAppsFeature,
  webhooksFeature,
]

export const words = {
  ...signInWords,
  ...passwordRecoveryWords,
  ...identityProvidersWords,
  ...registrationsWords,
  ...sessionWords,
  ...accountWords,
  ...securityWords,
  ...portalSignInWords,
  ...portalUsersWords,
  ...enterprisesWords,
  ...passwordPoliciesWords,
  ...registryWords,
  ...onlineSessionsWords,
  ...signInLogsWords,
  ...operationLogsWords,
  ...failuresWords,
  ...messagesWords,
  ...usersWords,
  ...findPersonWords,
  ...termsWords,
  ...approvalsWords,
  ...reviewsWords,
  ...membershipsWords,
  ...companiesWords,
  ...archiveWords,
  ...recoveryWords,
  ...brandingWords,
  ...tenantsWords,
  ...visitsWords,
  ...plansWords,
  ...explainWords,
  ...rolesWords,
  ...organizationsWords,
  ...postsWords,
  ...menusWords,
  ...baseParametersWords,
  ...dictionariesWords,
  ...areasWords,
  ...translationsWords,
  ...customFieldsWords,
  ...uploadsWords,
  ...documentsWords,
  ...noticesWords,
  ...commentsWords,
  ...tagsWords,
  ...excelsWords,
  ...importsWords,
  ...jobsWords,
  ...openApisWords,
  ...openAppsWords,
  ...bulkWords,
  ...installationWords,
  ...oidcWords,
  ...portalAppsWords,
  ...webhooksWords,
} as const

import { fieldValue } from '@atrium/contract/code-words.ts'
import { changesBetween } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { fieldLabel } from '@atrium/contract/field-words.ts'
import { catalogue } from '@atrium/contract/index.ts'
import { createAuthorization, findOutOfScope, readOrganizationPaths } from './features/access/authorization/index.ts'
import { createMenusFeature } from './features/access/menus/menus.feature.ts'
import { createRegistryFeature } from './features/access/registry/registry.feature.ts'
import { createFailuresFeature } from './features/audit/failures/failures.feature.ts'
import { createOperationLogsFeature } from './features/audit/operation-logs/operation-logs.feature.ts'
import { createSignInLogsFeature } from './features/audit/sign-in-logs/sign-in-logs.feature.ts'
import { createApprovalsFeature } from './features/communication/approvals/approvals.feature.ts'
import { createHeldCalls, type DescribeChanges } from './features/communication/approvals/index.ts'
import { createListViewsFeature } from './features/communication/list-views/list-views.feature.ts'
import { createMessagesFeature } from './features/communication/messages/messages.feature.ts'
import { preferencesFeature } from './features/communication/preferences/preferences.feature.ts'
import { createCommentsFeature } from './features/content/comments/comments.feature.ts'
import { createDocumentsFeature } from './features/content/documents/documents.feature.ts'
import { mayStillRead } from './features/content/documents/index.ts'
import { noticeApproval } from './features/content/notices/index.ts'
import { createNoticesFeature } from './features/content/notices/notices.feature.ts'
import { createPresence, createTagColumn, createTaggedLists } from './features/content/tags/index.ts'
import { createTagsFeature } from './features/content/tags/tags.feature.ts'
import { createUploadsFeature } from './features/content/uploads/uploads.feature.ts'
import { createExplainFeature } from './features/governance/explain/explain.feature.ts'
import { accessApproval } from './features/governance/explain/index.ts'
import { createPaletteFeature } from './features/governance/palette/palette.feature.ts'
import { createReviewsFeature } from './features/governance/reviews/reviews.feature.ts'
import { createRolesFeature } from './features/governance/roles/roles.feature.ts'
import { createTermsFeature } from './features/governance/terms/terms.feature.ts'
import { visitApproval } from './features/governance/visits/index.ts'
import { createVisitsFeature } from './features/governance/visits/visits.feature.ts'
import { createAccountFeature } from './features/identity/account/account.feature.ts'
import { createEnterprisesFeature } from './features/identity/enterprises/enterprises.feature.ts'
import { recognitionApproval } from './features/identity/enterprises/index.ts'
import { createIdentityProvidersFeature } from './features/identity/identity-providers/identity-providers.feature.ts'
import { keepLink } from './features/identity/identity-providers/index.ts'
import { createOnlineSessionsFeature } from './features/identity/online-sessions/online-sessions.feature.ts'
import { createPasswordPoliciesFeature } from './features/identity/password-policies/password-policies.feature.ts'
import { createPasswordRecoveryFeature } from './features/identity/password-recovery/password-recovery.feature.ts'
import { createPortalSignInFeature } from './features/identity/portal-sign-in/portal-sign-in.feature.ts'
import { createPortalUsersFeature } from './features/identity/portal-users/portal-users.feature.ts'
import { registrationApproval } from './features/identity/registrations/index.ts'
import { createRegistrationsFeature } from './features/identity/registrations/registrations.feature.ts'
import { createSecurityFeature } from './features/identity/security/security.feature.ts'
import { createSessionFeature } from './features/identity/session/session.feature.ts'
import { createSignInFeature } from './features/identity/sign-in/sign-in.feature.ts'
import { createSystemSettingsFeature } from './features/identity/system-settings/system-settings.feature.ts'
import { createGateFeature } from './features/open/gate/gate.feature.ts'
import { createOidcFeature } from './features/open/oidc/oidc.feature.ts'
import { createOpenApisFeature } from './features/open/open-apis/open-apis.feature.ts'
import { createOpenAppsFeature } from './features/open/open-apps/open-apps.feature.ts'
import { createOpenDocsFeature } from './features/open/open-docs/open-docs.feature.ts'
import { createPortalAppsFeature } from './features/open/portal-apps/portal-apps.feature.ts'
import { createScimFeature } from './features/open/scim/scim.feature.ts'
import { createWebhooksFeature } from './features/open/webhooks/webhooks.feature.ts'
import { createBulkFeature } from './features/operations/bulk/bulk.feature.ts'
import { createExcelsFeature } from './features/operations/excels/excels.feature.ts'
import { createImportsFeature } from './features/operations/imports/imports.feature.ts'
import { createInstallationFeature } from './features/operations/installation/installation.feature.ts'
import { createJobsFeature } from './features/operations/jobs/jobs.feature.ts'
import { createWorkbenchFeature } from './features/overview/workbench/workbench.feature.ts'
import { findPersonFeature } from './features/people/find-person/find-person.feature.ts'
import { createMembershipsFeature } from './features/people/memberships/memberships.feature.ts'
import { createOrganizationsFeature } from './features/people/organizations/organizations.feature.ts'
import { createPostsFeature } from './features/people/posts/posts.feature.ts'
import { createUsersFeature } from './features/people/users/users.feature.ts'
import { createAreasFeature } from './features/system/areas/areas.feature.ts'
import { createBaseParametersFeature } from './features/system/base-parameters/base-parameters.feature.ts'
import { createCustomFieldsFeature } from './features/system/custom-fields/custom-fields.feature.ts'
import {
  type CustomPorts,
  createCustomColumns,
  createCustomFieldRoutes,
  createCustomValues,
  createDefinitions,
  createRenewValues,
} from './features/system/custom-fields/index.ts'
import { createDictionariesFeature } from './features/system/dictionaries/dictionaries.feature.ts'
import { createTranslationsFeature } from './features/system/translations/translations.feature.ts'
import { createArchiveFeature } from './features/tenancy/archive/archive.feature.ts'
import { createBrandingFeature } from './features/tenancy/branding/branding.feature.ts'
import { createCompaniesFeature } from './features/tenancy/companies/companies.feature.ts'
import { createFilesFeature } from './features/tenancy/files/files.feature.ts'
import { createPlansFeature } from './features/tenancy/plans/plans.feature.ts'
import { createRecoveryFeature } from './features/tenancy/recovery/recovery.feature.ts'
import { createTenantsFeature } from './features/tenancy/tenants/tenants.feature.ts'
import { installedModules } from './installed-modules.ts'
import { createNumbering } from './kernel/db/numbering.ts'
import { type BasePorts, createFeatureList } from './kernel/feature.ts'
import type { CipherMode } from './kernel/http/body-cipher.ts'
import { bindIds } from './kernel/http/bound-ids.ts'
import { createReadAs } from './kernel/http/read-as.ts'
import { createModuleHooks } from './kernel/module-hooks.ts'
import type { Origin } from './kernel/scope.ts'
import { createSheetExporter } from './kernel/sheets/export-sheet.ts'
import { createSubjects } from './kernel/subjects.ts'
import { createModule } from './module.ts'

const describeChanges: DescribeChanges = (event, { before, after }) =>
  changesBetween(before, after, false, (field) => catalogue.fieldWords(catalogue.entityOf(event), field))
const approvalKinds = [noticeApproval, accessApproval, registrationApproval, recognitionApproval, visitApproval]
const cipherModes: Readonly<Record<string, CipherMode>> = { '0': 0, '1': 1, '2': 2 }

/**
 * Composition root: creates all features in order, each with the ports that earlier ones offer.
 * @returns their collected parts and what the kernel asks of single features
 */
export const createFeatures = (given: Omit<BasePorts, 'exportSheet' | 'catalogue' | 'askModules'>) => {
  const { database } = given
  const definitions = createDefinitions(given.announcements)
  const custom: CustomPorts = {
    database,
    definitions,
    findOutOfScope,
    readPaths: readOrganizationPaths,
    tables: () => collect().customTables,
    dictionaries: (companyId, groups) => dictionaries.read(companyId, groups, false),
  }
  const withCustomFields = createCustomFieldRoutes(custom)
  const added = createCustomColumns(custom)
  const customValues = createCustomValues(custom, 'user')
  const presence = createPresence(given.announcements)
  const withTags = createTaggedLists({ database, presence })
  const tagColumn = createTagColumn(presence, (entity) => catalogue.subjectOf(entity) !== undefined)
  // What they need is created after the first routes are wrapped.
  const held = createHeldCalls(() => ({
    ask: ({ db }, asked) => approvals.askCall(db, asked),
    findCaller,
    constraints: () => collect().constraints,
  }))
  const { add, collect } = createFeatureList((route) =>
    held.wrap(bindIds(withTags(withCustomFields(route)), { database, findOutOfScope })),
  )
  const exportSheet = createSheetExporter({
    database,
    words: { label: fieldLabel, text: fieldValue },
    dictionaries: custom.dictionaries,
    added: [added, tagColumn],
  })
  const askModules = createModuleHooks({ hooks: () => collect().hooks, onError: given.onError }).ask
  const base: BasePorts = { ...given, catalogue, exportSheet, askModules }
  const readAs = createReadAs({ database: given.database, collect })
  const subjects = createSubjects(catalogue, readAs)
  const authorization = createAuthorization(catalogue)
  const { settings } = add(createBaseParametersFeature(base))
  const { dictionaries } = add(createDictionariesFeature({ ...base, uses: () => collect().dictionaryUses }))
  add(createCustomFieldsFeature({ ...base, definitions, tables: () => collect().customTables }))
  const { files } = add(createFilesFeature({ ...base, settings }))
  const switchEndpoint = switchingContract.switch
  const { sessions, findCaller, ownGrants } = add(
    createSessionFeature({ ...base, settings, files, authorization, switchEndpoint }),
  )
  const { online } = add(createOnlineSessionsFeature({ sessions }))
  const { passwords } = add(createPasswordPoliciesFeature(base))
  const { messages, codes, notifyFormerContacts } = add(createMessagesFeature({ ...base, settings }))

  const { approvals, waitingCalls } = add(
    createApprovalsFeature({ ...base, messages, held, describeChanges, kinds: approvalKinds }),
  )
  const { confirmAssignments, roleMembers } = add(createRolesFeature({ ...base, sessions, authorization }))
  const { visitedOrgs } = add(createVisitsFeature({ ...base, sessions, messages, approvals }))
  const assigning = { ...base, sessions, confirmAssignments }
  const { planMemberships } = add(createOrganizationsFeature({ ...assigning, visitedOrgs }))
  const { productMenus } = authorization
  const users = add(
    createUsersFeature({ ...assigning, productMenus, passwords, online, planMemberships, notifyFormerContacts }),
  )
  const { managedUsers, userRoles, userStatus, unknownAccount } = users
  add(createPostsFeature(base))
  const joining = add(createMembershipsFeature({ sessions, messages }))

  const { security } = add(
    createSecurityFeature({ ...base, settings, codes, messages, notifyFormerContacts, passwords, sessions }),
  )
  const identity = { ...base, settings, codes, messages, passwords, sessions, security, unknownAccount, keepLink }
  const { signIn, captchas, sendCode, requireCaptcha } = add(createSignInFeature(identity))
  add(createIdentityProvidersFeature({ ...identity, signIn, findCaller, planMemberships }))
  const { recovery } = add(createPasswordRecoveryFeature({ ...identity, requireCaptcha }))
  const { systemSettings, bootstrap } = add(createSystemSettingsFeature({ ...base, settings, passwords, files }))
  add(
    createPortalSignInFeature({ ...identity, files, signIn, captchas, sendCode, ownGrants, recovery, systemSettings }),
  )
  const { invitationCodes } = add(
    createRegistrationsFeature({ ...base, settings, codes, messages, passwords, approvals, authorization }),
  )
  add(createPortalUsersFeature({ ...base, sessions }))
  add(
    createEnterprisesFeature({ ...base, ...joining, approvals, files, messages, sessions, userRoles, invitationCodes }),
  )
  add(createAccountFeature({ ...base, online, files }))
  add(createListViewsFeature({ ...base, readAs, findCaller, messages }))
  for (const feature of [findPersonFeature, preferencesFeature, createSignInLogsFeature(base)]) add(feature)

  add(createBrandingFeature({ ...base, files }))
  add(createArchiveFeature({ ...base, files }))
  const renewValues = createRenewValues(custom.tables)
  const recovered = { users: users.restoredUsers, constraints: () => collect().constraints, renewValues }
  add(createRecoveryFeature({ ...base, ...recovered, files, sessions, authorization }))
  add(createAreasFeature(base))
  add(createTranslationsFeature(base))
  add(createCompaniesFeature({ ...base, sessions, passwords, users: users.adminAccounts, authorization }))
  add(createTenantsFeature({ ...base, sessions, settings }))
  add(createPlansFeature({ sessions, authorization }))

  const { apiCalls } = add(createRegistryFeature({ ...base, productMenus }))
  const { frameOrigins } = add(createMenusFeature({ ...base, ...productMenus }))
  add(createTermsFeature({ ...base, messages, userRoles, userStatus }))
  add(createReviewsFeature({ ...base, messages, revokeRole: userRoles.withdraw }))
  const { recordDenial } = add(createExplainFeature({ ...base, userRoles, approvals, authorization }))
  add(createPaletteFeature({ ...base, customValues }))
  const { log } = add(createOperationLogsFeature({ ...base, settings }))
  const { recordFailure } = add(createFailuresFeature({ ...base, log }))
  const { addresses, partsRoutes, sendFile, uploads, richTexts } = add(
    createUploadsFeature({ ...base, files, mayStillRead }),
  )
  add(createDocumentsFeature({ ...base, addresses, partsRoutes, sendFile }))
  add(createNoticesFeature({ ...base, messages, approvals, uploads, richTexts }))
  add(createCommentsFeature({ ...base, subjects, findCaller, messages, uploads }))
  add(createTagsFeature({ ...base, subjects, presence, security }))
  add(createInstallationFeature(base))
  add(createJobsFeature({ addresses, jobs: () => collect().jobs }))
  const declared = { ...base, dictionaries, files, added, sheets: () => collect().sheets.map(added.imported) }
  const { findTemplate } = add(createExcelsFeature({ ...declared, sheetOptions: () => collect().sheetOptions }))
  add(createImportsFeature({ ...declared, security, findTemplate, collect }))
  add(createBulkFeature({ ...base, files, security, bulks: () => collect().bulks }))
  add(createOpenApisFeature({ catalogue, allowedNetworks: base.openTargetNetworks }))
  const { listGrants } = add(createOpenAppsFeature({ ...base, addresses, files, findCaller, messages }))
  const { redeemTicket } = add(createPortalAppsFeature({ ...base, addresses, messages }))
  const { findToken } = add(createOidcFeature({ ...base, addresses, messages, sessions }))
  const { makeTrial, appCalls } = add(createGateFeature({ ...base, findCaller, redeemTicket, findToken }))
  add(createOpenDocsFeature({ ...base, listGrants, makeTrial }))
  add(createScimFeature({ ...base, appCalls, managedUsers, userStatus, roleMembers, customValues }))
  add(createWebhooksFeature({ ...base, findCaller, messages, log }))
  add(createWorkbenchFeature({ ...base, log, waitingCalls }))
  const numbering = createNumbering(base.database)
  for (const module of installedModules)
    add(createModule(module, { ...base, dictionaries, files, messages, numbering, settings, uploads, richTexts }))

  return {
    ...collect(),
    authenticate: async (origin: Origin) => signIn.authenticate(origin.token) ?? sessions.authenticate(origin),
    encryptMode: async (): Promise<CipherMode> => cipherModes[(await settings.read()).encrypt] ?? 0,
    companyShare: async () => (await settings.read())['limits.companyPerSecond'],
    countCall: apiCalls.count,
    countObserved: apiCalls.countObserved,
    requireReauthentication: security.requireReauthentication,
    recordDenial,
    recordFailure,
    findCaller,
    /** Origins of the pages that the console may embed in frames. */
    frameOrigins,
    /** Replies to the calls that every page makes first. */
    bootstrap,
  }
}

import type { ComponentType } from 'react'
import { installedModules } from './installed-modules.ts'

type Load = () => Promise<ComponentType>

/** System pages by component name, which starts with sys or open. */
export const systemViews: Readonly<Record<string, Load>> = {
  'sys/users': async () => (await import('./users-view.tsx')).UsersView,
  'sys/find-person': async () => (await import('./find-person-view.tsx')).FindPersonView,
  'sys/memberships': async () => (await import('../features/people/memberships/memberships-page.tsx')).MembershipsPage,
  'sys/access-requests': async () =>
    (await import('../features/governance/explain/access-requests-page.tsx')).AccessRequestsPage,
  'sys/terms': async () => (await import('../features/governance/terms/terms-page.tsx')).TermsPage,
  'sys/reviews': async () => (await import('../features/governance/reviews/reviews-page.tsx')).ReviewsPage,
  'sys/orgs': async () => (await import('../features/people/organizations/organizations-page.tsx')).OrganizationsPage,
  'sys/posts': async () => (await import('../features/people/posts/posts-page.tsx')).PostsPage,
  'sys/roles': async () => (await import('../features/governance/roles/roles-page.tsx')).RolesPage,
  'sys/online': async () =>
    (await import('../features/identity/online-sessions/online-sessions-page.tsx')).OnlineSessionsPage,
  'sys/sign-in-logs': async () => (await import('../features/audit/sign-in-logs/sign-in-logs-page.tsx')).SignInLogsPage,
  'sys/registrations': async () =>
    (await import('../features/identity/registrations/registrations-page.tsx')).RegistrationsPage,
  'sys/invitations': async () =>
    (await import('../features/identity/registrations/invitations-page.tsx')).InvitationsPage,
  'sys/portal-users': async () =>
    (await import('../features/identity/portal-users/portal-users-page.tsx')).PortalUsersPage,
  'sys/enterprises': async () =>
    (await import('../features/identity/enterprises/enterprises-page.tsx')).EnterprisesPage,
  'sys/identity-providers': async () =>
    (await import('../features/identity/identity-providers/identity-providers-page.tsx')).IdentityProvidersPage,
  'sys/password-policy': async () =>
    (await import('../features/identity/password-policies/password-policy-page.tsx')).PasswordPolicyPage,
  'sys/tenant-policies': async () => (await import('./own-policies-view.tsx')).OwnPoliciesView,
  'sys/tenant': async () => (await import('./own-tenant-view.tsx')).OwnTenantView,
  'sys/messages': async () => (await import('../features/communication/messages/messages-page.tsx')).MessagesPage,
  'sys/message-templates': async () =>
    (await import('../features/communication/messages/message-templates-page.tsx')).MessageTemplatesPage,
  'sys/modules': async () => (await import('../features/access/registry/elements-page.tsx')).ElementsPage,
  'sys/apis': async () => (await import('../features/access/registry/apis-page.tsx')).ApisPage,
  'sys/companies': async () => (await import('./companies-view.tsx')).CompaniesView,
  'sys/visits': async () => (await import('../features/governance/visits/visit-requests-page.tsx')).VisitRequestsPage,
  'sys/plans': async () => (await import('./plans-view.tsx')).PlansView,
  'sys/menus': async () => (await import('../features/access/menus/menus-page.tsx')).MenusPage,
  'sys/operation-logs': async () =>
    (await import('../features/audit/operation-logs/operation-logs-page.tsx')).OperationLogsPage,
  'sys/incidents': async () => (await import('../features/audit/failures/incident-page.tsx')).IncidentPage,
  'sys/failed-calls': async () => (await import('../features/audit/failures/failed-calls-page.tsx')).FailedCallsPage,
  'sys/texts': async () => (await import('../features/system/translations/translations-page.tsx')).TranslationsPage,
  'sys/custom-fields': async () =>
    (await import('../features/system/custom-fields/custom-fields-page.tsx')).CustomFieldsPage,
  'sys/approval-flows': async () =>
    (await import('../features/communication/approvals/flows-page.tsx')).ApprovalFlowsPage,
  'sys/tags': async () => (await import('../features/content/tags/tags-page.tsx')).TagsPage,
  'sys/dicts': async () => (await import('../features/system/dictionaries/dictionaries-page.tsx')).DictionariesPage,
  'sys/docs': async () => (await import('../features/content/documents/documents-page.tsx')).DocumentsPage,
  'sys/news': async () => (await import('../features/content/notices/notices-page.tsx')).NoticesPage,
  'sys/uploads': async () => (await import('../features/content/uploads/uploads-page.tsx')).UploadsPage,
  'sys/jobs': async () => (await import('../features/operations/jobs/jobs-page.tsx')).JobsPage,
  'sys/installation': async () =>
    (await import('../features/operations/installation/installation-page.tsx')).InstallationPage,
  'sys/excels': async () => (await import('../features/operations/excels/excels-page.tsx')).ExcelsPage,
  'open/apps': async () => (await import('../features/open/open-apps/open-apps-page.tsx')).OpenAppsPage,
  'open/apis': async () => (await import('./open-apis-view.tsx')).OpenApisView,
  'open/docs': async () => (await import('../features/open/open-docs/open-docs-page.tsx')).OpenDocsPage,
  'sys/areas': async () => (await import('../features/system/areas/areas-page.tsx')).AreasPage,
  'sys/bases': async () =>
    (await import('../features/system/base-parameters/base-parameters-page.tsx')).BaseParametersPage,
}

const folder = '../views/'
const suffix = '.tsx'
/** Every file in `views` is a page: `views/sample/welcome.tsx` is the component `sample/welcome`. */
const businessViews: Readonly<Record<string, Load>> = Object.fromEntries(
  Object.entries(import.meta.glob<ComponentType>('../views/**/*.tsx', { import: 'View' })).map(([file, load]) => [
    file.slice(folder.length, -suffix.length),
    load,
  ]),
)

/** Pages of modules, whose components begin with the name of their module. */
const moduleViews: Readonly<Record<string, Load>> = Object.assign({}, ...installedModules.map(({ views }) => views))

const isSystem = (component: string) => /^(sys|open)/.test(component)

/** The loader of a menu's page; undefined if there is no such page. */
export const findView = (component: string): Load | undefined => {
  const views = isSystem(component) ? systemViews : { ...businessViews, ...moduleViews }
  return Object.hasOwn(views, component) ? views[component] : undefined
}

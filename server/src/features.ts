import { elementOfPage } from './features/access/authorization/index.ts'
import { createFrameOrigins, menusRoutes } from './features/access/menus/index.ts'
import {
  createApiCalls,
  registryConstraints,
  registryRetention,
  registryRoutes,
} from './features/access/registry/index.ts'
import { createCheckpoints } from './features/audit/operation-logs/checkpoints.service.ts'
import { logMasks } from './features/audit/operation-logs/masked-rows.ts'
import {
  breadcrumbsRoutes,
  failedCallsRoutes,
  incidentsRoutes,
  operationLogsRoutes,
  pageFailuresRoutes,
} from './features/audit/operation-logs/operation-logs.routes.ts'
import { createOperationLogs } from './features/audit/operation-logs/operation-logs.service.ts'
import { createFailureRecorder } from './features/audit/operation-logs/record-failure.ts'
import { operationLogsRetention } from './features/audit/operation-logs/retention.ts'
import { signInLogsRoutes } from './features/audit/sign-in-logs/sign-in-logs.routes.ts'
import { listViewConstraints } from './features/communication/list-views/constraints.ts'
import { listViewsRoutes } from './features/communication/list-views/list-views.routes.ts'
import {
  createCodes,
  createMessages,
  messagesRetention,
  messagesRoutes,
} from './features/communication/messages/index.ts'
import {
  accessRequestsRoutes,
  createAccessRequests,
  createDenialRecorder,
  createExplain,
  explainConstraints,
  explainRoutes,
} from './features/governance/explain/index.ts'
import { createReviewsRoutes, createReviewWork } from './features/governance/reviews/index.ts'
import { confirmAssignments, createRolesRoutes, roleConstraints } from './features/governance/roles/index.ts'
import { createTermNotices, createTermsRoutes, termsRetention } from './features/governance/terms/index.ts'
import { createVisitedOrgs, createVisitsRoutes, visitConstraints } from './features/governance/visits/index.ts'
import { accountRoutes } from './features/identity/account/account.routes.ts'
import { onlineSessionsRoutes } from './features/identity/online-sessions/online-sessions.routes.ts'
import { createOnlineSessions } from './features/identity/online-sessions/online-sessions.service.ts'
import { createPasswords, passwordPoliciesRoutes } from './features/identity/password-policies/index.ts'
import {
  createPasswordRecovery,
  passwordRecoveryRetention,
  passwordRecoveryRoutes,
} from './features/identity/password-recovery/index.ts'
import { portalSignInRoutes } from './features/identity/portal-sign-in/portal-sign-in.routes.ts'
import {
  createRegistrations,
  invitationsRoutes,
  registrationConstraints,
  registrationsRoutes,
} from './features/identity/registrations/index.ts'
import {
  createSecurity,
  securityConstraints,
  securityRetention,
  securityRoutes,
} from './features/identity/security/index.ts'
import { createConsoleEvents } from './features/identity/session/console-events.ts'
import { sessionRoutes } from './features/identity/session/session.routes.ts'
import { createSessionService } from './features/identity/session/session.service.ts'
import { createCaptchaService } from './features/identity/sign-in/captcha.service.ts'
import { createFirstSteps } from './features/identity/sign-in/first-step.ts'
import { signInRetention } from './features/identity/sign-in/retention.ts'
import { createSendCode } from './features/identity/sign-in/send-code.ts'
import { createSignInGuard } from './features/identity/sign-in/sign-in.guard.ts'
import { signInRoutes } from './features/identity/sign-in/sign-in.routes.ts'
import { createSignInService } from './features/identity/sign-in/sign-in.service.ts'
import { createBootstrap } from './features/identity/system-settings/bootstrap.ts'
import { systemSettingsRoutes } from './features/identity/system-settings/system-settings.routes.ts'
import { createSystemSettings } from './features/identity/system-settings/system-settings.service.ts'
import { createMembershipsRoutes } from './features/people/memberships/index.ts'
import {
  addToOrganizations,
  createOrganizationsRoutes,
  organizationConstraints,
} from './features/people/organizations/index.ts'
import { postConstraints } from './features/people/posts/constraints.ts'
import { postsRoutes } from './features/people/posts/posts.routes.ts'
import { userConstraints } from './features/people/users/constraints.ts'
import { adminAccounts, createUnknownAccount } from './features/people/users/index.ts'
import { usersRetention } from './features/people/users/retention.ts'
import { userFieldMasks } from './features/people/users/user-field-masks.ts'
import { createUserRoles } from './features/people/users/user-roles.service.ts'
import { createUserStatus } from './features/people/users/user-status.service.ts'
import { usersRoutes } from './features/people/users/users.routes.ts'
import { createUsers } from './features/people/users/users.service.ts'
import { baseParametersRoutes } from './features/system/base-parameters/base-parameters.routes.ts'
import { createBaseParametersService } from './features/system/base-parameters/base-parameters.service.ts'
import { baseParameterConstraints } from './features/system/base-parameters/constraints.ts'
import { createSettings } from './features/system/base-parameters/index.ts'
import { createDataExport, createErasure } from './features/tenancy/archive/index.ts'
import { createDomains } from './features/tenancy/branding/index.ts'
import { companiesRoutes } from './features/tenancy/companies/companies.routes.ts'
import { createCompanies } from './features/tenancy/companies/companies.service.ts'
import { createCompanyStatus } from './features/tenancy/companies/company-status.service.ts'
import { companyConstraints } from './features/tenancy/companies/constraints.ts'
import { ownTenantRoutes } from './features/tenancy/companies/own-tenant.routes.ts'
import { createOwnTenant } from './features/tenancy/companies/own-tenant.service.ts'
import { createPasswordGenerator } from './features/tenancy/companies/password-generator.ts'
import { createTenants } from './features/tenancy/companies/tenants.service.ts'
import { createPlans, planConstraints, plansRoutes } from './features/tenancy/plans/index.ts'
import { tenantPoliciesRoutes } from './features/tenancy/tenants/tenant-policies.routes.ts'
import { createTenantPolicies } from './features/tenancy/tenants/tenant-policies.service.ts'
import type { Announcements } from './kernel/announcements.ts'
import type { Database } from './kernel/db/database.ts'
import type { Admission, Authenticate, Denial } from './kernel/http/admit.ts'
import type { CipherMode } from './kernel/http/body-cipher.ts'
import type { ConstraintErrors } from './kernel/http/error-reply.ts'
import type { FailedCall } from './kernel/http/failed-call.ts'
import type { Route } from './kernel/http/implement.ts'
import type { AnyJob } from './kernel/jobs/define-job.ts'
import type { Jobs } from './kernel/jobs/jobs.ts'
import type { Limits } from './kernel/limits.ts'
import type { CountCall } from './kernel/metrics.ts'
import type { FieldMasks } from './kernel/restrictions.ts'
import type { Secrets } from './kernel/secrets.ts'
import { createTxtLookup } from './kernel/txt-records.ts'

export type Features = {
  routes: Route[]
  authenticate: Authenticate
  encryptMode(): Promise<CipherMode>
  companyShare(): Promise<number>
  /** Stores the decision behind a missing permission. */
  recordDenial(denial: Denial): Promise<void>
  /** Stores a failed call. */
  recordFailure(failed: FailedCall): void
  countCall: CountCall
  countObserved: Admission['countObserved']
  requireReauthentication: Admission['requireReauthentication']
  constraints: ConstraintErrors
  fieldMasks: FieldMasks
  /** Origins of the pages that the console may embed in frames. */
  frameOrigins(): Promise<string[]>
  /** SQL statements that delete expired rows. */
  retention: readonly string[]
  jobs: readonly AnyJob[]
  /** Replies to the calls that every page makes first. */
  bootstrap: ReturnType<typeof createBootstrap>
  /** Starts what each node does for itself. Out: a function that stops it. */
  start(onError: (error: unknown) => void): () => Promise<void>
  /** Ends event streams, so that a shutdown does not wait for them. */
  endStreams(): Promise<void>
}

export type FeaturePorts = {
  database: Database
  limits: Limits
  secrets: Secrets
  announcements: Announcements
  platformCompany: string
  version: string
  /** Public origin of the console; passkeys are bound to it. */
  siteOrigin: string
  /** DNS servers to query; empty: the system's. */
  dnsServers: readonly string[]
  /** Folder for messages of channels without a provider. */
  outboxFolder: string
  /** Folder of the signed audit checkpoints, for export. */
  checkpointFolder: string
  /** Runs a trigger at once, if this node works. Called after the commit. */
  wakeJob: Jobs['wake']
  /** Reports errors that reach no caller. */
  onError(error: unknown): void
}

const cipherModes: Readonly<Record<string, CipherMode>> = { '0': 0, '1': 1, '2': 2 }

/** Composition root: creates all features in order and passes each its dependencies. */
export const createFeatures = (ports: FeaturePorts): Features => {
  const { database, limits, secrets, platformCompany } = ports
  const settings = createSettings(database, secrets)
  const site = { origin: ports.siteOrigin, name: async () => (await settings.read())['system.title'] }
  const sessions = createSessionService({ ...ports, settings })
  const consoleEvents = createConsoleEvents({ ...ports, sessions })
  const online = createOnlineSessions(sessions)
  const passwords = createPasswords({ database, platformCompany })
  const messages = createMessages({ ...ports, settings })
  const codes = createCodes({ ...ports, settings, messages })
  const security = createSecurity({ ...ports, codes, messages, passwords, sessions, site })

  const captchas = createCaptchaService(secrets)
  const unknownAccount = createUnknownAccount(secrets)
  const guard = createSignInGuard(limits)
  const firstSteps = createFirstSteps({ database, settings, captchas, guard, codes, security, unknownAccount })
  const signIn = createSignInService({ ...ports, settings, sessions, security, passwords, messages, firstSteps })
  const { requireCaptcha } = firstSteps
  const sendCode = createSendCode({ settings, codes, security, signIn, requireCaptcha })
  const recovery = createPasswordRecovery({
    ...{ ...ports, codes, messages, passwords, sessions, security },
    ...{ unknownAccount, requireCaptcha },
  })
  const registrations = createRegistrations({ ...ports, settings, codes, messages, passwords })

  const users = createUsers({ ...ports, passwords, sessions, online, addToOrganizations })
  const userRoles = createUserRoles(sessions, confirmAssignments)
  const userStatus = createUserStatus(sessions)
  const reviewWork = createReviewWork({ ...ports, messages, revokeRole: userRoles.withdraw })
  const userParts = { users, roles: userRoles, userStatus }

  const apiCalls = createApiCalls(database)
  const generatePassword = createPasswordGenerator({ passwords, platformCompany })
  const companies = createCompanies({ database, generatePassword, users: adminAccounts })
  const companyStatus = createCompanyStatus({ ...ports, sessions, passwords, generatePassword, users: adminAccounts })

  const lookUpTxt = createTxtLookup(ports.dnsServers)
  const domains = createDomains({ database, lookUpTxt, siteHost: new URL(ports.siteOrigin).hostname })

  const systemSettings = createSystemSettings({ ...ports, settings, passwords })
  const checkpoints = createCheckpoints(ports)
  const logs = createOperationLogs({ database, checkpoints })
  const failures = createFailureRecorder(ports)
  const baseParameters = createBaseParametersService(secrets, settings)
  return {
    routes: [
      ...systemSettingsRoutes(systemSettings),
      ...signInRoutes({ signIn, captchas, security, sendCode }),
      ...passwordRecoveryRoutes(recovery),
      ...registrationsRoutes(registrations),
      ...invitationsRoutes,
      ...sessionRoutes(sessions, consoleEvents),
      ...accountRoutes(online),
      ...listViewsRoutes,
      ...securityRoutes(security),
      ...portalSignInRoutes({ signIn, captchas, sendCode, sessions, security, recovery, systemSettings }),
      ...passwordPoliciesRoutes(passwords),
      ...registryRoutes,
      ...onlineSessionsRoutes(online),
      ...signInLogsRoutes,
      ...operationLogsRoutes(logs),
      ...incidentsRoutes(logs),
      ...failedCallsRoutes,
      ...pageFailuresRoutes(failures),
      ...breadcrumbsRoutes,
      ...messagesRoutes(messages),
      ...usersRoutes(userParts),
      ...createTermsRoutes({ userRoles, userStatus }),
      ...createReviewsRoutes({ database, startWork: reviewWork.startWork }),
      ...createMembershipsRoutes({ sessions, messages }),
      ...companiesRoutes({
        companies,
        companyStatus,
        tenants: createTenants(sessions),
        domains,
        exportData: createDataExport(database),
      }),
      ...ownTenantRoutes(createOwnTenant(database)),
      ...tenantPoliciesRoutes(createTenantPolicies({ sessions, settings })),
      ...plansRoutes(createPlans(sessions)),
      ...createVisitsRoutes({ sessions, messages }),
      ...explainRoutes(createExplain(database)),
      ...accessRequestsRoutes(createAccessRequests(userRoles)),
      ...createRolesRoutes({ sessions, database }),
      ...createOrganizationsRoutes({
        sessions,
        database,
        visitedOrgs: createVisitedOrgs(database),
        confirmAssignments,
      }),
      ...postsRoutes,
      ...menusRoutes(elementOfPage),
      ...baseParametersRoutes(baseParameters),
    ],
    authenticate: async (origin) => signIn.authenticate(origin.token) ?? sessions.authenticate(origin),
    encryptMode: async () => cipherModes[(await settings.read()).encrypt] ?? 0,
    companyShare: async () => (await settings.read())['limits.companyPerSecond'],
    recordDenial: createDenialRecorder(database),
    recordFailure: failures.record,
    countCall: apiCalls.count,
    countObserved: apiCalls.countObserved,
    requireReauthentication: security.requireReauthentication,
    frameOrigins: createFrameOrigins(database),
    fieldMasks: { ...userFieldMasks, ...logMasks },
    constraints: {
      ...baseParameterConstraints,
      ...securityConstraints,
      ...registrationConstraints,
      ...explainConstraints,
      ...registryConstraints,
      ...roleConstraints,
      ...organizationConstraints,
      ...postConstraints,
      ...userConstraints,
      ...companyConstraints,
      ...planConstraints,
      ...visitConstraints,
      ...listViewConstraints,
    },
    retention: [
      ...signInRetention,
      ...passwordRecoveryRetention,
      ...messagesRetention,
      ...securityRetention,
      ...usersRetention,
      ...termsRetention,
      ...operationLogsRetention,
      ...registryRetention,
    ],
    jobs: [
      messages.trigger,
      reviewWork.trigger,
      createErasure(ports).job,
      createTermNotices({ database, messages }).job,
      checkpoints.job,
    ],
    bootstrap: createBootstrap(systemSettings),
    start(onError) {
      const stops = [apiCalls, checkpoints, failures].map((each) => each.start(onError))
      return async () => void (await Promise.all(stops.map((stop) => stop())))
    },
    endStreams: consoleEvents.close,
  }
}

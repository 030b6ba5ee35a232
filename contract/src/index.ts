import { menusFeature } from './features/access/menus/menus.feature.ts'
import { registryFeature } from './features/access/registry/registry.feature.ts'
import { operationLogsFeature } from './features/audit/operation-logs/operation-logs.feature.ts'
import { signInLogsFeature } from './features/audit/sign-in-logs/sign-in-logs.feature.ts'
import { listViewsFeature } from './features/communication/list-views/list-views.feature.ts'
import { messagesFeature } from './features/communication/messages/messages.feature.ts'
import { explainFeature } from './features/governance/explain/explain.feature.ts'
import { reviewsFeature } from './features/governance/reviews/reviews.feature.ts'
import { rolesFeature } from './features/governance/roles/roles.feature.ts'
import { termsFeature } from './features/governance/terms/terms.feature.ts'
import { visitsFeature } from './features/governance/visits/visits.feature.ts'
import { accountFeature } from './features/identity/account/account.feature.ts'
import { onlineSessionsFeature } from './features/identity/online-sessions/online-sessions.feature.ts'
import { passwordPoliciesFeature } from './features/identity/password-policies/password-policies.feature.ts'
import { passwordRecoveryFeature } from './features/identity/password-recovery/password-recovery.feature.ts'
import { portalSignInFeature } from './features/identity/portal-sign-in/portal-sign-in.feature.ts'
import { registrationsFeature } from './features/identity/registrations/registrations.feature.ts'
import { securityFeature } from './features/identity/security/security.feature.ts'
import { sessionFeature } from './features/identity/session/session.feature.ts'
import { signInFeature } from './features/identity/sign-in/sign-in.feature.ts'
import { systemSettingsFeature } from './features/identity/system-settings/system-settings.feature.ts'
import { membershipsFeature } from './features/people/memberships/memberships.feature.ts'
import { organizationsFeature } from './features/people/organizations/organizations.feature.ts'
import { postsFeature } from './features/people/posts/posts.feature.ts'
import { usersFeature } from './features/people/users/users.feature.ts'
import { baseParametersFeature } from './features/system/base-parameters/base-parameters.feature.ts'
import { companiesFeature } from './features/tenancy/companies/companies.feature.ts'
import { plansFeature } from './features/tenancy/plans/plans.feature.ts'
import { tenantsFeature } from './features/tenancy/tenants/tenants.feature.ts'
import type { Endpoint, PermissionOf } from './kernel/endpoint.ts'
import { type ErrorSpec, kernelErrors } from './kernel/errors.ts'
import { exportErrors } from './kernel/export-limit.ts'
import type { Feature, Menu } from './kernel/feature.ts'
import { restrictionErrors } from './kernel/restrictions.ts'

/** All features. Browsers load the contracts they call one by one, and never this list. */
const features = [
  systemSettingsFeature,
  signInFeature,
  passwordRecoveryFeature,
  registrationsFeature,
  sessionFeature,
  accountFeature,
  listViewsFeature,
  securityFeature,
  portalSignInFeature,
  passwordPoliciesFeature,
  registryFeature,
  onlineSessionsFeature,
  signInLogsFeature,
  operationLogsFeature,
  messagesFeature,
  usersFeature,
  termsFeature,
  reviewsFeature,
  membershipsFeature,
  companiesFeature,
  tenantsFeature,
  visitsFeature,
  plansFeature,
  explainFeature,
  rolesFeature,
  organizationsFeature,
  postsFeature,
  menusFeature,
  baseParametersFeature,
] as const satisfies readonly Feature[]

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never
type Contracts = Intersection<(typeof features)[number]['contracts']>

/** All contracts by name: every endpoint of the product. */
export const contracts = Object.assign({}, ...features.map((feature) => feature.contracts)) as Contracts

/** All endpoints as one list. */
export const endpoints: readonly Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract))

/** Every permission that can be granted, for example `'sysBases:edit'`. */
export type Permission = { [K in keyof Contracts]: PermissionOf<Contracts[K]> }[keyof Contracts]

/** The menus of all features, in no order. */
export const menus = features.flatMap((feature): readonly Menu<Permission>[] =>
  'menus' in feature ? feature.menus : [],
)

/** Errors by group. */
export const errorsByGroup: Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>> = Object.assign(
  { kernel: { ...kernelErrors, ...restrictionErrors, ...exportErrors } },
  ...features.map((feature) => ('errors' in feature ? feature.errors : {})),
)

/** All errors; those of the kernel come first. */
export const everyError: readonly ErrorSpec[] = Object.values(errorsByGroup).flatMap((errors) => Object.values(errors))

const entities: Readonly<Record<string, string>> = Object.assign(
  {},
  ...features.map((feature) => ('entities' in feature ? feature.entities : {})),
)
/** Entity of an event: `baseParameter` for `baseParameter.updated`. */
export const entityOf = (event: string): string => {
  const [noun = ''] = event.split('.')
  const here = noun.replace(/^portal([A-Z])/, (_, first: string) => first.toLowerCase())
  return (Object.hasOwn(entities, here) ? entities[here] : undefined) ?? here
}

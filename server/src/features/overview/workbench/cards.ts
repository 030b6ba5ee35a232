import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { registrationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { StartStep } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { canCall } from '../../../kernel/http/admit.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { scopedUsers, visibleTo } from '../../access/row-scopes/index.ts'

/** Cards that need rights, by what the caller may call. */
const workCards = (actor: Actor) => {
  const can = (...endpoints: Endpoint[]) => endpoints.every((endpoint) => canCall(endpoint, actor))
  const isOperator = actor.platform && can(companiesContract.list)
  // Sums over users are not limited to a row scope; the operator's are those of all companies.
  const seesSums = visibleTo(actor, scopedUsers) === undefined && (isOperator || !actor.platform)
  const decides = {
    access: can(accessRequestsContract.list, accessRequestsContract.approve),
    registration: can(registrationsContract.list, registrationsContract.approve),
    visit: can(visitsContract.list, visitsContract.allow),
    approval: can(noticesContract.list, approvalsContract.approve),
  }
  return {
    ...decides,
    terms: can(termsContract.terms),
    accountTerms: can(termsContract.terms, usersContract.update),
    health: isOperator,
    usage: !actor.platform && can(ownTenantContract.own),
    signIns: seesSums && can(signInLogsContract.list),
    growth: seesSums && can(usersContract.list),
  }
}
/** Steps of setting up that a caller may do. */
const listStartSteps = (actor: Actor): StartStep[] => {
  const can = (endpoint: Endpoint) => canCall(endpoint, actor)
  if (actor.acting || actor.principal) return []
  const steps: StartStep[] = []
  if (actor.platform && can(companiesContract.create)) steps.push('company')
  if (!actor.platform && can(organizationsContract.create)) steps.push('organization')
  if (can(usersContract.create)) steps.push('user')
  return steps.length > 0 ? [...steps, 'secondStep'] : []
}
/** The cards a caller gets. `few`: those for callers without work cards. */
export const grantedCards = (actor: Actor) => {
  const work = workCards(actor)
  const isOwn = canCall(accountContract.logs, actor)
  const few = isOwn && !Object.values(work).some((granted) => granted)
  const reads = { review: isOwn, notices: isOwn, documents: canCall(documentsContract.list, actor) }
  return { ...work, ...reads, start: listStartSteps(actor), changes: isOwn && !few, few }
}
export type GrantedCards = ReturnType<typeof grantedCards>

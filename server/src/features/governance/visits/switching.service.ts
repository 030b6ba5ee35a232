import { maxPins } from '@atrium/contract/features/governance/visits/max-pins.ts'
import {
  type SwitchRequest,
  switchingContract,
  type VisitCheck,
} from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/governance/visits/visits.errors.ts'
import type { VisitMode } from '@atrium/contract/features/identity/session/visit-modes.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import {
  type Actor,
  AppError,
  type AuditedValues,
  type AuditSideEffects,
  homeActor,
  type RequestScope,
  refusalAt,
  toOwner,
} from '../../../kernel/scope.ts'
import { type LaterText, later } from '../../../kernel/texts/later-text.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import { roleAssignments } from '../../access/authorization/index.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import type { SessionService } from '../../identity/session/index.ts'
import { assertPlatformActor, refusalMessages } from '../../tenancy/tenants/index.ts'
import { type HostCompany, hostsRepository as hosts, type LevelQuery } from './hosts.repository.ts'
import { pinsRepository as pins } from './pins.repository.ts'
import { toVisitSubject, visitApproval } from './visit-approval.ts'
import { type Requester, visitRequestsRepository as requests } from './visit-requests.repository.ts'

const maxReasons = 5
/** Names of visit modes, for messages. */
const modeNames: Readonly<Record<VisitMode, LaterText>> = {
  view: later('只读查看'),
  manage: later('代为管理'),
}
const startedEvent = switchingContract.switch.audit.event
const endedEvent = switchingContract.quit.audit.event

/** The actor with their home company and session, also during a visit. */
const toRequester = ({ userId, name, account, companyId, companyName, sessionId, acting }: Actor) => ({
  userId,
  name,
  account,
  sessionId: acting?.homeSessionId ?? sessionId,
  homeCompanyId: acting?.homeCompanyId ?? companyId,
  homeCompanyName: acting?.homeCompanyName ?? companyName,
})
const homeAuditActor = ({ userId, name, homeCompanyId }: Requester) =>
  auditActor({ companyId: homeCompanyId, id: userId, name })

/** Why a guest is refused; undefined if admitted, or if they may request a visit. */
export const findRefusal = ({ admission, policy }: HostCompany): ErrorSpec | undefined => {
  const msg = refusalMessages[admission]
  if (msg !== undefined) return { ...visitsErrors.closed, msg }
  return policy === 'denied' ? companiesErrors.noAccess : undefined
}

type Ports = { sessions: SessionService; messages: Messages; approvals: Approvals }

/**
 * Visits to customer companies: limited sessions of their own, with the rights held both at home and in the company
 * (decision 35).
 */
export const createSwitching = ({ sessions, messages, approvals }: Ports) => {
  /** Notifies all administrators of a company. */
  const notifyAdmins = async (
    scope: RequestScope,
    hostId: string,
    { homeCompanyId: companyId }: Requester,
    notice: { template: 'visitBegun' | 'visitAsked'; values: Record<string, string | LaterText> },
  ) => {
    const admins = await roleAssignments.companyAdmins(scope.db, hostId)
    const accounts = admins.map(({ account }) => account)
    await messages.notify(scope, accounts, { companyId, ...notice })
  }
  /**
   * Throws `platformOnly`, and the same `notFound` for the platform's company, the members' company and unknown ids.
   */
  const findHost = async ({ db, actor }: RequestScope, id: string) => {
    assertPlatformActor(homeActor(actor))
    return orNotFound(await hosts.find(db, id, actor.userId))
  }
  const findOrganization = async (db: Db, hostId: string, { orgId }: SwitchRequest) => {
    if (orgId === null) return null
    const org = await hosts.findOrganization(db, hostId, orgId)
    if (!org) throw refusalAt(visitsErrors.noSuchOrganization, 'orgId')
    return org
  }
  const assertAdmitted = (host: HostCompany) => {
    const refusal = findRefusal(host)
    if (refusal) throw new AppError(refusal)
  }

  /**
   * Requests a visit.
   * @returns the error 111 with the request's id
   */
  const requestVisit = async (scope: RequestScope, host: HostCompany, by: Requester, request: SwitchRequest) => {
    const { id, isNew } = await requests.save(scope.db, host.id, by, request)
    const { name, homeCompanyName: company } = by
    const { mode, reason, minutes } = request
    const values = { name, company, mode: modeNames[mode], reason, minutes: String(minutes) }
    const asked = { companyId: host.id, id, userId: by.userId, user: by, mode, minutes }
    await approvals.ask(scope.db, visitApproval, toVisitSubject(asked))
    if (isNew) await notifyAdmins(scope, host.id, by, { template: 'visitAsked', values })
    return new AppError(visitsErrors.askedFirst, { data: { requestId: id }, commit: true })
  }

  /**
   * Uses up an allowed request.
   * @returns the minutes allowed
   * @throws `beyondAllowance` if the request exceeds it, and 111 without one
   */
  const useAllowance = async (scope: RequestScope, host: HostCompany, by: Requester, request: SwitchRequest) => {
    const allowance = await requests.lockAllowance(scope.db, host.id, by.userId)
    if (!allowance) throw await requestVisit(scope, host, by, request)
    const isWithin =
      (allowance.mode === 'manage' || request.mode === 'view') &&
      (allowance.orgId === null || allowance.orgId === request.orgId)
    if (!isWithin) throw new AppError(visitsErrors.beyondAllowance)
    await requests.markUsed(scope.db, allowance.id)
    return Math.min(request.minutes, allowance.minutes)
  }

  /**
   * Ends the current visit, since visits do not nest.
   * @returns its audit part for the company left
   */
  const replaceVisit = async ({ db, actor }: RequestScope): Promise<AuditSideEffects> => {
    if (!actor.acting) return []
    await sessions.endOne(db, actor.sessionId, 'switched')
    const { companyId, companyName } = actor
    return [{ event: endedEvent, companyId, entityId: companyId, entityName: companyName }]
  }

  return {
    /** Whether the caller may switch, and the modes and reasons to offer. */
    async check(scope: RequestScope, id: string): Promise<VisitCheck> {
      const { db, actor } = scope
      const host = await findHost(scope, id)
      const { homeCompanyId: companyId, userId } = toRequester(actor)
      const request = (await requests.findPending(db, id, userId)) ?? null
      const problem = findRefusal(host)?.msg ?? ''
      const isAllowed = host.policy === 'allowed' || request?.state === 'allowed'
      const limited = host.admission === 'readOnly' || (host.policy === 'ask' && request?.mode === 'view' && isAllowed)
      return {
        companyId: host.id,
        companyName: host.name,
        allowed: problem === '' && isAllowed,
        policy: host.policy,
        modes: limited ? ['view'] : ['view', 'manage'],
        problem: problem === '' && !isAllowed ? visitsErrors.mustAsk.msg : problem,
        request,
        lastReasons: await hosts.findRecentReasons(db, { companyId, userId }, maxReasons),
      }
    },

    /**
     * Throws `closed`, `noAccess`, `noSuchOrganization`, `beyondAllowance`, and 111 if the company requires a request.
     */
    async switchTo(scope: RequestScope, id: string, request: SwitchRequest) {
      const { db, actor, origin } = scope
      const host = await findHost(scope, id)
      const by = toRequester(actor)
      const { mode, reason } = request
      const entity = { entityId: host.id, entityName: host.name }
      const auditValues = { visitMode: mode, reason, minutes: request.minutes }
      const note = (after: AuditedValues, others: AuditSideEffects = []) =>
        scope.note({
          actor: homeAuditActor(by),
          ...entity,
          after,
          sideEffects: [{ event: startedEvent, companyId: host.id, ...entity, after }, ...others],
        })
      note(auditValues)
      assertAdmitted(host)
      const org = await findOrganization(db, host.id, request)
      const minutes = host.policy === 'ask' ? await useAllowance(scope, host, by, request) : request.minutes
      const endedVisit = await replaceVisit(scope)
      const visit = { companyId: host.id, orgId: org?.id ?? null, mode, reason, minutes }
      const { tokens, until } = await sessions.openVisit(db, by.sessionId, visit, origin)
      note({ ...auditValues, minutes, ...(org && { organization: org.name }), until }, endedVisit)
      const times = { mode: modeNames[mode], until: wallClock(origin.timeZone, new Date(until)) }
      const values = { name: by.name, company: by.homeCompanyName, reason, ...times }
      await notifyAdmins(scope, host.id, by, { template: 'visitBegun', values })
      scope.afterCommit(() => sessions.forgetUser(actor.userId))
      return tokens
    },

    /**
     * Organisations of a company, one level at a time.
     * @throws `closed` and `noAccess`
     */
    async orgs(scope: RequestScope, id: string, query: LevelQuery) {
      assertPageDepth(query)
      const host = await findHost(scope, id)
      assertAdmitted(host)
      return hosts.listOrganizations(scope.db, host.id, query)
    },

    /**
     * Pins a company for the caller.
     * @throws `tooManyPins`
     */
    async pin(scope: RequestScope, id: string) {
      const { id: pinned } = await findHost(scope, id)
      if (!(await pins.add(scope.db, toOwner(scope.actor), pinned, maxPins)))
        throw new AppError(visitsErrors.tooManyPins)
      return null
    },
    async unpin(scope: RequestScope, id: string) {
      const { id: pinned } = await findHost(scope, id)
      await pins.remove(scope.db, toOwner(scope.actor), pinned)
      return null
    },

    /**
     * Ends the caller's visit.
     * @throws `notVisiting`
     */
    async quit(scope: RequestScope) {
      const { db, actor } = scope
      if (!actor.acting) throw new AppError(visitsErrors.notVisiting)
      const { companyId, companyName, sessionId, userId } = actor
      await sessions.endOne(db, sessionId, 'quit')
      const entity = { entityId: companyId, entityName: companyName }
      scope.note({
        actor: homeAuditActor(toRequester(actor)),
        ...entity,
        sideEffects: [{ event: endedEvent, companyId, ...entity }],
      })
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },
  }
}
export type Switching = ReturnType<typeof createSwitching>

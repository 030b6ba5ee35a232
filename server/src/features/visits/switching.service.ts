import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { maxPins } from '@atrium/contract/features/visits/max-pins.ts'
import type { VisitMode } from '@atrium/contract/features/visits/visit-modes.ts'
import { switchingContract, type VisitCheck, type VisitWish } from '@atrium/contract/features/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/visits/visits.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { auditActor } from '../../kernel/audit-actor.ts'
import { orNotFound, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import type { Db } from '../../kernel/db/database.ts'
import {
  type Actor,
  AppError,
  type AuditedValues,
  type AuditNote,
  atHome,
  ownerOf,
  type RequestScope,
  refusalAt,
} from '../../kernel/scope.ts'
import { wallClock } from '../../kernel/wall-clock.ts'
import { wornRoles } from '../access/index.ts'
import { closedDoors, refuseOthers } from '../companies/index.ts'
import type { Messages } from '../messages/index.ts'
import type { SessionService } from '../session/index.ts'
import { type HostCompany, hostsRepository as hosts, type LevelQuery } from './hosts.repository.ts'
import { pinsRepository as pins } from './pins.repository.ts'
import { type Asker, visitRequestsRepository as requests } from './visit-requests.repository.ts'

type Parts = NonNullable<AuditNote['parts']>

const shownReasons = 5
/** A way of acting in a company as people call it. */
const modeWords: Readonly<Record<VisitMode, string>> = { view: '只读查看', manage: '代为管理' }
const begun = switchingContract.switch.audit.event
const ended = switchingContract.quit.audit.event

/** Whoever calls as he is at home, also from within a visit. */
const homeOf = ({ userId, name, account, companyId, companyName, sessionId, acting }: Actor) => ({
  ...{ userId, name, account, sessionId: acting?.homeSessionId ?? sessionId },
  ...{ homeCompanyId: acting?.homeCompanyId ?? companyId, homeCompanyName: acting?.homeCompanyName ?? companyName },
})
const inHomeLog = ({ userId, name, homeCompanyId }: Asker) => auditActor({ companyId: homeCompanyId, id: userId, name })

/** Why a guest is not let in, whatever he asks for; undefined where he is, or may ask. */
export const refusalOf = ({ door, policy }: HostCompany): ErrorSpec | undefined => {
  const msg = closedDoors[door]
  if (msg !== undefined) return { ...visitsErrors.closed, msg }
  return policy === 'denied' ? companiesErrors.noAccess : undefined
}

/** Acting in a customer's company: in a session of its own, for a while, with no more than either side gives (threat T13). */
export const createSwitching = (sessions: SessionService, messages: Messages) => {
  /** Tells everybody who looks after a company. */
  const tellKeepers = async (
    scope: RequestScope,
    hostId: string,
    { homeCompanyId: companyId }: Asker,
    notice: { template: 'visitBegun' | 'visitAsked'; values: Record<string, string> },
  ) => {
    const keepers = await wornRoles.keepers(scope.db, hostId)
    const accounts = keepers.map(({ account }) => account)
    await messages.tell(scope, accounts, { companyId, ...notice })
  }
  /** Throws `platformOnly`, and `notFound` alike for what is nobody's to act in and what is no company (threat T14). */
  const hostFor = async ({ db, actor }: RequestScope, id: string) => {
    refuseOthers(atHome(actor))
    return orNotFound(await hosts.find(db, id, actor.userId))
  }
  const orgFor = async (db: Db, hostId: string, { orgId }: VisitWish) => {
    if (orgId === null) return null
    const org = await hosts.org(db, hostId, orgId)
    if (!org) throw refusalAt(visitsErrors.noSuchOrganization, 'orgId')
    return org
  }
  const refuseClosed = (host: HostCompany) => {
    const refusal = refusalOf(host)
    if (refusal) throw new AppError(refusal)
  }

  /** Asks a company that wants to be asked. Throws 111 with the request. */
  const ask = async (scope: RequestScope, host: HostCompany, by: Asker, wish: VisitWish) => {
    const { id, isNew } = await requests.ask(scope.db, host.id, by, wish)
    const { name, homeCompanyName: company } = by
    const { mode, reason, minutes } = wish
    const values = { name, company, mode: modeWords[mode], reason, minutes: String(minutes) }
    if (isNew) await tellKeepers(scope, host.id, by, { template: 'visitAsked', values })
    return new AppError(visitsErrors.askedFirst, { data: { requestId: id }, keep: true })
  }

  /**
   * What a company that wants to be asked has allowed, used up. Out: for how many minutes. Throws `beyondAllowance` where
   * he wants more than that, and 111 where nothing is allowed.
   */
  const useAllowance = async (scope: RequestScope, host: HostCompany, by: Asker, wish: VisitWish) => {
    const allowance = await requests.holdAllowance(scope.db, host.id, by.userId)
    if (!allowance) throw await ask(scope, host, by, wish)
    const isWithin =
      (allowance.mode === 'manage' || wish.mode === 'view') &&
      (allowance.orgId === null || allowance.orgId === wish.orgId)
    if (!isWithin) throw new AppError(visitsErrors.beyondAllowance)
    await requests.use(scope.db, allowance.id)
    return Math.min(wish.minutes, allowance.minutes)
  }

  /** Visits never stand in each other: the one he calls from is over. Out: what its company's log says of that. */
  const replaceVisit = async ({ db, actor }: RequestScope): Promise<Parts> => {
    if (!actor.acting) return []
    await sessions.endOne(db, actor.sessionId, 'switched')
    const { companyId, companyName } = actor
    return [{ event: ended, companyId, entityId: companyId, entityName: companyName }]
  }

  return {
    /** Whether switching would let the caller in, and what he may say when he asks. */
    async check(scope: RequestScope, id: string): Promise<VisitCheck> {
      const { db, actor } = scope
      const host = await hostFor(scope, id)
      const { homeCompanyId: companyId, userId } = homeOf(actor)
      const request = (await requests.pending(db, id, userId)) ?? null
      const problem = refusalOf(host)?.msg ?? ''
      const isAllowed = host.policy === 'allowed' || request?.state === 'allowed'
      const limited = host.door === 'readOnly' || (host.policy === 'ask' && request?.mode === 'view' && isAllowed)
      return {
        companyId: host.id,
        companyName: host.name,
        allowed: problem === '' && isAllowed,
        policy: host.policy,
        modes: limited ? ['view'] : ['view', 'manage'],
        problem: problem === '' && !isAllowed ? visitsErrors.mustAsk.msg : problem,
        request,
        lastReasons: await hosts.reasons(db, { companyId, userId }, shownReasons),
      }
    },

    /** Throws `closed`, `noAccess`, `noSuchOrganization`, `beyondAllowance`, and 111 where the company has to be asked. */
    async switchTo(scope: RequestScope, id: string, wish: VisitWish) {
      const { db, actor, origin } = scope
      const host = await hostFor(scope, id)
      const by = homeOf(actor)
      const { mode, reason } = wish
      const entity = { entityId: host.id, entityName: host.name }
      const told = { visitMode: mode, reason, minutes: wish.minutes }
      const note = (after: AuditedValues, others: Parts = []) =>
        scope.note({
          ...{ actor: inHomeLog(by), ...entity, after },
          parts: [{ event: begun, companyId: host.id, ...entity, after }, ...others],
        })
      note(told)
      refuseClosed(host)
      const org = await orgFor(db, host.id, wish)
      const minutes = host.policy === 'ask' ? await useAllowance(scope, host, by, wish) : wish.minutes
      const left = await replaceVisit(scope)
      const visit = { companyId: host.id, orgId: org?.id ?? null, mode, reason, minutes }
      const { tokens, until } = await sessions.openVisit(db, by.sessionId, visit, origin)
      note({ ...told, minutes, ...(org && { organization: org.name }), until }, left)
      const times = { mode: modeWords[mode], until: wallClock(origin.timeZone, new Date(until)) }
      const values = { name: by.name, company: by.homeCompanyName, reason, ...times }
      await tellKeepers(scope, host.id, by, { template: 'visitBegun', values })
      scope.afterCommit(() => sessions.forgetUser(actor.userId))
      return tokens
    },

    /** The organisations of a company, one level at a time. Throws `closed` and `noAccess` where nobody is let in. */
    async orgs(scope: RequestScope, id: string, query: LevelQuery) {
      refuseDepth(query)
      const host = await hostFor(scope, id)
      refuseClosed(host)
      return hosts.orgs(scope.db, host.id, query)
    },

    /** Keeps a company at hand for the caller. Throws `tooManyPins`. */
    async pin(scope: RequestScope, id: string) {
      const { id: pinned } = await hostFor(scope, id)
      if (!(await pins.add(scope.db, ownerOf(scope.actor), pinned, maxPins)))
        throw new AppError(visitsErrors.tooManyPins)
      return null
    },
    async unpin(scope: RequestScope, id: string) {
      const { id: pinned } = await hostFor(scope, id)
      await pins.remove(scope.db, ownerOf(scope.actor), pinned)
      return null
    },

    /** Ends the visit that the caller is on. Throws `notVisiting`. */
    async quit(scope: RequestScope) {
      const { db, actor } = scope
      if (!actor.acting) throw new AppError(visitsErrors.notVisiting)
      const { companyId, companyName, sessionId, userId } = actor
      await sessions.endOne(db, sessionId, 'quit')
      const entity = { entityId: companyId, entityName: companyName }
      scope.note({ actor: inHomeLog(homeOf(actor)), ...entity, parts: [{ event: ended, companyId, ...entity }] })
      scope.afterCommit(() => sessions.forgetUser(userId))
      return null
    },
  }
}
export type Switching = ReturnType<typeof createSwitching>

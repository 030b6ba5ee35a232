import {
  cardRows,
  type FaultKind,
  faultKinds,
  missingFields,
  type StartStep,
  type Workbench,
} from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { type Actor, toOwner, toPrincipal } from '../../../kernel/scope.ts'
import type { OperationLog } from '../../audit/operation-logs/index.ts'
import { canReadContacts, memberships } from '../../people/users/index.ts'
import { findSecondStepStart } from '../../tenancy/tenants/index.ts'
import { type GrantedCards, grantedCards } from './cards.ts'
import { createFigures } from './figures.ts'
import { createOwnUsage } from './own-usage.ts'
import { type CurrentParts, type Figures, workbenchRepository as repository } from './workbench.repository.ts'

type Ports = { database: Database; log: OperationLog; waitingCalls: WaitingCalls }
/** Calls that wait for the caller's decision. Takes how many rows there are at most. */
export type WaitingCalls = (actor: Actor, most: number) => Promise<CurrentParts['held'] | undefined>

const toIso = (time: string) => new Date(time).toISOString()
const isoOrNull = (time: string | null | undefined) => (time ? toIso(time) : null)
/** JSON from PostgreSQL has times in its own notation. */
const withTime = <Row extends { time: string }>(row: Row) => ({ ...row, time: toIso(row.time) })

const buildTodo = (parts: CurrentParts): Workbench['todo'] => {
  const { access, registration, review, visit, approval, app, held } = parts
  const isDecider = access ?? registration ?? visit ?? approval
  if (!isDecider && !review?.count && !app?.count && !held?.count) return undefined
  const shown = {
    access,
    registration,
    review,
    visit,
    approval,
    ...(app?.count && { app }),
    ...(held?.count && { held }),
  }
  const kinds = Object.entries(shown).flatMap(([kind, part]) => (part ? [{ kind: kind as 'access', ...part }] : []))
  const rows = kinds.flatMap(({ kind, rows: found }) =>
    found.map(({ id, who, what, time, amount, minutes, dueTime }) => ({
      kind,
      id,
      who,
      what,
      time: toIso(time),
      amount: amount ?? minutes ?? null,
      dueTime: isoOrNull(dueTime),
    })),
  )
  return {
    counts: kinds.map(({ kind, count }) => ({ kind, count })),
    rows: rows.sort((one, other) => (one.time < other.time ? 1 : -1)).slice(0, cardRows),
  }
}

const buildNotices = ({ unread, unacked }: CurrentParts): Workbench['notices'] => {
  if (!unread || !unacked || unread.count + unacked.count === 0) return undefined
  const shown = ({ count, rows }: typeof unread) => ({
    count,
    rows: rows.map(({ id, title, level, ackTime, time }) => ({
      id,
      title,
      level,
      time: toIso(time),
      ackTime: isoOrNull(ackTime),
    })),
  })
  return { unread: shown(unread), unacked: shown(unacked) }
}

type Term = NonNullable<Workbench['terms']>['rows'][number]
const buildTerms = ({ terms }: CurrentParts, health: Figures['health']): Workbench['terms'] => {
  if (!terms) return undefined
  const own = terms.rows.map(({ userId, roleId, roleName, name, expireTime }): Term => {
    return {
      kind: roleId === null ? 'account' : 'role',
      id: userId,
      name,
      roleId,
      roleName,
      expireTime: toIso(expireTime),
    }
  })
  const tenants = (health?.rows ?? []).flatMap(({ kind, companyId, name, detail }): Term[] =>
    kind === 'expiring' && detail.time
      ? [{ kind: 'company', id: companyId, name, roleId: null, roleName: '', expireTime: toIso(detail.time) }]
      : [],
  )
  const rows = [...own, ...tenants].sort((one, other) => (one.expireTime < other.expireTime ? -1 : 1))
  return { total: terms.count + (health?.faults.expiring ?? 0), rows: rows.slice(0, cardRows) }
}

const buildHealth = (health: Figures['health']): Workbench['health'] => {
  if (!health) return undefined
  const { tenants, affected, faults, time, rows } = health
  return {
    tenants,
    affected,
    time: toIso(time),
    counts: faultKinds.map((kind: FaultKind) => ({ kind, count: faults[kind] ?? 0 })),
    rows: rows.map(({ detail, ...row }) => ({
      ...row,
      quota: null,
      amount: null,
      limit: null,
      ...detail,
      time: isoOrNull(detail.time),
    })),
  }
}

type Summarize = OperationLog['summarizeChange']
/** What others noted of the caller stays with them: only own changes are summed up. */
const listChanges = ({ own, concerning }: CurrentParts, summarize: Summarize): Workbench['changes'] => {
  const withSummary = (toSummary: Summarize) => (row: NonNullable<typeof own>[number]) => {
    const { before, after, ...change } = withTime(row)
    return { ...change, summary: toSummary(row) }
  }
  return (
    own && concerning && { own: own.map(withSummary(summarize)), concerning: concerning.map(withSummary(() => '')) }
  )
}

const buildDocuments = ({ documents = [] }: CurrentParts): Workbench['documents'] =>
  documents.length === 0 ? undefined : documents.map(withTime)

/** Absent once everything but the caller's own second step is done. */
const buildStart = (steps: readonly StartStep[], done: Record<StartStep, boolean>): Workbench['start'] => {
  const isSetUp = steps.every((step) => step === 'secondStep' || done[step])
  return isSetUp ? undefined : steps.map((step) => ({ step, done: done[step] }))
}

const buildCards = (parts: CurrentParts, actor: Actor, log: OperationLog): Workbench => ({
  layout: parts.layout,
  todo: buildTodo(parts),
  notices: buildNotices(parts),
  changes: listChanges(parts, log.summarizeChange),
  documents: buildDocuments(parts),
  requests: parts.requests?.map((row) => ({ ...withTime(row), decideTime: isoOrNull(row.decideTime) })),
  recent: parts.recent?.map((row) => ({ ...withTime(row), area: locateIp(row.ip) })),
  administrators: parts.administrators?.map((row) => (canReadContacts(actor) ? row : { ...row, mail: '' })),
})
const buildFigureCards = ({ health, signIns, growth }: Figures, cards: GrantedCards, actor: Actor) => ({
  ...(cards.health && { health: buildHealth(health) }),
  ...(cards.signIns && { signIns: { days: signIns } }),
  ...(cards.growth && { growth: { months: growth, all: actor.platform } }),
})

/** The workbench: what waits for the caller, what is wrong, and how things develop. */
export const createWorkbench = ({ database, log, waitingCalls }: Ports) => {
  const figures = createFigures(database)
  const ownUsage = createOwnUsage(database)
  const readOwn = (actor: Actor) =>
    database.read({ reach: 'platform' }, async (db): Promise<Pick<Workbench, 'next' | 'companies'>> => {
      const [user, principal] = [toOwner(actor), toPrincipal(actor)]
      const [account, secondStepFrom, workplaces] = await Promise.all([
        repository.account(db, user, principal),
        findSecondStepStart(db, user),
        memberships.workplaces(db, principal),
      ])
      const companies = workplaces.map(({ companyId: id, companyName: name }) => ({
        id,
        name,
        current: id === actor.companyId,
        principal: id === principal.companyId,
      }))
      if (!account) return { companies }
      const { secondStep, initialPassword, passwordTime } = account
      const missing = missingFields.filter((field) => account[field])
      return {
        companies,
        next: { missing, secondStep, secondStepFrom: secondStepFrom ?? null, initialPassword, passwordTime },
      }
    })
  let hasTenant = false
  /** Asked until the operator has its first customer. */
  const findTenant = async () => {
    hasTenant ||= await database.read({ reach: 'platform' }, repository.hasTenant)
    return hasTenant
  }
  const readStart = async ({ started }: CurrentParts, steps: readonly StartStep[]) => {
    if (!started) return {}
    const company = steps.includes('company') && (await findTenant())
    return { start: buildStart(steps, { ...started, company }) }
  }
  /** Cards of rows outside the company at hand. A caller never has both. */
  const readOutside = async (actor: Actor, { few, usage }: GrantedCards) => {
    if (few) return readOwn(actor)
    return usage ? { usage: await ownUsage.of(actor.companyId) } : {}
  }

  return {
    async read(actor: Actor): Promise<Workbench> {
      const cards = grantedCards(actor)
      const inCompany = { reach: 'company', companyId: actor.companyId } as const
      const [current, held, outside] = await Promise.all([
        database.read(inCompany, (db) => repository.current(log, db, actor, cards)),
        waitingCalls(actor, cardRows),
        readOutside(actor, cards),
      ])
      const parts = { ...current, ...(held && { held }) }
      const { health, signIns, growth } = cards
      const counted = (health || signIns || growth) && (await figures.of(actor.companyId, parts.countedAt))
      return {
        ...buildCards(parts, actor, log),
        ...(await readStart(parts, cards.start)),
        terms: buildTerms(parts, (counted && health && counted.health) || null),
        ...(counted && buildFigureCards(counted, cards, actor)),
        ...outside,
      }
    },
  }
}

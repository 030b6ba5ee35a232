import { randomBytes } from 'node:crypto'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import type { Announcements } from '../../kernel/announcements.ts'
import { auditActor } from '../../kernel/audit-actor.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Authentication } from '../../kernel/http/admit.ts'
import { newId } from '../../kernel/ids.ts'
import { AppError, type AuditNote, type Origin, type RequestScope } from '../../kernel/scope.ts'
import { digest, type Secrets } from '../../kernel/secrets.ts'
import { rightsOf, rowsOf } from '../access/index.ts'
import type { Settings } from '../base-parameters/index.ts'
import { closedDoors, mayComeFrom, shortened, type TenantPolicy } from '../companies/index.ts'
import { createRights } from '../registry/index.ts'
import { type Believed, createBeliefs } from './believed.ts'
import { endSentence, endSentences } from './end-reasons.ts'
import { type AtHome, createGuests } from './guests.ts'
import { type FollowingSession, type Lifetimes, type NewVisit, sessionRepository } from './session.repository.ts'
import { type SessionLimits, tenantLimitsRepository } from './tenant-limits.repository.ts'
import { firstToken, nextToken, sessionOfToken } from './token.ts'

/** A token just replaced is answered alike this long: parallel calls of several tabs all arrive with it. */
const graceSeconds = 10
const ended: Authentication = { kind: 'ended' }
/** As `standing_of` says it (migration 0007). */
const locked = 2

type Owner = { companyId: string; userId: string }
/** Where a session is opened, and who signs in as that user. */
type Place = Owner & { policy: TenantPolicy | null; principal: Owner }
type Opening = {
  device: { id: string; name: string }
  client: string
  /** How its owner proved who he is. */
  method: string
  /** The secret in the browser's cookie; null for a program that holds no cookies. */
  binding: string | null
  /** When he gave a second step or a passkey, if that was part of it. */
  provedAt: string | null
}
type Ports = { database: Database; secrets: Secrets; settings: Settings; announcements: Announcements }
type Terms = Omit<SessionLimits, 'outside'> & Pick<TenantPolicy, 'addresses'>
export type SessionService = ReturnType<typeof createSessionService>

const isBound = (bindingHash: Buffer | null, { cookies }: Origin) =>
  bindingHash === null || bindingHash.equals(digest(cookies.binding ?? ''))
/** Why a session is over, where there is something to say. */
const reasonOf = ({ endReason, visitOver }: { endReason: string | null; visitOver: boolean }): string | undefined =>
  endSentence(endReason) ?? (visitOver ? endSentences.visitOver : undefined)
/** A browser that keeps no cookies is told so, instead of being sent round in circles. */
const unbound = ({ cookies }: Origin): Authentication =>
  cookies.binding === undefined ? { kind: 'ended', msg: signInErrors.cookiesNeeded.msg } : ended

export const createSessionService = ({ database, secrets, settings, announcements }: Ports) => {
  const beliefs = createBeliefs(announcements)
  /** What somebody may do, by the epochs it was read at: as long as they stand, it stands, unless a role has its times. */
  const snapshots = new LRUCache<string, AtHome>({ max: 20_000 })
  const decideFor = createRights()
  const guestOf = createGuests(decideFor)

  const lifetimes = async (db: Db, policy: TenantPolicy | null = null) => {
    const values = await settings.read(db)
    const life = {
      accessMinutes: values['session.accessMinutes'],
      idleMinutes: values['session.idleMinutes'],
      absoluteMinutes: values['session.absoluteMinutes'],
    }
    return shortened(life, policy)
  }
  /** Of more devices than a tenant lets one person have, those he signed in with first are left out. */
  const keepNewest = async (db: Db, { companyId, policy, principal }: Place) => {
    const most = policy?.mostDevices ?? null
    if (most !== null) await tenantLimitsRepository.keepNewest(db, principal, companyId, most, 'devices')
  }
  const limitsOf = async (db: Db, topId: string, { addresses, ...terms }: Terms): Promise<SessionLimits> => {
    const outside = addresses.length === 0 ? [] : await tenantLimitsRepository.addresses(db, topId)
    return { ...terms, outside: outside.filter((address) => !mayComeFrom(addresses, address)) }
  }
  const trio = (token: string, refreshToken: string, aesKey: string, { accessMinutes, idleMinutes }: Lifetimes) => ({
    token,
    refreshToken,
    aesKey,
    expires: accessMinutes * 60,
    refreshExpires: idleMinutes * 60,
  })

  /** What a session begins with. */
  const fresh = () => {
    const id = newId()
    const [token, refreshToken] = [firstToken(secrets, 'access', id), firstToken(secrets, 'refresh', id)]
    const hashes = { accessHash: digest(token), refreshHash: digest(refreshToken) }
    return { id, token, refreshToken, aesKey: randomBytes(8).toString('hex'), hashes }
  }

  const follow = async (
    db: Db,
    following: Pick<FollowingSession, 'after' | 'owner' | 'visit'>,
    { ip, agent }: Origin,
    policy?: TenantPolicy | null,
  ) => {
    const { id, token, refreshToken, aesKey, hashes } = fresh()
    const life = await lifetimes(db, policy)
    const until = await sessionRepository.insertFollowing(db, { id, ...hashes, aesKey, ip, agent, ...following }, life)
    if (until === undefined) throw new AppError(kernelErrors.sessionInvalid)
    return { tokens: trio(token, refreshToken, aesKey, life), until }
  }

  type Found = NonNullable<Awaited<ReturnType<typeof sessionRepository.find>>>
  const rightsAt = async (db: Db, found: Found): Promise<AtHome> => {
    const { companyId, userId, companyEpoch, userEpoch, registryEpoch } = found
    const key = `${userId} ${companyEpoch} ${userEpoch} ${registryEpoch}`
    const known = snapshots.get(key)
    if (known && performance.now() < known.until) return known
    const { permissions, held, plan, changesIn } = await rightsOf(db, companyId, userId)
    const until = changesIn === null ? Number.POSITIVE_INFINITY : performance.now() + changesIn * 1000
    const [compiled, rows] = await Promise.all([
      decideFor(db, { held, plan }, registryEpoch),
      rowsOf(db, companyId, userId),
    ])
    const atHome = { rights: { permissions, rows, ...compiled }, until }
    snapshots.set(key, atHome)
    return atHome
  }

  const look = (sessionId: string, token: string, origin: Origin): Promise<Authentication | Believed> =>
    database.transact({ reach: 'platform' }, async (db) => {
      const found = await sessionRepository.find(db, sessionId)
      if (!found) return ended
      const { bindingHash } = found
      // Why it ended is told to the browser it was opened in: whoever copied a token learns nothing by it (threat T2).
      const endedFor = (msg: string | undefined): Authentication =>
        msg !== undefined && isBound(bindingHash, origin) ? { kind: 'ended', msg } : ended
      if (!found.live) return endedFor(reasonOf(found))
      const closed = closedDoors[found.door]
      if (closed !== undefined) return endedFor(closed)
      if (found.userStatus !== 1) return endedFor(endSentences[found.userStatus === locked ? 'locked' : 'removed'])
      if (!found.fresh || !found.accessHash.equals(digest(token))) return { kind: 'expired' }
      if (found.longUnseen) await sessionRepository.seen(db, sessionId)
      const { companyId, userId, name, account, aesKey, platform } = found
      const atHome = await rightsAt(db, found)
      const { principalCompanyId, principalId } = found
      const principal =
        principalCompanyId !== null && principalId !== null
          ? { principal: { companyId: principalCompanyId, userId: principalId } }
          : {}
      const person = { userId, name, account, sessionId, aesKey, ...principal }
      if (found.actCompanyId !== null) {
        const guest = await guestOf(db, sessionId, found, atHome)
        if ('ended' in guest) return { kind: 'ended', msg: guest.ended }
        return { kind: 'session', actor: { ...person, platform: false, ...guest }, bindingHash }
      }
      const readOnly = found.door === 'readOnly'
      const actor = { ...person, companyId, companyName: found.companyName, platform, readOnly, ...atHome.rights }
      return { kind: 'session', actor, bindingHash }
    })

  return {
    /**
     * What an access token stands for. A genuine token of a living session that is not the current one is `expired`; a
     * token that comes without its browser's cookie is no good to anybody (threat T2).
     */
    async authenticate(origin: Origin): Promise<Authentication> {
      const { token } = origin
      const known = beliefs.of(token)
      if (known) return isBound(known.bindingHash, origin) ? known : unbound(origin)
      const sessionId = sessionOfToken(secrets, 'access', token)
      if (sessionId === undefined) return ended
      const mark = beliefs.mark()
      const found = await look(sessionId, token, origin)
      if (!('bindingHash' in found)) return found
      beliefs.keep(token, found, mark)
      return isBound(found.bindingHash, origin) ? found : unbound(origin)
    },

    /** Opens a session, as short and on as few devices as the tenant wants. Out: the trio the browser keeps. */
    async open(db: Db, place: Place, { device, client, method, binding, provedAt }: Opening, origin: Origin) {
      const { id, token, refreshToken, aesKey, hashes } = fresh()
      const bindingHash = binding === null ? null : digest(binding)
      const from = {
        deviceId: device.id,
        deviceName: device.name,
        ip: origin.ip,
        agent: origin.agent,
        client,
        method,
        provedAt,
      }
      const life = await lifetimes(db, place.policy)
      const { companyId, userId } = place
      await sessionRepository.insert(db, { id, companyId, userId, ...hashes, bindingHash, aesKey, ...from }, life)
      await keepNewest(db, place)
      return trio(token, refreshToken, aesKey, life)
    },

    /**
     * Opens a visit below a living session, with tokens of its own, which stay in one tab. Out: its trio, and when it ends.
     * Throws `sessionInvalid` where that session has ended meanwhile.
     */
    openVisit: (db: Db, homeSessionId: string, visit: NewVisit, origin: Origin) =>
      follow(db, { after: homeSessionId, owner: null, visit }, origin),

    /**
     * Puts a session of the same person in another of his companies in the place of this one, in the same browser and no
     * longer than this would have lasted. Out: its trio. Throws `sessionInvalid` where this has ended meanwhile.
     */
    async moveTo(db: Db, place: Place, after: string, origin: Origin) {
      const { companyId, userId, policy } = place
      const { tokens } = await follow(db, { after, owner: { companyId, userId }, visit: null }, origin, policy)
      await sessionRepository.end(db, after, 'switched')
      await keepNewest(db, place)
      return tokens
    },

    /**
     * Exchanges a refresh token (threat T5). The current one rotates; the one before is answered with the same
     * successor for a few seconds; an older one means that somebody holds a copy, and ends the session.
     */
    async refresh({ db, origin, afterCommit }: RequestScope<null>, refreshToken: string) {
      const id = sessionOfToken(secrets, 'refresh', refreshToken)
      const session = id === undefined ? undefined : await sessionRepository.hold(db, id)
      if (!session || !isBound(session.bindingHash, origin)) throw new AppError(kernelErrors.sessionInvalid)
      if (!session.live) {
        const msg = reasonOf(session) ?? kernelErrors.sessionInvalid.msg
        throw new AppError({ ...kernelErrors.sessionInvalid, msg })
      }
      if (!mayComeFrom(session.policy?.addresses ?? [], origin.ip)) throw new AppError(signInErrors.addressRefused)
      const presented = digest(refreshToken)
      const token = nextToken(secrets, 'access', session.id, refreshToken)
      const successor = nextToken(secrets, 'refresh', session.id, refreshToken)
      const life = await lifetimes(db, session.policy)
      if (session.refreshHash.equals(presented)) {
        const hashes = { accessHash: digest(token), refreshHash: digest(successor) }
        await sessionRepository.rotate(db, session.id, hashes, life)
        if (session.homeSessionId !== null) await sessionRepository.keepHome(db, session.homeSessionId, life)
        return trio(token, successor, session.aesKey, life)
      }
      const justReplaced = session.previousRefreshHash?.equals(presented) && session.secondsSinceRefresh <= graceSeconds
      if (justReplaced) return trio(token, successor, session.aesKey, life)
      await sessionRepository.end(db, session.id, 'reused')
      afterCommit(() => beliefs.forgetUser(session.userId))
      throw new AppError(kernelErrors.sessionInvalid, { keep: true })
    },

    /**
     * Ends the session that either token names, or that the visit it names was begun from. Out: what the audit row should
     * say; nothing when there was none.
     */
    async end(db: Db, accessToken: string, refreshToken: string | undefined, reason: string): Promise<AuditNote> {
      const id =
        sessionOfToken(secrets, 'access', accessToken) ?? sessionOfToken(secrets, 'refresh', refreshToken ?? '')
      const home = id === undefined ? undefined : await sessionRepository.homeOf(db, id)
      const owner = home === undefined ? undefined : await sessionRepository.end(db, home, reason)
      return owner ? { actor: auditActor(owner), entityId: owner.id, entityName: owner.name } : {}
    },

    /** Whether a session's owner proved in it lately that it is he; a visit and its home prove apart. */
    isProved: sessionRepository.isProved,
    /** Keeps that he has, now. Out: false where the session has ended. */
    prove: sessionRepository.prove,

    /** Ends one session by its id. Out: whose it was, or undefined when it had ended already. */
    endOne: sessionRepository.end,

    /** Ends every session of somebody, but the one that is named; in the caller's transaction. Out: how many. */
    endAll: (db: Db, { companyId, userId }: Owner, reason: string, except?: string) =>
      sessionRepository.endAll(db, companyId, userId, reason, except),

    /** Ends all sessions of a person but one, wherever he works, in the caller's transaction. Out: whose each was. */
    endOthers: sessionRepository.endOthers,

    /** Ends every session of a company, in the caller's transaction. Out: how many. */
    endCompany: sessionRepository.endCompany,

    /** The living sessions of a tenant's people that its new terms would end. Out: their ids. With platform sight. */
    beyondPolicy: async (db: Db, topId: string, terms: Terms) =>
      tenantLimitsRepository.beyond(db, topId, await limitsOf(db, topId, terms)),

    /** Ends them in the caller's transaction, and lets no other last longer than the terms say. Out: how many ended. */
    holdToPolicy: async (db: Db, topId: string, terms: Terms) =>
      tenantLimitsRepository.hold(db, topId, await limitsOf(db, topId, terms), 'policy'),

    /** How many living sessions somebody has. */
    count: (db: Db, { companyId, userId }: Owner) => sessionRepository.count(db, companyId, userId),

    /** Makes this node ask again about everybody: something that many depend on has changed. */
    forgetAll: beliefs.forgetAll,
    /** Makes every node forget what it believes of somebody, once the change is real. */
    forgetUser: beliefs.forgetUser,
    /** The same for everybody of a company. */
    forgetCompany: beliefs.forgetCompany,
  }
}

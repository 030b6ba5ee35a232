import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Announcements } from '../../../kernel/announcements.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { AppError, type AuditNote, type RequestScope } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { isAddressAllowed } from '../../tenancy/tenants/index.ts'
import { createAuthentication } from './authentication.ts'
import { hasBindingCookie } from './binding-cookie.ts'
import { nextCredentials, withExpiry } from './credentials.ts'
import { toEndMessage } from './end-reasons.ts'
import { createOpenings } from './openings.ts'
import type { RightsPorts } from './rights-readers.ts'
import { sessionRepository } from './session.repository.ts'
import { createSessionCache } from './session-cache.ts'
import { sessionEndsRepository } from './session-ends.repository.ts'
import { type Owner, tenantLimits } from './tenant-limits.service.ts'
import { sessionOfToken } from './token.ts'

/** Grace period for a token just replaced: parallel calls of several tabs arrive with it. */
const graceSeconds = 10

type Ports = RightsPorts & { database: Database; secrets: Secrets; settings: Settings; announcements: Announcements }
export type SessionService = ReturnType<typeof createSessionService>

/** Opens, refreshes and ends sessions. */
export const createSessionService = ({ database, secrets, settings, announcements, ...rights }: Ports) => {
  const sessionCache = createSessionCache(announcements)

  const { lifetimes, ...openings } = createOpenings({ secrets, settings })

  return {
    authenticate: createAuthentication({ ...rights, database, secrets, sessionCache }),
    ...openings,

    /**
     * Exchanges a refresh token (decision 12). The current one rotates; the previous one gets the same successor for a
     * few seconds; an older one reveals a copy and ends the session.
     */
    async refresh({ db, origin, afterCommit }: RequestScope<null>, refreshToken: string) {
      const id = sessionOfToken(secrets, 'refresh', refreshToken)
      const session = id === undefined ? undefined : await sessionRepository.findForUpdate(db, id)
      if (!session || !hasBindingCookie(session.bindingHash, origin)) throw new AppError(kernelErrors.sessionInvalid)
      if (!session.live) {
        const msg = toEndMessage(session) ?? kernelErrors.sessionInvalid.msg
        throw new AppError({ ...kernelErrors.sessionInvalid, msg })
      }
      if (!isAddressAllowed(session.policy?.addresses ?? [], origin.ip)) throw new AppError(signInErrors.addressRefused)
      const presentedHash = digest(refreshToken)
      const { tokens, hashes } = nextCredentials(secrets, session, refreshToken)
      const life = await lifetimes(db, session.policy)
      if (session.refreshHash.equals(presentedHash)) {
        await sessionRepository.rotate(db, session.id, hashes, life)
        if (session.homeSessionId !== null) await sessionRepository.extendHomeSession(db, session.homeSessionId, life)
        return withExpiry(tokens, life)
      }
      const justReplaced =
        session.previousRefreshHash?.equals(presentedHash) && session.secondsSinceRefresh <= graceSeconds
      if (justReplaced) return withExpiry(tokens, life)
      await sessionEndsRepository.end(db, session.id, 'reused')
      afterCommit(() => sessionCache.forgetUser(session.userId))
      throw new AppError(kernelErrors.sessionInvalid, { commit: true })
    },

    /**
     * Ends the session that either token names, or the home session of a visit.
     * @returns the audit note; empty if there was none.
     */
    async end(db: Db, accessToken: string, refreshToken: string | undefined, reason: string): Promise<AuditNote> {
      const id =
        sessionOfToken(secrets, 'access', accessToken) ?? sessionOfToken(secrets, 'refresh', refreshToken ?? '')
      const home = id === undefined ? undefined : await sessionRepository.findHomeSessionId(db, id)
      const owner = home === undefined ? undefined : await sessionEndsRepository.end(db, home, reason)
      return owner ? { actor: auditActor(owner), entityId: owner.id, entityName: owner.name } : {}
    },

    /** Whether the session was reauthenticated recently; a visit and its home session count separately. */
    isReauthenticated: sessionRepository.isReauthenticated,
    /**
     * Stores a reauthentication.
     * @returns false if the session has ended
     */
    markReauthenticated: sessionRepository.markReauthenticated,

    findIdentityProvider: sessionRepository.findIdentityProvider,
    /**
     * Ends a user's sessions that began by an identity provider, except one.
     * @returns the number
     */
    endOutside: sessionEndsRepository.endOutside,

    /**
     * Ends one session.
     * @returns its owner; undefined if it had ended already.
     */
    endOne: sessionEndsRepository.end,

    /**
     * Ends all sessions of a user except one, in the caller's transaction.
     * @returns the number
     */
    endAll: (db: Db, { companyId, userId }: Owner, reason: string, except?: string) =>
      sessionEndsRepository.endAll(db, companyId, userId, reason, except),

    /**
     * Ends all sessions of a principal except one, in the caller's transaction.
     * @returns the users
     */
    endOthers: sessionEndsRepository.endOthers,

    /**
     * Ends all sessions of a company, in the caller's transaction.
     * @returns the number
     */
    endCompany: sessionEndsRepository.endCompany,

    listBeyondPolicy: tenantLimits.listBeyondPolicy,
    enforcePolicy: tenantLimits.enforcePolicy,

    /** Number of live sessions of a user. */
    count: (db: Db, { companyId, userId }: Owner) => sessionRepository.count(db, companyId, userId),

    cacheReads: sessionCache.reads,
    /** Clears this node's cache, after a change that affects many users. */
    forgetAll: sessionCache.forgetAll,
    /** Removes a user from the cache of every node. Call after commit. */
    forgetUser: sessionCache.forgetUser,
    /** The same for all users of a company. */
    forgetCompany: sessionCache.forgetCompany,
  }
}

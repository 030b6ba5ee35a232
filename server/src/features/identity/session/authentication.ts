import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Authentication } from '../../../kernel/http/admit.ts'
import type { Origin } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import { refusalMessages } from '../../tenancy/tenants/index.ts'
import { hasBindingCookie } from './binding-cookie.ts'
import { endMessages, toEndMessage } from './end-reasons.ts'
import { createRightsReaders, type RightsPorts } from './rights-readers.ts'
import { sessionRepository as repository } from './session.repository.ts'
import type { CachedSession, createSessionCache } from './session-cache.ts'
import { sessionOfToken } from './token.ts'

const endedSession: Authentication = { kind: 'ended' }
/** The value of `status_of`. */
const lockedStatus = 2

/** Browsers without cookies get an explanation instead of a redirect loop. */
const unboundResult = ({ cookies }: Origin): Authentication =>
  cookies.binding === undefined ? { kind: 'ended', msg: signInErrors.cookiesNeeded.msg } : endedSession

type FoundSession = NonNullable<Awaited<ReturnType<typeof repository.find>>>
/** Why a session that exists does not admit its owner, apart from its token; undefined if it does. */
const findRefusal = ({ live, admission, status, ...found }: FoundSession): { msg: string | undefined } | undefined => {
  if (!live) return { msg: toEndMessage(found) }
  const refusal = refusalMessages[admission]
  if (refusal !== undefined) return { msg: refusal }
  return status === 1 ? undefined : { msg: endMessages[status === lockedStatus ? 'locked' : 'removed'] }
}
const toPerson = ({ userId, name, account, aesKey, principalCompanyId, principalId }: FoundSession) => ({
  userId,
  name,
  account,
  aesKey,
  ...(principalCompanyId !== null &&
    principalId !== null && { principal: { companyId: principalCompanyId, userId: principalId } }),
})

type Ports = RightsPorts & {
  database: Database
  secrets: Secrets
  sessionCache: ReturnType<typeof createSessionCache>
}

/**
 * Returns a function that authenticates an access token. A genuine but outdated token of a live session is `expired`; a
 * token without its browser's cookie is worthless (decision 19).
 */
export const createAuthentication = ({ database, secrets, sessionCache, ...ports }: Ports) => {
  const { readHomeRights, resolveGuest } = createRightsReaders(ports)

  const toSession = async (db: Db, sessionId: string, found: FoundSession): Promise<Authentication | CachedSession> => {
    const { bindingHash, companyId, companyName, platform } = found
    const homeRights = await readHomeRights(db, found)
    const person = { ...toPerson(found), sessionId }
    if (found.actCompanyId !== null) {
      const guest = await resolveGuest(db, sessionId, found, homeRights)
      if ('ended' in guest) return { kind: 'ended', msg: guest.ended }
      return { kind: 'session', actor: { ...person, platform: false, ...guest }, bindingHash }
    }
    const readOnly = found.admission === 'readOnly'
    return {
      kind: 'session',
      actor: { ...person, companyId, companyName, platform, readOnly, ...homeRights.rights },
      bindingHash,
    }
  }

  const loadSession = (sessionId: string, token: string, origin: Origin): Promise<Authentication | CachedSession> =>
    database.transact({ reach: 'platform' }, async (db) => {
      const found = await repository.find(db, sessionId)
      if (!found) return endedSession
      const refusal = findRefusal(found)
      // The reason is shown only to the browser the session was opened in: a copied token reveals nothing (decision
      // 19).
      if (refusal)
        return refusal.msg !== undefined && hasBindingCookie(found.bindingHash, origin)
          ? { kind: 'ended', msg: refusal.msg }
          : endedSession
      if (!found.fresh || !found.accessHash.equals(digest(token))) return { kind: 'expired' }
      if (found.longUnseen) await repository.touch(db, sessionId)
      return toSession(db, sessionId, found)
    })

  return async (origin: Origin): Promise<Authentication> => {
    const { token } = origin
    const cached = sessionCache.get(token)
    if (cached) return hasBindingCookie(cached.bindingHash, origin) ? cached : unboundResult(origin)
    const sessionId = sessionOfToken(secrets, 'access', token)
    if (sessionId === undefined) return endedSession
    const generation = sessionCache.generation()
    const found = await loadSession(sessionId, token, origin)
    if (!('bindingHash' in found)) return found
    sessionCache.set(token, found, generation)
    return hasBindingCookie(found.bindingHash, origin) ? found : unboundResult(origin)
  }
}

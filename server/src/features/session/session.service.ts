import { randomBytes } from 'node:crypto'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Authentication } from '../../kernel/http/admit.ts'
import { newId } from '../../kernel/ids.ts'
import { AppError, type AuditNote, type Origin } from '../../kernel/scope.ts'
import { digest, type Secrets } from '../../kernel/secrets.ts'
import { permissionsOf } from '../access/index.ts'
import type { Settings } from '../base-parameters/index.ts'
import { type Lifetimes, sessionRepository } from './session.repository.ts'
import { firstToken, nextToken, sessionOfToken } from './token.ts'

/** A token just replaced is answered alike this long: parallel calls of several tabs all arrive with it. */
const graceSeconds = 10
/** How long a node believes what it read: the bound on how late another node's revocation takes effect here. */
const believedMs = 1000
const ended: Authentication = { kind: 'ended' }

type Owner = { companyId: string; userId: string }
type Device = { id: string; name: string }
export type SessionService = ReturnType<typeof createSessionService>

export const createSessionService = (ports: { database: Database; secrets: Secrets; settings: Settings }) => {
  const { database, secrets, settings } = ports
  const believed = new LRUCache<string, Authentication>({ max: 50_000, ttl: believedMs })

  const lifetimes = async (db: Db) => {
    const values = await settings.read(db)
    return {
      accessMinutes: values['session.accessMinutes'],
      idleMinutes: values['session.idleMinutes'],
      absoluteMinutes: values['session.absoluteMinutes'],
    }
  }
  const trio = (token: string, refreshToken: string, aesKey: string, { accessMinutes, idleMinutes }: Lifetimes) => ({
    token,
    refreshToken,
    aesKey,
    expires: accessMinutes * 60,
    refreshExpires: idleMinutes * 60,
  })

  const look = (sessionId: string, token: string): Promise<Authentication> =>
    database.transact({ reach: 'platform' }, async (db) => {
      const found = await sessionRepository.find(db, sessionId)
      if (!found?.live) return ended
      if (found.companyStatus !== 1) return { kind: 'ended', msg: '企业已停用' }
      if (found.userStatus !== 1) return { kind: 'ended', msg: '账号已停用' }
      if (!found.fresh || !found.accessHash.equals(digest(token))) return { kind: 'expired' }
      const { companyId, userId, name, account, aesKey } = found
      const permissions = await permissionsOf(db, companyId, userId)
      return { kind: 'session', actor: { companyId, userId, name, account, sessionId, aesKey, permissions } }
    })

  return {
    /** What an access token stands for. A genuine token of a living session that is not the current one is `expired`. */
    async authenticate(token: string): Promise<Authentication> {
      const known = believed.get(token)
      if (known) return known
      const sessionId = sessionOfToken(secrets, 'access', token)
      if (sessionId === undefined) return ended
      const found = await look(sessionId, token)
      if (found.kind === 'session') believed.set(token, found)
      return found
    },

    /** Opens a session. Out: the trio the browser keeps. */
    async open(db: Db, owner: Owner, device: Device, origin: Origin) {
      const id = newId()
      const token = firstToken(secrets, 'access', id)
      const refreshToken = firstToken(secrets, 'refresh', id)
      const aesKey = randomBytes(8).toString('hex')
      const hashes = { accessHash: digest(token), refreshHash: digest(refreshToken) }
      const from = { deviceId: device.id, deviceName: device.name, ip: origin.ip, agent: origin.agent }
      const life = await lifetimes(db)
      await sessionRepository.insert(db, { id, ...owner, ...hashes, aesKey, ...from }, life)
      return trio(token, refreshToken, aesKey, life)
    },

    /**
     * Exchanges a refresh token (threat T5). The current one rotates; the one before is answered with the same
     * successor for a few seconds; an older one means that somebody holds a copy, and ends the session.
     */
    async refresh(db: Db, refreshToken: string) {
      const id = sessionOfToken(secrets, 'refresh', refreshToken)
      const session = id === undefined ? undefined : await sessionRepository.hold(db, id)
      if (!session?.live) throw new AppError(kernelErrors.sessionInvalid)
      const presented = digest(refreshToken)
      const token = nextToken(secrets, 'access', session.id, refreshToken)
      const successor = nextToken(secrets, 'refresh', session.id, refreshToken)
      const life = await lifetimes(db)
      if (session.refreshHash.equals(presented)) {
        const hashes = { accessHash: digest(token), refreshHash: digest(successor) }
        await sessionRepository.rotate(db, session.id, hashes, life)
        return trio(token, successor, session.aesKey, life)
      }
      const justReplaced = session.previousRefreshHash?.equals(presented) && session.secondsSinceRefresh <= graceSeconds
      if (justReplaced) return trio(token, successor, session.aesKey, life)
      await sessionRepository.end(db, session.id, 'reused')
      throw new AppError(kernelErrors.sessionInvalid, { keep: true })
    },

    /** Ends the session that either token names. Out: what the audit row should say; nothing when there was none. */
    async end(db: Db, accessToken: string, refreshToken: string | undefined, reason: string): Promise<AuditNote> {
      const id =
        sessionOfToken(secrets, 'access', accessToken) ?? sessionOfToken(secrets, 'refresh', refreshToken ?? '')
      const owner = id === undefined ? undefined : await sessionRepository.end(db, id, reason)
      return owner ? { actor: owner, entityId: owner.id, entityName: owner.name } : {}
    },

    /** Forgets what this node believes of a token, once its end is real. */
    forget: (token: string) => void believed.delete(token),
  }
}

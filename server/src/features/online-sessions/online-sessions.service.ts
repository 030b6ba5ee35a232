import type { SessionRow } from '@atrium/contract/features/online-sessions/online-sessions.contract.ts'
import { auditActor } from '../../kernel/audit-actor.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { principalOf, type RequestScope } from '../../kernel/scope.ts'
import type { SessionService } from '../session/index.ts'
import { onlineSessionsRepository as repository } from './online-sessions.repository.ts'

type Stored = Omit<SessionRow, 'area' | 'current' | 'client'> & { client: string }
export type OnlineSessions = ReturnType<typeof createOnlineSessions>

export const createOnlineSessions = (sessions: SessionService) => {
  const shown =
    ({ sessionId }: { sessionId: string }) =>
    <Row extends Stored>(row: Row) => ({
      ...row,
      client: row.client as SessionRow['client'],
      area: placeOf(row.ip),
      current: row.id === sessionId,
    })

  return {
    /** Everybody of the caller's company who is signed in. */
    async list({ db, actor }: RequestScope, query: Parameters<typeof repository.list>[2]) {
      const page = await repository.list(db, actor, query)
      return { ...page, data: page.data.map(shown(actor)) }
    },
    /** Where the caller is signed in, in all his companies. */
    own: async ({ db, actor }: RequestScope) => (await repository.ofPerson(db, principalOf(actor))).map(shown(actor)),
    /** Where somebody of the caller's company is signed in. */
    of: async ({ db, actor }: RequestScope, userId: string) =>
      (await repository.ofUser(db, actor.companyId, userId)).map(shown(actor)),

    /**
     * Ends a session of the caller's company, from the next request on. In: its id, why, and whose it must be, if only
     * one person's will do. Throws `notFound` for sessions that have ended or belong to somebody else.
     */
    async end(scope: RequestScope, id: string, reason: string, onlyOf?: string) {
      const owner = orNotFound(await repository.ownerOf(scope.db, scope.actor, id))
      if (onlyOf !== undefined && owner.userId !== onlyOf) orNotFound(undefined)
      await sessions.endOne(scope.db, id, reason)
      scope.note({ entityId: owner.userId, entityName: owner.name, after: { session: id } })
      scope.afterCommit(() => sessions.forgetUser(owner.userId))
      return null
    },

    /**
     * Ends one of the caller's own, in whichever of his companies it is: its log tells it. Throws `notFound` for sessions that
     * have ended or belong to somebody else.
     */
    async endOwn(scope: RequestScope, id: string) {
      const owner = orNotFound(await repository.ownerAmong(scope.db, principalOf(scope.actor), id))
      await sessions.endOne(scope.db, id, 'ownDevice')
      scope.note({ actor: auditActor(owner), entityId: owner.id, entityName: owner.name, after: { session: id } })
      scope.afterCommit(() => sessions.forgetUser(owner.id))
      return null
    },

    /** Ends all of the caller's sessions but the one he asks with, in all his companies. Out: how many. */
    async endOthers(scope: RequestScope) {
      const { userId, sessionId, name } = scope.actor
      const owners = await sessions.endOthers(scope.db, principalOf(scope.actor), 'ownDevice', sessionId)
      const ended = owners.length
      scope.note({ entityId: userId, entityName: name, after: { ended } })
      scope.afterCommit(() => {
        for (const owner of new Set(owners.map((each) => each.userId))) sessions.forgetUser(owner)
      })
      return { ended }
    },
  }
}

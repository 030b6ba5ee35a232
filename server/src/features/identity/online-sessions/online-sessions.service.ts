import type { SessionRow } from '@atrium/contract/features/people/users/session-row.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { type RequestScope, toPrincipal } from '../../../kernel/scope.ts'
import type { SessionService } from '../session/index.ts'
import { onlineSessionsRepository as repository } from './online-sessions.repository.ts'

type Stored = Omit<SessionRow, 'area' | 'current' | 'client'> & { client: string }
export type OnlineSessions = ReturnType<typeof createOnlineSessions>

export const createOnlineSessions = (sessions: SessionService) => {
  const toRow =
    ({ sessionId }: { sessionId: string }) =>
    <Row extends Stored>(row: Row) => ({
      ...row,
      client: row.client as SessionRow['client'],
      area: locateIp(row.ip),
      current: row.id === sessionId,
    })

  return {
    /** Live sessions of the caller's company. */
    async list({ db, actor }: RequestScope, query: Parameters<typeof repository.list>[2]) {
      const page = await repository.list(db, actor, query)
      return { ...page, data: page.data.map(toRow(actor)) }
    },
    /** The caller's live sessions, in all of their companies. */
    own: async ({ db, actor }: RequestScope) =>
      (await repository.ofPrincipal(db, toPrincipal(actor))).map(toRow(actor)),
    /** Live sessions of one user of the caller's company. */
    ofUser: async ({ db, actor }: RequestScope, userId: string) =>
      (await repository.ofUser(db, actor.companyId, userId)).map(toRow(actor)),

    /**
     * Ends a session of the caller's company, effective from the next request. Takes session id, reason, and optionally
     * the user it must belong to.
     * @throws `notFound` for ended or foreign sessions
     */
    async end(scope: RequestScope, id: string, reason: string, expectedUserId?: string) {
      const owner = orNotFound(await repository.findOwner(scope.db, scope.actor, id))
      if (expectedUserId !== undefined && owner.userId !== expectedUserId) orNotFound(undefined)
      await sessions.endOne(scope.db, id, reason)
      scope.note({ entityId: owner.userId, entityName: owner.name, after: { session: id } })
      scope.afterCommit(() => sessions.forgetUser(owner.userId))
      return null
    },

    /**
     * Ends one of the caller's own sessions in any of their companies; the log of that company records it.
     * @throws `notFound` for ended or foreign sessions
     */
    async endOwn(scope: RequestScope, id: string) {
      const owner = orNotFound(await repository.findOwnSession(scope.db, toPrincipal(scope.actor), id))
      await sessions.endOne(scope.db, id, 'ownDevice')
      scope.note({ actor: auditActor(owner), entityId: owner.id, entityName: owner.name, after: { session: id } })
      scope.afterCommit(() => sessions.forgetUser(owner.id))
      return null
    },

    /**
     * Ends all sessions of the caller except the current one, in all of their companies.
     * @returns the number
     */
    async endOthers(scope: RequestScope) {
      const { userId, sessionId, name } = scope.actor
      const owners = await sessions.endOthers(scope.db, toPrincipal(scope.actor), 'ownDevice', sessionId)
      const ended = owners.length
      scope.note({ entityId: userId, entityName: name, after: { ended } })
      scope.afterCommit(() => {
        for (const owner of new Set(owners.map((each) => each.userId))) sessions.forgetUser(owner)
      })
      return { ended }
    },
  }
}

import { auditActor } from '../../../../kernel/audit-actor.ts'
import { writeAudit } from '../../../../kernel/db/audit-log.ts'
import type { Database } from '../../../../kernel/db/database.ts'
import type { SessionService } from '../../../identity/session/index.ts'
import { findCaller, isLeaving } from '../provider/caller.ts'
import { currentContext } from '../provider/provider-library.ts'

type Ports = { database: Database; sessions: Pick<SessionService, 'endOne' | 'forgetUser'> }

/** Ends the sign-in of a grant that is removed because a person has left an application, and everything with it. */
export const createSignInEnder =
  ({ database, sessions }: Ports) =>
  async (sessionId: string): Promise<void> => {
    const ctx = currentContext()
    if (!isLeaving(ctx) || !ctx?.oidc.params?.logout) return
    const origin = findCaller(ctx)
    const owner = await database.transact({ reach: 'platform' }, async (db) => {
      const ended = await sessions.endOne(db, sessionId, 'logout')
      if (ended && origin)
        await writeAudit(db, {
          companyId: ended.companyId,
          actor: auditActor(ended),
          sessionId,
          origin,
          event: 'session.ended',
          entityId: ended.id,
          entityName: ended.name,
          ok: true,
          code: 0,
          ms: 0,
        })
      return ended
    })
    if (owner) sessions.forgetUser(owner.id)
  }

import type { visitAllowance, visitRejection } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/governance/visits/visits.errors.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { toVisitSubject, visitApproval } from './visit-approval.ts'
import { visitRequestsRepository as repository, type VisitRequestsQuery } from './visit-requests.repository.ts'

/** Decisions of a company on visit requests. */
export const createVisitRequests = ({ messages, approvals }: { messages: Messages; approvals: Approvals }) => {
  /**
   * Locks an open request in the version the decider saw.
   * @throws `guestDecides`, `decided` and `versionConflict`
   */
  const lockOpenRequest = async ({ db, actor }: RequestScope, id: string, seenVersion: number) => {
    if (actor.acting) throw new AppError(visitsErrors.guestDecides)
    const request = orNotFound(await repository.lockRow(db, actor, id))
    if (request.state !== 'open') throw new AppError(visitsErrors.decided)
    assertVersion({ id, version: request.version }, seenVersion)
    return request
  }

  return {
    async list({ db, actor }: RequestScope, query: VisitRequestsQuery) {
      assertPageDepth(query)
      return repository.list(db, actor, query)
    },

    async allow(scope: RequestScope, id: string, { minutes, version }: z.output<typeof visitAllowance>) {
      const { db, actor, origin } = scope
      const { companyId, companyName: company } = actor
      const request = await lockOpenRequest(scope, id, version)
      const subject = toVisitSubject(request)
      if (!(await approvals.decide(scope, visitApproval, subject, { act: 'approved', reason: '' }))) return null
      const { user } = request
      const until = await repository.allow(db, id, minutes, toAuthor(scope))
      const after = { state: 'allowed', minutes, until }
      scope.note({ entityId: id, entityName: user.name, before: { state: 'open' }, after })
      const values = { company, minutes: String(minutes), until: wallClock(origin.timeZone, new Date(until)) }
      await messages.notify(scope, [user.account], { companyId, template: 'visitAllowed', values })
      return null
    },

    async reject(scope: RequestScope, id: string, { reason, version }: z.output<typeof visitRejection>) {
      const { db, actor } = scope
      const { companyId, companyName: company } = actor
      const request = await lockOpenRequest(scope, id, version)
      await approvals.decide(scope, visitApproval, toVisitSubject(request), { act: 'refused', reason })
      const { user } = request
      await repository.reject(db, id, reason, toAuthor(scope))
      scope.note({
        entityId: id,
        entityName: user.name,
        before: { state: 'open' },
        after: { state: 'rejected', reason },
      })
      await messages.notify(scope, [user.account], {
        companyId,
        template: 'visitRejected',
        values: { company, reason },
      })
      return null
    },
  }
}

import type { deputyContract } from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { approvalsErrors } from '@atrium/contract/features/communication/approvals/approvals.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { deputiesRepository as repository } from './deputies.repository.ts'

type Write = InputOf<(typeof deputyContract)['setDeputy']>['body']

/** The caller's own deputy. */
export const deputies = {
  deputy: async ({ db, actor }: RequestScope) => (await repository.find(db, actor)) ?? null,
  /** Throws `periodReversed` and `unknownColleague`. */
  async setDeputy({ db, actor, note }: RequestScope, { account, startDay, endDay }: Write) {
    if (endDay < startDay) throw refusalAt(approvalsErrors.periodReversed, 'endDay')
    const found = await repository.findColleague(db, actor.companyId, account)
    if (!found || found.id === actor.userId) throw refusalAt(approvalsErrors.unknownColleague, 'account')
    await repository.set(db, actor, { deputyId: found.id, startDay, endDay })
    note({ entityId: actor.userId, entityName: actor.name, after: { deputy: found.name, startDay, endDay } })
    return null
  },
  async removeDeputy({ db, actor, note }: RequestScope) {
    await repository.remove(db, actor)
    note({ entityId: actor.userId, entityName: actor.name })
    return null
  },
}

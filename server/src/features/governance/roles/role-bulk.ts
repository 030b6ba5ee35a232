import { type bulkElements, rolesBulk } from '@atrium/contract/features/governance/roles/roles.bulk.ts'
import { rolesErrors } from '@atrium/contract/features/governance/roles/roles.errors.ts'
import type * as z from 'zod/mini'
import { type BulkWork, defineBulkSource } from '../../../kernel/bulk/bulk-source.ts'
import { tryAndSum } from '../../../kernel/bulk/try-rows.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import type { RoleGrantsService } from './role-grants.service.ts'
import { rolesRepository as repository } from './roles.repository.ts'

type Input = z.output<typeof bulkElements>
const pickRights = (shown: unknown) => {
  const { gainingUsers, losingUsers } = shown as { gainingUsers: number; losingUsers: number }
  return { gains: gainingUsers, losses: losingUsers }
}

/** Operations on many roles, by the functions that change one. */
export const createRoleBulk = (grants: RoleGrantsService) => {
  const changing = (
    same: NonNullable<BulkWork<Input>['same']>,
    apply: (scope: RequestScope, id: string, input: Input) => Promise<unknown>,
  ): BulkWork<Input> => ({
    same,
    apply,
    judge: (scope, ids, input) => tryAndSum(scope, ids, (own, id) => apply(own, id, input), pickRights),
    async remember({ db, actor }, ids) {
      const elements = new Map<string, unknown>()
      for (const id of ids) elements.set(id, (await repository.findGrants(db, actor.companyId, id))?.elems ?? [])
      return elements
    },
    undo: (scope, id, before) => grants.restoreElements(scope, id, before as string[]),
  })

  return defineBulkSource<(typeof rolesBulk)['filter']['shape'], (typeof rolesBulk)['operations']>({
    bulk: rolesBulk,
    find: async (db, actor, filter) => repository.matchingIds(db, actor.companyId, filter),
    hold: (db, actor, ids) => repository.holdAll(db, actor.companyId, ids),
    work: {
      giveElements: changing([rolesErrors.elementsHeld], (scope, id, { elems }) =>
        grants.giveElements(scope, id, elems),
      ),
      takeElements: changing([rolesErrors.elementsLacking], (scope, id, { elems }) =>
        grants.takeElements(scope, id, elems),
      ),
    },
  })
}

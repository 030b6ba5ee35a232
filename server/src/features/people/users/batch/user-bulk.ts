import type { GrantImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { userMovesBulk } from '@atrium/contract/features/people/organizations/user-moves.bulk.ts'
import type { RequestedMembership, RequestedRole } from '@atrium/contract/features/people/users/assignments.ts'
import type {
  BatchAction,
  batchGrant,
  batchMove,
  batchRevocation,
} from '@atrium/contract/features/people/users/user-batch.contract.ts'
import type { userLock } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersBulk } from '@atrium/contract/features/people/users/users.bulk.ts'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type * as z from 'zod/mini'
import { type BulkSource, type BulkWork, defineBulkSource, type Judged } from '../../../../kernel/bulk/bulk-source.ts'
import { tryRows } from '../../../../kernel/bulk/try-rows.ts'
import type { RequestScope } from '../../../../kernel/scope.ts'
import { roleAssignments } from '../../../access/authorization/index.ts'
import { managedUsersRepository as repository } from '../listing/managed-users.repository.ts'
import { allMatchingUsers } from '../listing/matching-users.repository.ts'
import { type StoredStatus, storedStatusRepository as stored } from '../status/stored-status.repository.ts'
import { refusePast } from '../user-rules.ts'
import type { UsersService } from '../users.service.ts'
import { judgeStatusAction } from './batch-impact.ts'
import { moveToOrganization, returnToOrganizations, toMemberships } from './move-to-organization.ts'
import type { UserBatchPorts } from './user-batch.service.ts'

type Ports = UserBatchPorts & { users: Pick<UsersService, 'judgeReset' | 'resetTo' | 'preparePasswords'> }
/** What the sources of operations on users have in common. */
const rows: Pick<BulkSource<(typeof usersBulk)['filter']['shape']>, 'find' | 'together' | 'hold'> = {
  find: async (db, actor, filter) => (await allMatchingUsers(db, actor, filter)).rows.select('users.id'),
  together: async (db, { companyId }) => (await roleAssignments.companyAdmins(db, companyId)).map(({ id }) => id),
  hold: (db, actor, ids, which) => repository.holdAll(db, actor, ids, which),
}

/** The roles of users that one operation changes. */
const listAssignments = async ({ db, actor }: RequestScope, ids: readonly string[], roleId: string) => {
  const found = new Map<string, RequestedRole[]>()
  for (const userId of ids) {
    const all = await roleAssignments.of(db, { companyId: actor.companyId, userId })
    found.set(
      userId,
      all
        .filter((each) => each.roleId === roleId)
        .map(({ orgId, startTime, expireTime, reason }) => ({ roleId, orgId, startTime, expireTime, reason })),
    )
  }
  return found
}
const readOrganizations = async ({ db, actor }: RequestScope, ids: readonly string[]) =>
  new Map((await repository.findAll(db, actor, ids)).map((user) => [user.id, toMemberships(user)]))

/** Who gains and loses what, as numbers of users. */
const toNumbers = ({ gainingUsers, losingUsers, gained, lost }: GrantImpact) => ({
  gainingUsers,
  losingUsers,
  ...Object.fromEntries(gained.map(({ name, users: many }) => [t('获得权限“{name}”的用户', { name }), many])),
  ...Object.fromEntries(lost.map(({ name, users: many }) => [t('失去权限“{name}”的用户', { name }), many])),
})

/** Operations on many users, by the functions that change one. */
export const createUserBulks = (ports: Ports) => {
  const { users, userStatus, userRoles, confirmAssignments } = ports

  const onStatus = <Input>(
    action: BatchAction,
    same: BulkWork<Input>['same'],
    apply: BulkWork<Input>['apply'],
  ): BulkWork<Input> => ({
    ...(same && { same }),
    judge: (scope, ids) => judgeStatusAction(scope, action, ids),
    apply,
    remember: ({ db, actor }, ids) => stored.of(db, actor.companyId, ids),
    undo: (scope, id, before) => userStatus.putBack(scope, id, before as StoredStatus),
  })

  /** Judges changes of assignments together, as their impact is that of all. */
  const judgeAssignments =
    <Input>(apply: BulkWork<Input>['apply']) =>
    async (scope: RequestScope, ids: readonly string[], input: Input): Promise<Judged> => {
      let impact: Readonly<Record<string, number>> = {}
      const measure = (own: RequestScope, changeAll: () => Promise<void>) => {
        const confirm = (shown: unknown) => {
          impact = toNumbers(shown as GrantImpact)
        }
        return confirmAssignments({ ...own, confirm }, ids, changeAll, true)
      }
      const refusals = await tryRows(scope, ids, (own, id) => apply(own, id, input), measure)
      return { refusals, impact }
    }
  const onAssignments = <Input>(
    same: BulkWork<Input>['same'],
    work: Pick<BulkWork<Input>, 'apply' | 'remember' | 'undo' | 'refuseInput'>,
  ): BulkWork<Input> => ({ ...(same && { same }), ...work, judge: judgeAssignments(work.apply) })

  const ofUsers = defineBulkSource<(typeof usersBulk)['filter']['shape'], (typeof usersBulk)['operations']>({
    bulk: usersBulk,
    ...rows,
    work: {
      lock: {
        ...onStatus<z.output<typeof userLock>>('lock', [usersErrors.alreadyLocked], (scope, id, input) =>
          userStatus.lock(scope, id, input),
        ),
        refuseInput: (_, { until }) => refusePast(until, 'input.until'),
      },
      unlock: onStatus('unlock', [usersErrors.notLocked], (scope, id) => userStatus.unlock(scope, id)),
      disable: onStatus('disable', [usersErrors.alreadyDisabled], (scope, id) => userStatus.disable(scope, id)),
      enable: onStatus('enable', [usersErrors.notDisabled], (scope, id) => userStatus.enable(scope, id)),
      remove: onStatus('delete', undefined, (scope, id) => userStatus.remove(scope, id)),
      expire: {
        same: [usersErrors.sameExpiry],
        refuseInput: (_, { expireTime }) => refusePast(expireTime, 'input.expireTime'),
        apply: (scope, id, { expireTime }) => userStatus.expire(scope, id, expireTime),
        remember: ({ db, actor }, ids) => stored.of(db, actor.companyId, ids),
        undo: (scope, id, before) => userStatus.putBack(scope, id, before as StoredStatus),
      },
      reset: {
        async judge(scope, ids) {
          return { refusals: await tryRows(scope, ids, (own, id) => users.judgeReset(own, id)) }
        },
        prepare: (actor, ids) => users.preparePasswords(actor, ids),
        apply(scope, id, _input, prepared) {
          if (!prepared) throw new Error('a password is reset by a run, which prepares it')
          return users.resetTo(scope, id, prepared.hash)
        },
      },
      grantRole: onAssignments<z.output<typeof batchGrant>>([usersErrors.alreadyGranted], {
        refuseInput: (_, { expireTime }) => refusePast(expireTime, 'input.expireTime'),
        apply: (scope, id, input) => userRoles.grant(scope, id, input),
        undo: (scope, id, _before, { roleId }) => userRoles.revoke(scope, id, roleId),
      }),
      revokeRole: onAssignments<z.output<typeof batchRevocation>>([usersErrors.notGranted], {
        apply: (scope, id, { roleId }) => userRoles.revoke(scope, id, roleId),
        remember: (scope, ids, { roleId }) => listAssignments(scope, ids, roleId),
        undo: (scope, id, before) => userRoles.regrant(scope, id, before as RequestedRole[]),
      }),
    },
  })
  const ofMoves = defineBulkSource<(typeof userMovesBulk)['filter']['shape'], (typeof userMovesBulk)['operations']>({
    bulk: userMovesBulk,
    ...rows,
    work: {
      move: onAssignments<z.output<typeof batchMove>>([usersErrors.alreadyThere], {
        apply: (scope, userId, { orgId }) => moveToOrganization(ports, scope, { userId, orgId, field: 'input.orgId' }),
        remember: readOrganizations,
        undo: (scope, id, before) => returnToOrganizations(ports, scope, id, before as RequestedMembership[]),
      }),
    },
  })
  return [ofUsers, ofMoves]
}

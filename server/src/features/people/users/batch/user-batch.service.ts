import type { BatchAction, BatchResult, UserBatch } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { runEachInSavepoint } from '../../../../kernel/db/run-each-in-savepoint.ts'
import type { RequestScope } from '../../../../kernel/scope.ts'
import type { SessionEnder } from '../../../../kernel/session-ender.ts'
import type { ConfirmAssignments } from '../roles/role-change.ts'
import type { UserRolesService } from '../roles/user-roles.service.ts'
import type { UserStatusService } from '../status/user-status.service.ts'
import { refusePast, requireRight, type UserRight } from '../user-rules.ts'
import type { PlanMemberships } from '../writing/plan-memberships.ts'
import { confirmBatch } from './batch-impact.ts'
import { moveToOrganization } from './move-to-organization.ts'

const { lock, unlock, disable, enable, remove, restore } = userStatusContract
const { assignRoles } = userRolesContract

/** Right and event of the call that does the same for one user. */
const singleCalls: Readonly<Record<BatchAction, { right: UserRight; event: string }>> = {
  lock: { right: 'sysUsers:lock', event: lock.audit.event },
  unlock: { right: 'sysUsers:lock', event: unlock.audit.event },
  disable: { right: 'sysUsers:lock', event: disable.audit.event },
  enable: { right: 'sysUsers:lock', event: enable.audit.event },
  delete: { right: 'sysUsers:delete', event: remove.audit.event },
  restore: { right: 'sysUsers:delete', event: restore.audit.event },
  grantRole: { right: 'sysUsers:roles', event: assignRoles.audit.event },
  revokeRole: { right: 'sysUsers:roles', event: assignRoles.audit.event },
  moveToOrg: { right: 'sysOrgs:members', event: usersContract.update.audit.event },
}
const changesAssignments = (action: BatchAction) =>
  action === 'grantRole' || action === 'revokeRole' || action === 'moveToOrg'

/** What changing many users needs of others. */
export type UserBatchPorts = {
  planMemberships: PlanMemberships
  confirmAssignments: ConfirmAssignments
  sessions: SessionEnder
  userStatus: UserStatusService
  userRoles: UserRolesService
}

/** Changes many users at once. */
export const createUserBatch = (ports: UserBatchPorts) => {
  const { userStatus, userRoles, confirmAssignments } = ports
  const applyAction = (scope: RequestScope, batch: UserBatch, userId: string): Promise<null> => {
    switch (batch.action) {
      case 'lock':
        return userStatus.lock(scope, userId, batch.params)
      case 'unlock':
      case 'disable':
      case 'enable':
      case 'restore':
        return userStatus[batch.action](scope, userId)
      case 'delete':
        return userStatus.remove(scope, userId)
      case 'grantRole':
        return userRoles.grant(scope, userId, batch.params)
      case 'revokeRole':
        return userRoles.revoke(scope, userId, batch.params.roleId)
      case 'moveToOrg':
        return moveToOrganization(ports, scope, { userId, orgId: batch.params.orgId, field: 'params.orgId' })
    }
  }
  /** Throws for parameters that would be refused for every user. */
  const refuseInvalidParams = (batch: UserBatch) => {
    if (batch.action === 'lock') refusePast(batch.params.until, 'params.until')
    if (batch.action === 'grantRole') refusePast(batch.params.expireTime, 'params.expireTime')
  }
  const runEach = (scope: RequestScope, batch: UserBatch, ids: readonly string[]) =>
    runEachInSavepoint(
      scope,
      ids.map((id) => ({ id })),
      (own, { id }) => applyAction(own, batch, id),
    )
  /** Asks for confirmation of the rights gained and lost, measured after the change; 111 rolls it back. */
  const runAssignments = async (scope: RequestScope, batch: UserBatch, ids: readonly string[]) => {
    let ran: Awaited<ReturnType<typeof runEach>> = { done: [], failed: [] }
    const confirm = (grants: unknown) => {
      const nothing = { sessions: 0, accessRequests: 0, invitations: 0, roles: [] }
      scope.confirm({ total: ids.length, refused: ran.failed, ...nothing, grants })
    }
    const change = async () => {
      ran = await runEach(scope, batch, ids)
    }
    await confirmAssignments({ ...scope, confirm }, ids, change, true)
    return ran
  }

  return {
    /**
     * Applies an action to many users, each separately: a refusal does not affect the others. Asks for confirmation of
     * the total impact first.
     */
    async batch(scope: RequestScope, batch: UserBatch): Promise<BatchResult> {
      const { right, event } = singleCalls[batch.action]
      requireRight(scope.actor, right)
      refuseInvalidParams(batch)
      // Sorted, so that two batches wait for each other instead of deadlocking.
      const ids = [...new Set(batch.ids)].sort()
      const isMeasured = changesAssignments(batch.action)
      if (!isMeasured) await confirmBatch(scope, batch.action, ids)
      const { done, failed } = await (isMeasured ? runAssignments : runEach)(scope, batch, ids)
      const noted = done.map(({ noted: { sideEffects = [], ...own } }) => ({ own, sideEffects }))
      const { ids: _listed, ...request } = batch
      scope.note({
        after: { ...request, done: noted.map(({ own }) => own), failed },
        sideEffects: noted.flatMap(({ own, sideEffects }) => [{ ...own, event }, ...sideEffects]),
      })
      return { total: ids.length, ok: done.length, failed }
    },
  }
}

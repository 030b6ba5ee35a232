import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { id, idParams, nothing, person } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'

/** Maximum rows per batch. */
export const maxBatch = 200
const lockBody = { reason: multilineText(200, '请填写锁定原因'), until: optionalMomentInput }
export const userLock = z.object(lockBody)
export const userRemoval = z.object({
  /** Successor for open items of the deleted user. */
  handoverTo: z.optional(id),
})
const dependents = {
  /** Active sessions, which end. */
  sessions: z.int(),
  /** Pending access requests. */
  accessRequests: z.int(),
  /** Usable invitations created by the user. */
  invitations: z.int(),
}
/** Impact of locking, disabling or deleting a user on dependents. */
export const userImpact = z.object({
  ...dependents,
  /** Names of current roles. */
  roles: z.array(z.string()),
  /** Successor for the invitations. */
  handover: z.nullable(person),
})
export type UserImpact = z.output<typeof userImpact>

export const batchActions = ['lock', 'unlock', 'disable', 'enable', 'delete', 'restore'] as const
export const userBatch = z
  .object({
    action: z.enum(batchActions),
    ids: z.array(id).check(z.minLength(1, '请先选择数据'), z.maxLength(maxBatch, `一次最多 ${maxBatch} 条`)),
    /** Required for locking. */
    params: z.optional(userLock),
  })
  .check(
    z.refine(({ action, params }) => action !== 'lock' || params !== undefined, {
      error: '请填写锁定原因',
      path: ['params'],
    }),
  )
export type UserBatch = z.output<typeof userBatch>
const refusals = z.array(z.object({ id: z.string(), code: z.int(), msg: z.string() }))
export const batchResult = z.object({ total: z.int(), ok: z.int(), failed: refusals })
export type BatchResult = z.output<typeof batchResult>
/** Impact of locking, disabling or deleting several users, summed over those affected. */
export const batchImpact = z.object({
  /** Number of selected users. */
  total: z.int(),
  /** Users that are skipped, with the reason. */
  refused: refusals,
  ...dependents,
  /** Names of current roles with their numbers of assignees. */
  roles: z.array(z.object({ name: z.string(), users: z.int() })),
})
export type BatchImpact = z.output<typeof batchImpact>

export const userStatusContract = defineContract('sysUsers', {
  remove: {
    method: 'DELETE',
    path: '/api/sys/users/:id/v1',
    summary: 'Move a user to the recycle bin for thirty days; previews what ends and who can take it over',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'user.removed' },
    params: idParams,
    body: userRemoval,
    impact: userImpact,
    reply: nothing,
  },
  restore: {
    method: 'PUT',
    path: '/api/sys/users/:id/restore/v1',
    summary: 'Restore a user from the recycle bin',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'user.restored' },
    params: idParams,
    reply: nothing,
  },
  lock: {
    method: 'PUT',
    path: '/api/sys/users/:id/lock/v1',
    summary: 'Lock a user, temporarily or until unlocked; previews what ends',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.locked' },
    params: idParams,
    body: userLock,
    impact: userImpact,
    reply: nothing,
  },
  unlock: {
    method: 'PUT',
    path: '/api/sys/users/:id/unlock/v1',
    summary: 'Unlock a user',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.unlocked' },
    params: idParams,
    reply: nothing,
  },
  disable: {
    method: 'PUT',
    path: '/api/sys/users/:id/disable/v1',
    summary: 'Disable a user until enabled again; previews what ends',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.disabled' },
    params: idParams,
    impact: userImpact,
    reply: nothing,
  },
  enable: {
    method: 'PUT',
    path: '/api/sys/users/:id/enable/v1',
    summary: 'Enable a disabled user',
    access: permitted('lock'),
    reach: 'company',
    audit: { event: 'user.enabled' },
    params: idParams,
    reply: nothing,
  },
  batch: {
    method: 'POST',
    path: '/api/sys/users/batch/v1',
    summary:
      'Apply one change to many users, each authorized on its own; locking, disabling and deleting preview what ends and who is refused',
    access: permitted('list'),
    reach: 'company',
    audit: { event: 'user.batchChanged' },
    body: userBatch,
    impact: batchImpact,
    reply: batchResult,
  },
})

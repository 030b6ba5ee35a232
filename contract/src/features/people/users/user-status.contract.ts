import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText } from '../../../kernel/fields.ts'
import { id, idParams, nothing, person } from '../../../kernel/listing.ts'
import { moduleConcerns } from '../../../kernel/module-concerns.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { inScope } from '../../access/row-scopes/id-bounds.ts'

const lockBody = { reason: multilineText(200, '请填写锁定原因'), until: optionalMomentInput }
export const userLock = z.object(lockBody)
export const userRemoval = z.object({
  /** Successor for open items of the deleted user. */
  handoverTo: z.optional(id),
})
export const dependents = {
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
  roles: z.array(productText()),
  /** Successor for the invitations. */
  handover: z.nullable(person),
  modules: moduleConcerns,
})
export type UserImpact = z.output<typeof userImpact>

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
    ids: { 'params.id': inScope('user'), 'body.handoverTo': inScope('user') },
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
    ids: { 'params.id': inScope('user') },
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
    ids: { 'params.id': inScope('user') },
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
    ids: { 'params.id': inScope('user') },
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
    ids: { 'params.id': inScope('user') },
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
    ids: { 'params.id': inScope('user') },
  },
})

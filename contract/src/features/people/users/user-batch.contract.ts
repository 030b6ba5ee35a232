import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalMultilineText } from '../../../kernel/fields.ts'
import { id } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { grantImpact } from '../../access/authorization/grant-impact.ts'
import { judgedEach, withinOwnRights } from '../../access/row-scopes/id-bounds.ts'
import { dependents, userLock } from './user-status.contract.ts'

/** Maximum rows per batch. */
export const maxBatch = 200
const roleId = z.uuid('请选择角色')
export const batchGrant = z.object({ roleId, expireTime: optionalMomentInput, reason: optionalMultilineText(200) })
export const batchRevocation = z.object({ roleId })
export const batchMove = z.object({ orgId: z.uuid('请选择组织') })

const ids = z
  .array(id)
  .check(
    z.minLength(1, '请先选择数据'),
    z.maxLength(maxBatch, { error: () => t('一次最多 {maxBatch} 条', { maxBatch }) }),
  )
export const userBatch = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['unlock', 'disable', 'enable', 'delete', 'restore']), ids }),
  z.object({ action: z.literal('lock'), ids, params: userLock }),
  z.object({ action: z.literal('grantRole'), ids, params: batchGrant }),
  z.object({ action: z.literal('revokeRole'), ids, params: batchRevocation }),
  /** The organisation replaces the primary one. */
  z.object({ action: z.literal('moveToOrg'), ids, params: batchMove }),
])
export type UserBatch = z.output<typeof userBatch>
export type BatchAction = UserBatch['action']

const refusals = z.array(z.object({ id: z.string(), code: z.int(), msg: productSentence() }))
export const batchResult = z.object({ total: z.int(), ok: z.int(), failed: refusals })
export type BatchResult = z.output<typeof batchResult>
/** Impact of a batch, summed over the affected users. */
export const batchImpact = z.object({
  /** Number of selected users. */
  total: z.int(),
  /** Users that are skipped, with the reason. */
  refused: refusals,
  ...dependents,
  /** Names of current roles that cannot be used any more, with their numbers of assignees. */
  roles: z.array(z.object({ name: productText(), users: z.int() })),
  /** Rights gained and lost by changed roles and organisations; null for other actions. */
  grants: z.nullable(grantImpact),
})
export type BatchImpact = z.output<typeof batchImpact>

export const userBatchContract = defineContract('sysUsers', {
  batch: {
    method: 'POST',
    path: '/api/sys/users/batch/v1',
    summary:
      'Apply one change to many users, each authorized on its own; all that take or give anything preview it and who is refused',
    access: permitted('list'),
    reach: 'company',
    audit: { event: 'user.batchChanged' },
    body: userBatch,
    namesUsers: 'inRowScope',
    impact: batchImpact,
    reply: batchResult,
    ids: { 'body.ids': judgedEach, 'body.params.roleId': withinOwnRights, 'body.params.orgId': withinOwnRights },
  },
})

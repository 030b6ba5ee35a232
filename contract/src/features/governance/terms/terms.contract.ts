import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { id, listQuery, listSchema, moment, person } from '../../../kernel/listing.ts'
import { momentInput } from '../../../kernel/moment-input.ts'
import { productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { phoneSearch } from '../../access/registry/user-fields.ts'
import { judgedEach } from '../../access/row-scopes/id-bounds.ts'
import { batchResult, maxBatch } from '../../people/users/user-batch.contract.ts'

/** Notice period in days. */
export const noticeDays = 3
/** How far ahead terms are listed at most, and by default. */
export const maxTermDays = 90

/** A term: a role assignment that ends or, without a role, an account that expires. */
const term = z.object({
  userId: id,
  roleId: z.nullable(id),
  /** Expiry as the caller saw it. */
  expireTime: momentInput,
})
export type Term = z.output<typeof term>
/** Unique id of a term. */
export const termId = ({ userId, roleId }: Pick<Term, 'userId' | 'roleId'>): string =>
  roleId === null ? userId : `${userId}.${roleId}`

export const termRow = z.object({
  id: z.string(),
  userId: z.string(),
  account: z.string(),
  name: z.string(),
  roleId: z.nullable(z.string()),
  /** Empty for an account. */
  roleName: productText(),
  expireTime: moment,
  /** Reason and grantor of the assignment. */
  reason: z.string(),
  grantBy: z.nullable(person),
  /** Marked to expire as planned. */
  released: z.boolean(),
  /** The caller's own term, which only others may change. */
  self: z.boolean(),
})
export type TermRow = z.output<typeof termRow>

const terms = z
  .array(term)
  .check(
    z.minLength(1, '请先选择数据'),
    z.maxLength(maxBatch, { error: () => t('一次最多 {maxBatch} 条', { maxBatch }) }),
  )
export const termExtension = z.object({ terms, until: momentInput })
/** `now`: ends at once; `end`: expires as planned, without further notices. */
export const releaseTimes = ['end', 'now'] as const
export type ReleaseTime = (typeof releaseTimes)[number]
export const termRelease = z.object({ terms, when: z.enum(releaseTimes) })

/** Impact of ending terms at once. */
export const termsImpact = z.object({
  /** Chosen terms. */
  total: z.int(),
  /** Terms that will not end, with the reason. */
  refused: batchResult.shape.failed,
  roles: z.array(z.object({ name: productText(), users: z.int() })),
  /** Accounts that can no longer sign in. */
  accounts: z.int(),
})
export type TermsImpact = z.output<typeof termsImpact>

/**
 * Expiring role assignments, for callers who may change users' roles; accounts only with the permission to edit users.
 */
export const termsContract = defineContract('sysUsers', {
  terms: {
    method: 'GET',
    path: '/api/sys/terms/v1',
    summary: 'List role assignments and accounts in the caller’s row scope that expire within some days, soonest first',
    access: permitted('roles'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'inRowScope',
    restrictedSearch: phoneSearch,
    query: listQuery({
      sortable: [],
      filters: {
        /** Defaults to `maxTermDays`. */
        days: z.pipe(
          z.coerce.number('请输入天数'),
          z
            .int('请输入天数')
            .check(
              z.gte(1, '请输入天数'),
              z.lte(maxTermDays, { error: () => t('最多 {maxTermDays} 天', { maxTermDays }) }),
            ),
        ),
      },
    }),
    reply: listSchema(termRow),
  },
  extendTerms: {
    method: 'PUT',
    path: '/api/sys/terms/extend/v1',
    summary: 'Extend role assignments and accounts, each authorized on its own like an assignment',
    access: permitted('roles'),
    reach: 'company',
    audit: { event: 'term.extended' },
    body: termExtension,
    reply: batchResult,
    ids: { 'body.terms.userId': judgedEach, 'body.terms.roleId': judgedEach },
  },
  releaseTerms: {
    method: 'PUT',
    path: '/api/sys/terms/release/v1',
    summary: 'Let role assignments and accounts expire, or end them now, which previews the impact',
    access: permitted('roles'),
    reach: 'company',
    audit: { event: 'term.released' },
    body: termRelease,
    impact: termsImpact,
    reply: batchResult,
    ids: { 'body.terms.userId': judgedEach, 'body.terms.roleId': judgedEach },
  },
})

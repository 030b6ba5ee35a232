import * as z from 'zod/mini'
import { chosenMoment } from '../../kernel/chosen-moment.ts'
import { defineContract, permitted } from '../../kernel/endpoint.ts'
import { id, listOf, listQuery, moment, person } from '../../kernel/listing.ts'
import { findsByPhone } from '../users/user-fields.ts'
import { batchResult, maxBatch } from '../users/users.contract.ts'

/** So many days before its end somebody is told of a term, unless he asks for more. */
export const noticeDays = 3
const maxDays = 30

/** What has an end: a role that somebody was given, or, without one, his account. */
const term = z.object({
  userId: id,
  roleId: z.nullable(id),
  /** Its end as the caller saw it. */
  expireTime: chosenMoment,
})
export type Term = z.output<typeof term>
/** One name for each. */
export const termId = ({ userId, roleId }: Pick<Term, 'userId' | 'roleId'>): string =>
  roleId === null ? userId : `${userId}.${roleId}`

export const termRow = z.object({
  id: z.string(),
  userId: z.string(),
  account: z.string(),
  name: z.string(),
  roleId: z.nullable(z.string()),
  /** Empty for an account. */
  roleName: z.string(),
  expireTime: moment,
  /** Why it was given, and by whom. */
  reason: z.string(),
  grantBy: z.nullable(person),
  /** It was said that it may run out. */
  released: z.boolean(),
  /** It is the caller’s own, which others decide about. */
  self: z.boolean(),
})
export type TermRow = z.output<typeof termRow>

const terms = z.array(term).check(z.minLength(1, '请先选择数据'), z.maxLength(maxBatch, `一次最多 ${maxBatch} 条`))
export const termExtension = z.object({ terms, until: chosenMoment })
/** `now`: it ends at once; `end`: it runs out, and nobody is asked about it any more. */
export const releaseTimes = ['end', 'now'] as const
export type ReleaseTime = (typeof releaseTimes)[number]
export const termRelease = z.object({ terms, when: z.enum(releaseTimes) })

/** What ending terms at once takes from people. */
export const termsImpact = z.object({
  /** How many were chosen. */
  total: z.int(),
  /** Which will not be ended, and why not. */
  refused: batchResult.shape.failed,
  roles: z.array(z.object({ name: z.string(), users: z.int() })),
  /** Accounts that nobody signs in with any more. */
  accounts: z.int(),
})
export type TermsImpact = z.output<typeof termsImpact>

/** Whoever changes somebody’s roles is told when they run out; accounts only with the right to edit users. */
export const termsContract = defineContract('sysUsers', {
  terms: {
    method: 'GET',
    path: '/api/sys/terms/v1',
    summary: 'Which roles and accounts of the people I see run out within some days, the soonest first',
    access: permitted('roles'),
    reach: 'company',
    wire: 'list',
    people: 'scoped',
    finds: findsByPhone,
    query: listQuery({
      sortable: [],
      filters: {
        /** Three, unless said otherwise. */
        days: z.pipe(
          z.coerce.number('请输入天数'),
          z.int('请输入天数').check(z.gte(1, '请输入天数'), z.lte(maxDays, `最多 ${maxDays} 天`)),
        ),
      },
    }),
    reply: listOf(termRow),
  },
  extendTerms: {
    method: 'PUT',
    path: '/api/sys/terms/extend/v1',
    summary: 'Give roles and accounts a later end, each judged on its own, as giving the role is',
    access: permitted('roles'),
    reach: 'company',
    audit: { event: 'term.extended' },
    body: termExtension,
    reply: batchResult,
  },
  releaseTerms: {
    method: 'PUT',
    path: '/api/sys/terms/release/v1',
    summary: 'Let roles and accounts run out, or end them at once, which shows first what that takes',
    access: permitted('roles'),
    reach: 'company',
    audit: { event: 'term.released' },
    body: termRelease,
    impact: termsImpact,
    reply: batchResult,
  },
})

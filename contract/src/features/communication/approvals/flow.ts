import * as z from 'zod/mini'
import { id } from '../../../kernel/listing.ts'

/** A flow is short, so that it can be read as a list, and always ends. */
export const maxSteps = 5
/** People or roles named by one step. */
export const maxNamed = 20
export const maxExpireDays = 180
const maxHours = 720

/**
 * Who decides in a step: named users, holders of named roles, leaders of the asker's organisations, holders of the
 * permission that the kind requires, administrators of the company.
 */
export const deciders = ['users', 'roles', 'leader', 'holders', 'administrators'] as const
export type Deciders = (typeof deciders)[number]
export const comparisons = ['is', 'isNot', 'atLeast', 'below'] as const

const condition = z.object({
  /** Declared by the kind. */
  field: z.string().check(z.minLength(1), z.maxLength(40)),
  comparison: z.enum(comparisons),
  value: z.string().check(z.maxLength(100)),
})
export type Condition = z.output<typeof condition>

const hours = z.nullable(z.int('请输入 1 到 720 之间的整数').check(z.gte(1), z.lte(maxHours)))
export const approvalStep = z
  .object({
    by: z.enum(deciders),
    /** Of users or roles; empty for all others. */
    ids: z._default(z.array(id).check(z.maxLength(maxNamed, '最多 20 个')), []),
    /** So many of them approve; one refusal is enough to refuse. */
    need: z._default(z.int('请输入 1 到 20 之间的整数').check(z.gte(1), z.lte(maxNamed)), 1),
    /** Without it, the step is for all. */
    when: z._default(z.nullable(condition), null),
    remindHours: z._default(hours, null),
    /** When administrators join. */
    escalateHours: z._default(hours, null),
  })
  .check(
    z.refine(({ by, ids }) => (by === 'users' || by === 'roles' ? ids.length > 0 : true), {
      error: '请选择审批人',
      path: ['ids'],
    }),
    z.refine(({ by, ids, need }) => by !== 'users' || need <= ids.length, {
      error: '需要的人数不能超过审批人数',
      path: ['need'],
    }),
  )
export type ApprovalStep = z.output<typeof approvalStep>

export const approvalFlow = z.object({
  steps: z.array(approvalStep).check(z.minLength(1, '请至少添加一个步骤'), z.maxLength(maxSteps, '最多 5 个步骤')),
  /** What is undecided by then ends. */
  expireDays: z.int('请输入 1 到 180 之间的整数').check(z.gte(1), z.lte(maxExpireDays)),
})
export type ApprovalFlow = z.output<typeof approvalFlow>

/** `failed`: approved, but what was asked for could not be carried out any more. */
export const approvalStates = ['open', 'approved', 'refused', 'withdrawn', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** What the history holds. `widened`: administrators joined, as others were missing or late. */
export const approvalActs = [
  'asked',
  'approved',
  'refused',
  'delegated',
  'widened',
  'reminded',
  'withdrawn',
  'expired',
  'failed',
] as const
export type ApprovalAct = (typeof approvalActs)[number]

/** A field that conditions of a kind may compare. */
export type ApprovalField = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number'
  /** Its values, if there are few. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

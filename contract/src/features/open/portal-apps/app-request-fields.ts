import * as z from 'zod/mini'
import { multilineText, optionalMultilineText } from '../../../kernel/fields.ts'
import { moment, person, version } from '../../../kernel/listing.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'

/** `revoked`: approved, and taken back later. */
export const appRequestStates = ['open', 'approved', 'rejected', 'withdrawn', 'revoked'] as const
export type AppRequestState = (typeof appRequestStates)[number]
const maxReason = 200

export const appRequestWrite = z.object({
  reason: multilineText(maxReason, '请填写申请原因'),
  /** When the access is to end; null for no end. */
  until: optionalMomentInput,
})
export type AppRequestWrite = z.output<typeof appRequestWrite>
export const appRequestApproval = z.object({
  reason: optionalMultilineText(maxReason),
  /** Replaces the end that the applicant asked for. */
  until: optionalMomentInput,
  version,
})
export const appRequestRefusal = z.object({ reason: multilineText(maxReason, '请填写原因'), version })

export const appRequestRow = z.object({
  id: z.string(),
  app: z.object({ id: z.string(), name: z.string() }),
  user: z.extend(person, { account: z.string() }),
  reason: z.string(),
  until: z.nullable(moment),
  state: z.enum(appRequestStates),
  decideReason: z.string(),
  createTime: moment,
  decideTime: z.nullable(moment),
  decideBy: z.nullable(person),
  version: z.int(),
})
export type AppRequestRow = z.output<typeof appRequestRow>

/** An application of the caller's company that is not shown to them, and that they may ask for. */
export const requestableApp = z.object({
  id: z.string(),
  name: z.string(),
  desc: z.string(),
  /** Address of its picture; empty without one. */
  logo: z.string(),
  category: z.string(),
  company: z.string(),
  /** The caller's latest request; null without one, and once a decision on it no longer matters. */
  request: z.nullable(
    z.object({
      id: z.string(),
      state: z.enum(['open', 'rejected', 'revoked']),
      decideReason: z.string(),
      createTime: moment,
    }),
  ),
})
export type RequestableApp = z.output<typeof requestableApp>

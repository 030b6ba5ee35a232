import * as z from 'zod/mini'

/** Every kind of quota a plan can set, and the field that sets it: people, SMS a day, megabytes of pictures (wire §8). */
export const quotaFields = { users: 'mostUsers', sms: 'mostSms', storage: 'mostStorage' } as const
export type QuotaKind = keyof typeof quotaFields
export type QuotaField = (typeof quotaFields)[QuotaKind]
/** What each field allows; null: no limit, or on a tenant what its plan says. */
export type Quotas = Record<QuotaField, number | null>
export const quotaKinds = Object.keys(quotaFields) as QuotaKind[]

const wrongNumber = '请输入 1 到 1000000 之间的整数，或留空'
const mostOf = z._default(
  z.nullable(z.int(wrongNumber).check(z.gte(1, wrongNumber), z.lte(1_000_000, wrongNumber))),
  null,
)
const inEachField = <T>(value: (field: QuotaField) => T) =>
  Object.fromEntries(quotaKinds.map((kind) => [quotaFields[kind], value(quotaFields[kind])])) as Record<QuotaField, T>

/** The fields as they are written. */
export const quotasWritten = inEachField(() => mostOf)
/** The fields as they are shown. */
export const quotasShown = inEachField(() => z.nullable(z.int()))
/** How much is used of each kind; of storage, megabytes with two decimals. */
export const usage = Object.fromEntries(quotaKinds.map((kind) => [kind, z.number()])) as Record<
  QuotaKind,
  z.ZodMiniNumber
>
/** From this share of a quota on it is nearly used up. */
export const nearShare = 0.8
/** Takes the quotas out of what has more fields. */
export const quotasOf = (of: Quotas): Quotas => inEachField((field) => of[field])

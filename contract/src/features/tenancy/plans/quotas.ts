import * as z from 'zod/mini'

/** The kinds of quotas and their fields: users, SMS a day, megabytes of files. */
export const quotaFields = { users: 'mostUsers', sms: 'mostSms', storage: 'mostStorage' } as const
export type QuotaKind = keyof typeof quotaFields
export type QuotaField = (typeof quotaFields)[QuotaKind]
/** Limits; null: unlimited, or on a tenant the plan's. */
export type Quotas = Record<QuotaField, number | null>
export const quotaKinds = Object.keys(quotaFields) as QuotaKind[]

const wrongNumber = '请输入 1 到 1000000 之间的整数，或留空'
const quotaLimit = z._default(
  z.nullable(z.int(wrongNumber).check(z.gte(1, wrongNumber), z.lte(1_000_000, wrongNumber))),
  null,
)
const mapQuotaFields = <T>(value: (field: QuotaField) => T) =>
  Object.fromEntries(quotaKinds.map((kind) => [quotaFields[kind], value(quotaFields[kind])])) as Record<QuotaField, T>

/** Fields of a request. */
export const quotasWritten = mapQuotaFields(() => quotaLimit)
/** Fields of a reply. */
export const quotasShown = mapQuotaFields(() => z.nullable(z.int()))
/** Usage of each kind; storage in megabytes with two decimals. */
export const usage = Object.fromEntries(quotaKinds.map((kind) => [kind, z.number()])) as Record<
  QuotaKind,
  z.ZodMiniNumber
>
/** Share of a quota from which on it counts as nearly used up. */
export const nearShare = 0.8
/** Picks the quota fields of an object. */
export const pickQuotas = (of: Quotas): Quotas => mapQuotaFields((field) => of[field])

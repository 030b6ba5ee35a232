import * as z from 'zod/mini'
import { quotasShown } from '../plans/quotas.ts'

const days = z.array(
  z.object({
    /** `yyyy-MM-dd`. */
    day: z.string(),
    users: z.int(),
    /** The most that was counted on that day. */
    sms: z.int(),
    /** Megabytes with two decimals. */
    storage: z.number(),
  }),
)
/** Usage of a tenant by day of the platform's time zone, oldest first; days without a count are left out. */
export const tenantUsage = z.object({ days })
export type UsageDay = z.output<typeof tenantUsage>['days'][number]
/** How many days are shown. */
export const usageDays = 365

/** Usage of the tenants that are on a plan now, together, also from the time before they were on it. */
export const planUsage = z.object({
  tenants: z.int(),
  /** Sums of the tenants' limits; null: one of them is unlimited, or there is no tenant. */
  ...quotasShown,
  /** Of a plan with many tenants only the last counted day of each month is read. */
  by: z.enum(['day', 'month']),
  days,
})
export type PlanUsage = z.output<typeof planUsage>

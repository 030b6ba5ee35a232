import * as z from 'zod/mini'

/** Usage of a tenant by day of the platform's time zone, oldest first; days without a count are left out. */
export const tenantUsage = z.object({
  days: z.array(
    z.object({
      /** `yyyy-MM-dd`. */
      day: z.string(),
      users: z.int(),
      /** The most that was counted on that day. */
      sms: z.int(),
      /** Megabytes with two decimals. */
      storage: z.number(),
    }),
  ),
})
export type UsageDay = z.output<typeof tenantUsage>['days'][number]
/** How many days are shown. */
export const usageDays = 365

import * as z from 'zod/mini'
import { moment } from '../../../kernel/listing.ts'
import { gateSteps } from './gate-steps.ts'

/** How far statistics of calls look back: 24 hours, 7 days, 30 days. */
export const callRanges = ['day', 'week', 'month'] as const
export type CallRange = (typeof callRanges)[number]

const counts = { calls: z.int(), errors: z.int(), refusals: z.int() }
/** Half and 95 % of the admitted calls took at most a given number of milliseconds, to a tenth; null without any. */
const durations = { p50: z.nullable(z.number()), p95: z.nullable(z.number()) }

export const callStatQuery = z.object({ range: z._default(z.enum(callRanges, '请选择时间范围'), 'day') })
export const callStat = z.object({
  ...counts,
  ...durations,
  /** The sums of an hour each; of a day in the platform's zone for a month. The last one is not over. */
  points: z.array(z.object({ time: moment, ...counts })),
  /** Refused calls by the step of the gate, most first. */
  steps: z.array(z.object({ step: z.enum(gateSteps), calls: z.int() })),
  /**
   * The parts with the most calls: APIs of an application, applications of a company, companies that call an API. The id
   * is null for calls that were refused before their API was known.
   */
  parts: z.array(z.object({ id: z.nullable(z.string()), name: z.string(), ...counts, ...durations })),
})
export type CallStat = z.output<typeof callStat>
/** Parts that statistics name. */
export const maxStatParts = 20

/** Calls of an application by day of the platform's time zone, oldest first, from the first day with calls on. */
export const callDays = z.object({
  days: z.array(
    z.object({
      /** `yyyy-MM-dd`. */
      day: z.string(),
      /** What counts towards the daily limit: calls that were not refused. */
      used: z.int(),
      errors: z.int(),
      refusals: z.int(),
    }),
  ),
})
export type CallDay = z.output<typeof callDays>['days'][number]
/** How many days are shown. */
export const callDaysShown = 365

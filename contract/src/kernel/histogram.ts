import * as z from 'zod/mini'
import { moment } from './listing.ts'

/** Maximum buckets of a histogram. */
export const maxBuckets = 120

const bucket = z.object({
  from: moment,
  success: z.int(),
  /** Refused by a rule: for lack of a permission, a wrong password, an input that is not allowed. */
  refused: z.int(),
  /** Failed on the server. */
  failed: z.int(),
})

/** Rows of a log over time. A log's histogram takes the filters of its list, and counts the rows that the list shows. */
export const histogramReply = z.object({
  /** Length of a bucket. Days are as long as the reader's zone makes them; the first and last bucket may be shorter. */
  seconds: z.int(),
  /** End of the last bucket, exclusive; null without any bucket. */
  before: z.nullable(moment),
  /** Earlier rows were not counted; null if all were. */
  since: z.nullable(moment),
  /** From the first to the last row of the log in the time range, empty ones among them, oldest first. */
  buckets: z.array(bucket),
})
export type Histogram = z.output<typeof histogramReply>
export type Bucket = z.output<typeof bucket>

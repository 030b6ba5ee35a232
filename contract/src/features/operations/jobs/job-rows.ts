import * as z from 'zod/mini'
import { runEvents, runFileKinds, runKinds, runStates } from '../../../kernel/job-states.ts'
import { listQuery, moment, person, timeRange } from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'

export const jobRow = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  title: productSentence(),
  state: z.enum(runStates),
  /** Rows of its work; null until they are known. */
  total: z.nullable(z.int()),
  done: z.int(),
  ok: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** From 0 to 1. */
  progress: z.number(),
  /** Rows per second since it last started; null unless it runs and has moved. */
  speed: z.nullable(z.number()),
  secondsLeft: z.nullable(z.int()),
  /** Who asked for it; null: the system. */
  by: z.nullable(person),
  /** Changes nothing: its rows pass or are refused. */
  trial: z.boolean(),
  /** Whether that is the caller. */
  mine: z.boolean(),
  createTime: moment,
  startTime: z.nullable(moment),
  endTime: z.nullable(moment),
  /** Why it has failed, for people; empty otherwise. */
  problem: productSentence(),
  /** Whether what it has done can be taken back. */
  undoable: z.boolean(),
  files: z.array(z.enum(runFileKinds)),
})
export type JobRow = z.output<typeof jobRow>

const logLine = z.object({
  time: moment,
  event: z.enum(runEvents),
  line: productSentence(),
  by: z.nullable(person),
})
export type JobLogLine = z.output<typeof logLine>

export const jobDetails = z.extend(jobRow, {
  /** The run that it takes back, or that has taken it back. */
  undoOf: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  /** Newest first, at most two hundred. */
  log: z.array(logLine),
})
export type JobDetails = z.output<typeof jobDetails>

export const jobsQuery = listQuery({
  sortable: ['createTime', 'title'],
  filters: {
    kind: z.enum(runKinds),
    state: z.enum(runStates),
    mine: z.enum(['1']),
    createTime: timeRange,
  },
})
export type JobsQuery = z.output<typeof jobsQuery>

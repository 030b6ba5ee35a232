import * as z from 'zod/mini'
import { defineTopic } from './event-stream.ts'

/** A run that a person asked for has moved; to their company, at most once a second for each run. */
export const runProgressed = defineTopic('job', z.object({ id: z.string() }))
/** A run of the receiver has changed its state. */
export const ownRunChanged = defineTopic('own-job', z.object({ id: z.string(), state: z.string() }))

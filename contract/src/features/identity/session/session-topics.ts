import * as z from 'zod/mini'
import { defineTopic } from '../../../kernel/event-stream.ts'

/** The caller's grants may have changed; the stamp is that of `grants`. */
export const grantsChanged = defineTopic('grants', z.object({ stamp: z.string() }))
/** The session has ended, and the stream ends with it. */
export const sessionEnded = defineTopic('session-end', z.object({}))

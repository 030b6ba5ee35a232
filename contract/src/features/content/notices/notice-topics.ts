import * as z from 'zod/mini'
import { defineTopic } from '../../../kernel/event-stream.ts'

/** The module of all calls about notices. */
export const noticesModule = 'sysNews'
/** Notices of the audience have changed; who each reaches is asked again. */
export const noticesChanged = defineTopic('news', z.object({}))

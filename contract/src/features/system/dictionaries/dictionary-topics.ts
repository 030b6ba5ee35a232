import * as z from 'zod/mini'
import { defineTopic } from '../../../kernel/event-stream.ts'

/** The module of all calls about dictionaries. */
export const dictionariesModule = 'sysDicts'
/** Items have changed for the audience. */
export const dictionariesChanged = defineTopic('dictionaries', z.object({}))

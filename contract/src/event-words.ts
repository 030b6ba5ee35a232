import { words as wordsOfFeatures } from './features.gen.ts'

/** Display names of modules, by code, and of audit events. Browsers load them without the contracts beside them. */
const words: ReadonlyMap<string, string> = new Map(Object.entries(wordsOfFeatures))

/** Display name of an audit event. Portal events share the names of the console's. */
export const eventName = (event: string): string => words.get(event) ?? '其他操作'

/** Display name of the module an event belongs to. */
export const moduleName = (module: string): string => words.get(module) ?? '其他'

/** Filter options of modules. */
export const moduleOptions = [...words].flatMap(([value, label]) => (value.includes('.') ? [] : [{ value, label }]))

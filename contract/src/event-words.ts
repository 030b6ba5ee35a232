import { words } from './features.gen.ts'
import { createEventNames } from './kernel/event-names.ts'

/** Display names of modules and audit events. Browsers load them without the contracts beside them. */
export const { eventName, moduleName } = createEventNames(words)

/** Filter options of modules. */
export const moduleOptions = Object.entries(words).flatMap(([value, label]) =>
  value.includes('.') ? [] : [{ value, label }],
)

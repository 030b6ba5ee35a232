import { words as ownWords } from './features.gen.ts'
import { installedWords } from './installed-modules.ts'
import { createEventNames } from './kernel/event-names.ts'

const words = { ...ownWords, ...installedWords }

/** Display names of modules and audit events. Browsers load them without the contracts beside them. */
export const { eventName, moduleName } = createEventNames(words)

/** Filter options of modules. */
export const moduleOptions = Object.entries(words).flatMap(([value, label]) =>
  value.includes('.') ? [] : [{ value, label }],
)

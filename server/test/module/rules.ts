import { access } from './access-faults.ts'
import { audit } from './audit-faults.ts'
import { isolation } from './isolation-faults.ts'
import { leaks, people } from './people-faults.ts'
import { queries } from './query-faults.ts'
import { bounds, inputs } from './request-faults.ts'
import { columns, tables } from './table-faults.ts'

/** The product's rules for modules, in the order in which they are tried. */
export const rules = { tables, columns, access, isolation, people, leaks, bounds, audit, inputs, queries }

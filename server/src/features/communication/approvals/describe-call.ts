import { changesBetween, type FieldChange } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { type HeldCall, type HeldKind, valuesOf } from './held-calls.ts'

type Described = { input: { label: string; value: string }[]; changes: FieldChange[] }
/** What those who decide on a call see of it: its declared fields, and the fields of the row that its trial has changed. */
export const describeCall = (
  { entityOf, fieldWords }: Catalogue,
  { endpoint: { approval, audit } }: HeldKind,
  call: HeldCall,
): Described => {
  const entity = 'event' in audit ? entityOf(audit.event) : ''
  return {
    input: Object.entries(valuesOf(approval, call)).map(([name, value]) => ({
      label: approval.fields[name]?.label ?? name,
      value: value === null ? '' : String(value),
    })),
    changes: changesBetween(call.noted?.before, call.noted?.after, false, (field) => fieldWords(entity, field)),
  }
}

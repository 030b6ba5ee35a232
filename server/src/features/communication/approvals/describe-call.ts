import type { ShownChange } from '@atrium/contract/kernel/field-change.ts'
import type { AuditNote } from '../../../kernel/scope.ts'
import { type HeldCall, type HeldKind, valuesOf } from './held-calls.ts'

/** Fields that differ between a row before and after what an event says, with what they are called. */
export type DescribeChanges = (event: string, row: Pick<AuditNote, 'before' | 'after'>) => ShownChange[]
type Described = { input: { label: string; value: string }[]; changes: ShownChange[] }

/** What those who decide on a call see of it: its declared fields, and the fields of the row that its trial has changed. */
export const describeCall = (
  { endpoint: { approval, audit } }: HeldKind,
  call: HeldCall,
  describeChanges: DescribeChanges,
): Described => ({
  input: Object.entries(valuesOf(approval, call)).map(([name, value]) => ({
    label: approval.fields[name]?.label ?? name,
    value: value === null ? '' : String(value),
  })),
  changes: 'event' in audit ? describeChanges(audit.event, call.noted ?? {}) : [],
})

import type { ShownChange } from '@atrium/contract/kernel/field-change.ts'
import type { AuditNote } from '../../../kernel/scope.ts'
import { type HeldCall, type HeldKind, valuesOf } from './held-calls.ts'

/** Fields that differ between a row before and after what an event says, with what they are called. */
export type DescribeChanges = (event: string, row: Pick<AuditNote, 'before' | 'after'>) => ShownChange[]
type Described = { input: { label: string; value: string }[]; changes: ShownChange[] }

/** The ids of users that approvers see the names of. */
export const usersIn = ({ endpoint: { approval } }: HeldKind, call: HeldCall): string[] =>
  Object.entries(valuesOf(approval, call)).flatMap(([name, value]) =>
    approval.fields[name]?.kind === 'user' && value !== null ? [String(value)] : [],
  )

/** What those who decide on a call see of it: its declared fields, and the fields of the row that its trial has changed. */
export const describeCall = (
  { endpoint: { approval, audit } }: HeldKind,
  call: HeldCall,
  names: ReadonlyMap<string, string>,
  describeChanges: DescribeChanges,
): Described => ({
  input: Object.entries(valuesOf(approval, call)).map(([name, value]) => {
    const { label = name, kind } = approval.fields[name] ?? {}
    const text = value === null ? '' : String(value)
    return { label, value: kind === 'user' ? (names.get(text) ?? '') : text }
  }),
  changes: 'event' in audit ? describeChanges(audit.event, call.noted ?? {}) : [],
})

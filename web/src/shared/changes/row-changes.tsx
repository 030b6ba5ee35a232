import { eventName } from '@atrium/contract/event-words.ts'
import { valueText } from '@atrium/contract/features/audit/operation-logs/row-changes.ts'
import type { ShownChange } from '@atrium/contract/kernel/field-change.ts'
import { t } from '../../ui/texts.ts'
import { formatMoment } from '../../ui/time.tsx'
import './row-changes.css'

const words = { timeText: formatMoment, eventName: (event: string) => t(eventName(event)) }

const Sides = ({ field, from, to, choices: named }: ShownChange) => {
  const choices = named && Object.fromEntries(Object.entries(named).map(([code, word]) => [code, t(word)]))
  const [old, now] = [valueText(field, from, words, choices), valueText(field, to, words, choices)]
  // A replaced secret, or a new field without a former value.
  if (old === now) return <ins>{now}</ins>
  return (
    <>
      {from !== undefined && <del>{old}</del>}
      {to !== undefined && <ins>{now}</ins>}
    </>
  )
}

/** Changed fields with labels: the former value struck out, the new one marked. */
export const RowChanges = ({ diff }: { diff: readonly ShownChange[] }) => (
  <dl className="row-changes">
    {diff.map((change) => (
      <div key={change.field}>
        <dt>{t(change.label)}</dt>
        <dd>
          <Sides {...change} />
        </dd>
      </div>
    ))}
  </dl>
)

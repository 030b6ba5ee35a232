import type { OperationLogRow } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { valueText } from '@atrium/contract/features/operation-logs/row-changes.ts'
import { formatMoment } from '../../ui/time.tsx'
import './operation-logs.css'

type Change = OperationLogRow['diff'][number]

const Sides = ({ field, from, to }: Change) => {
  const [old, now] = [valueText(field, from, formatMoment), valueText(field, to, formatMoment)]
  // A secret says that it was replaced, and nothing else; a new field has no former value to strike out.
  if (old === now) return <ins>{now}</ins>
  return (
    <>
      {from !== undefined && <del>{old}</del>}
      {to !== undefined && <ins>{now}</ins>}
    </>
  )
}

/** What an operation changed: each field by its label, the former value struck out, the new one marked. */
export const RowChanges = ({ diff }: Pick<OperationLogRow, 'diff'>) => (
  <dl className="row-changes">
    {diff.map((change) => (
      <div key={change.field}>
        <dt>{change.label}</dt>
        <dd>
          <Sides {...change} />
        </dd>
      </div>
    ))}
  </dl>
)

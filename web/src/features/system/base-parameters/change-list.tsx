import { LineDiff } from '../../../ui/line-diff.tsx'
import type { FieldChange } from './version-changes.ts'

/** Changed fields with their differences. */
export const ChangeList = ({ changes }: { changes: readonly FieldChange[] }) => (
  <dl className="parameter-changes">
    {changes.map(({ label, before, after }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <LineDiff before={before} after={after} />
        </dd>
      </div>
    ))}
  </dl>
)

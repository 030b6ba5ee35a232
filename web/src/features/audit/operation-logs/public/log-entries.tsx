import { eventName } from '@atrium/contract/event-words.ts'
import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { RowChanges } from '../../../../shared/changes/row-changes.tsx'
import { agentName } from '../../../../ui/agent-name.ts'
import { placeText } from '../../../../ui/origin-text.tsx'
import { t } from '../../../../ui/texts.ts'
import { Time } from '../../../../ui/time.tsx'
import { PersonAvatar } from '../../../people/users/public/person-avatar.tsx'
import { actorText } from '../actor-text.ts'
import { OperationResult } from '../operation-result.tsx'
import '../log-entries.css'

const Entry = ({ row, namesObject }: { row: OperationLogRow; namesObject: boolean }) => (
  <li className={row.ok ? 'log-entry' : 'log-entry log-entry-failed'}>
    {row.actor && (
      <span className="log-entry-face">
        <PersonAvatar id={row.actor.id} name={row.actor.name} />
      </span>
    )}
    <div className="log-entry-head">
      <strong>{t(eventName(row.action))}</strong>
      {namesObject && row.entityName && <span>{row.entityName}</span>}
      <OperationResult {...row} />
      {row.reason && <span>{row.reason}</span>}
    </div>
    <div className="log-entry-origin">
      <Time at={row.time} />
      {[actorText(row.actor), placeText(row), row.agent && agentName(row.agent)]
        .filter(Boolean)
        .map((part) => ` · ${part}`)
        .join('')}
    </div>
    {row.diff.length > 0 && <RowChanges diff={row.diff} />}
  </li>
)

type LogEntriesProps = {
  rows: readonly OperationLogRow[]
  /** Whether rows of several entities are shown, so that each is named. */
  namesObject?: boolean
}

/** Log rows with their changes. */
export const LogEntries = ({ rows, namesObject = false }: LogEntriesProps) => (
  <ol className="log-entries">
    {rows.map((row) => (
      <Entry key={row.id} row={row} namesObject={namesObject} />
    ))}
  </ol>
)

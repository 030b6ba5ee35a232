import { t } from '../../../ui/texts.ts'
import type { Entry, Group } from './api-document.ts'

type Props = {
  groups: readonly Group[]
  /** All groups are open: few, or those that a search has found. */
  isOpen: boolean
  chosen: string | undefined
  onChoose: (entry: Entry) => void
}

/** Operations by group. */
export const OperationList = ({ groups, isOpen, chosen, onChoose }: Props) => (
  <nav className="api-list" aria-label={t('接口', { context: 'plural' })}>
    {groups.map(({ name, title, entries }) => (
      <details
        key={`${name} ${isOpen}`}
        open={isOpen || entries.some(({ operation }) => operation.operationId === chosen)}
      >
        <summary>
          <span>
            {title} <span className="api-count">{entries.length}</span>
          </span>
        </summary>
        <ul>
          {entries.map((entry) => (
            <li key={entry.operation.operationId}>
              <button
                type="button"
                aria-current={entry.operation.operationId === chosen}
                onClick={() => onChoose(entry)}
              >
                <span className={`api-method api-method-${entry.method.toLowerCase()}`}>{entry.method}</span>
                <span className={entry.operation.deprecated ? 'api-name api-name-deprecated' : 'api-name'}>
                  {entry.operation.summary}
                </span>
                <span className="api-path">{entry.path}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    ))}
  </nav>
)

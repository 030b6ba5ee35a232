import { t } from '../../../ui/texts.ts'
import type { Entry, Group } from './api-document.ts'

const shownOfGroup = 3

type Props = { groups: readonly Group[]; onChoose: (entry: Entry) => void; onOpen: (group: Group) => void }

/** What there is, group by group, before anything is chosen. */
export const GroupCards = ({ groups, onChoose, onOpen }: Props) => {
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <section className="api-groups" aria-label={t('全部接口')}>
      <h3>
        {t('全部接口')}{' '}
        <span className="api-count">{t('{groups} 组，{total} 个', { groups: groups.length, total })}</span>
      </h3>
      <ul className="api-cards">
        {groups.map((group) => (
          <li key={group.name}>
            <button type="button" className="api-card-head" onClick={() => onOpen(group)}>
              {group.title} <span className="api-count">{group.entries.length}</span>
            </button>
            {group.entries.slice(0, shownOfGroup).map((entry) => (
              <button
                key={entry.operation.operationId}
                type="button"
                className="api-card-entry"
                title={`${entry.method} ${entry.path}`}
                onClick={() => onChoose(entry)}
              >
                <span className={`api-method api-method-${entry.method.toLowerCase()}`}>{entry.method}</span>
                <span className="api-card-name">{entry.operation.summary}</span>
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

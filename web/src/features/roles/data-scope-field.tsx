import { dataScopes } from '@atrium/contract/features/roles/data-rules.ts'
import { useId } from 'react'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { scopeNames, scopeSentences } from './role-words.ts'

const later = '组织管理启用后可选。'

/** Whose rows the wearers of a role see. */
export const DataScopeField = ({ fixed }: { fixed: string | undefined }) => {
  const draft = useGrantDraft()
  const chosen = useDraftValue(chosenOr('dataScope'))
  const name = useId()
  return (
    <fieldset className="grant-scopes">
      <legend className="visually-hidden">数据范围</legend>
      {dataScopes.map((scope) => {
        const isLater = scope === 'custom' && chosen !== scope
        return (
          <label key={scope} className="grant-scope" title={fixed}>
            <input
              type="radio"
              name={name}
              checked={chosen === scope}
              disabled={isLater || fixed !== undefined}
              onChange={() => draft.getState().choose({ dataScope: scope })}
            />
            <span>
              <span className="grant-scope-name">{scopeNames[scope]}</span>
              <span className="grant-quiet">{isLater ? later : scopeSentences[scope]}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

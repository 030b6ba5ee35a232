import { dataScopes } from '@atrium/contract/features/roles/data-rules.ts'
import { useId } from 'react'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { scopeNames, scopeSentences } from './role-words.ts'
import { ScopeOrganizations } from './scope-organizations.tsx'

/** Whose rows the wearers of a role see. */
export const DataScopeField = ({ fixed }: { fixed: string | undefined }) => {
  const draft = useGrantDraft()
  const chosen = useDraftValue(chosenOr('dataScope'))
  const name = useId()
  return (
    <>
      <fieldset className="grant-scopes">
        <legend className="visually-hidden">数据范围</legend>
        {dataScopes.map((scope) => (
          <label key={scope} className="grant-scope" title={fixed}>
            <input
              type="radio"
              name={name}
              checked={chosen === scope}
              disabled={fixed !== undefined}
              onChange={() => draft.getState().choose({ dataScope: scope })}
            />
            <span>
              <span className="grant-scope-name">{scopeNames[scope]}</span>
              <span className="grant-quiet">{scopeSentences[scope]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen === 'custom' && <ScopeOrganizations fixed={fixed} />}
    </>
  )
}

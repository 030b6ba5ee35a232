import { dataScopes } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../ui/texts.ts'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { scopeDescriptions } from './role-words.ts'
import { ScopeOrganizations } from './scope-organizations.tsx'

/** Rows visible to assignees of the role. */
export const DataScopeField = ({ readOnlyReason }: { readOnlyReason: string | undefined }) => {
  const draft = useGrantDraft()
  const chosen = useDraftValue(chosenOr('dataScope'))
  const { dataScope: stored, grantableScopes } = useDraftValue((now) => now.stored)
  const name = useId()
  // Who cannot grant the present scope cannot replace it either.
  const isGrantable = (scope: typeof chosen) => grantableScopes.includes(stored) && grantableScopes.includes(scope)
  return (
    <>
      <div role="radiogroup" aria-label={t('数据范围')} className="grants-scopes">
        {dataScopes.map((scope) => {
          const isLocked = readOnlyReason === undefined && !isGrantable(scope)
          return (
            <label key={scope} title={readOnlyReason ?? scopeDescriptions[scope]}>
              <input
                type="radio"
                name={name}
                checked={chosen === scope}
                disabled={readOnlyReason !== undefined || isLocked}
                onChange={() => draft.getState().choose({ dataScope: scope })}
              />
              <span>{t(scopeNames[scope])}</span>
              {isLocked && (
                <span className="grant-lock">
                  <Lock size={12} aria-hidden="true" />
                  {t('超出您的可授予范围')}
                </span>
              )}
            </label>
          )
        })}
      </div>
      <p className="grant-quiet">{scopeDescriptions[chosen]}</p>
      {chosen === 'custom' && <ScopeOrganizations readOnlyReason={readOnlyReason} />}
    </>
  )
}

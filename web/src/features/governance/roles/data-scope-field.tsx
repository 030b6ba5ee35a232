import { dataScopes } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { scopeDescriptions } from './role-words.ts'
import { ScopeOrganizations } from './scope-organizations.tsx'

const choices = dataScopes.map((value) => ({ value, label: scopeNames[value], hint: scopeDescriptions[value] }))

/** Rows visible to assignees of the role. */
export const DataScopeField = ({ readOnlyReason }: { readOnlyReason: string | undefined }) => {
  const draft = useGrantDraft()
  const chosen = useDraftValue(chosenOr('dataScope'))
  return (
    <>
      <div title={readOnlyReason}>
        <RadioCards
          aria-label="数据范围"
          choices={choices}
          value={chosen}
          onChange={(dataScope) => draft.getState().choose({ dataScope })}
          disabled={readOnlyReason !== undefined}
        />
      </div>
      {chosen === 'custom' && <ScopeOrganizations readOnlyReason={readOnlyReason} />}
    </>
  )
}

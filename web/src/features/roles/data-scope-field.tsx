import { dataScopes } from '@atrium/contract/features/roles/data-rules.ts'
import { scopeNames } from '@atrium/contract/features/roles/role-words.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { scopeSentences } from './role-words.ts'
import { ScopeOrganizations } from './scope-organizations.tsx'

const choices = dataScopes.map((value) => ({ value, label: scopeNames[value], hint: scopeSentences[value] }))

/** Whose rows the wearers of a role see. */
export const DataScopeField = ({ fixed }: { fixed: string | undefined }) => {
  const draft = useGrantDraft()
  const chosen = useDraftValue(chosenOr('dataScope'))
  return (
    <>
      <div title={fixed}>
        <RadioCards
          aria-label="数据范围"
          choices={choices}
          value={chosen}
          onChange={(dataScope) => draft.getState().choose({ dataScope })}
          disabled={fixed !== undefined}
        />
      </div>
      {chosen === 'custom' && <ScopeOrganizations fixed={fixed} />}
    </>
  )
}

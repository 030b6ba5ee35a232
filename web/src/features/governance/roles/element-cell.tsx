import { effectNames } from '@atrium/contract/features/access/registry/restrictable.ts'
import type { GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { Lock } from 'lucide-react'
import { memo, useId } from 'react'
import { riskNames } from '../../../shared/grants/risk-labels.ts'
import { Tag } from '../../../ui/tag.tsx'
import { GrantCheckbox } from './grant-checkbox.tsx'
import { useGrantDraft, useTicked } from './grant-draft.ts'
import { lockDescriptions } from './role-words.ts'

export type GrantedElement = GrantedModule['elems'][number]

type ElementCellProps = {
  elem: GrantedElement
  place: string
  focusable: boolean
  /** Why nothing can be changed. */
  readOnlyReason: string | undefined
}

const apisText = (apis: number) => (apis === 0 ? '不开放接口' : `开放 ${apis} 个接口`)

/** One element of the grid, memoised: it redraws only when its own tick changes. */
export const ElementCell = memo(({ elem, place, focusable, readOnlyReason }: ElementCellProps) => {
  const id = useId()
  const draft = useGrantDraft()
  const ticked = useTicked('elems', elem.id)
  // Read-only cells show the effective state: a role that grants everything stores no ticks.
  const isOn = readOnlyReason === undefined ? ticked || (elem.locked === 'inherited' && elem.checked) : elem.checked
  const reason = readOnlyReason ?? (elem.locked ? lockDescriptions[elem.locked] : undefined)
  const isChanged = elem.locked === null && ticked !== draft.getState().elems.base.has(elem.id)
  const changedText = [elem.risk === 'low' ? '' : riskNames[elem.risk], reason].filter(Boolean).join('，')
  return (
    <td className="grant-cell">
      <label
        htmlFor={id}
        className="grant-element"
        data-changed={isChanged || undefined}
        title={[reason, `${elem.code}，${apisText(elem.apis)}`].filter(Boolean).join('\n')}
      >
        <GrantCheckbox
          id={id}
          state={isOn}
          isReadOnly={reason !== undefined}
          data-place={place}
          tabIndex={focusable ? 0 : -1}
          onToggle={() => draft.getState().tick('elems', [elem.id], !ticked)}
        />
        <span className="grant-element-name">
          {elem.name}
          {changedText && <span className="visually-hidden">{`，${changedText}`}</span>}
        </span>
        {elem.effect && <Tag>{effectNames[elem.effect]}</Tag>}
        {elem.risk !== 'low' && (
          <span className="grant-risk" data-risk={elem.risk} aria-hidden="true">
            {elem.risk === 'high' ? '高' : '中'}
          </span>
        )}
        {readOnlyReason === undefined && reason !== undefined && (
          <Lock size={12} aria-hidden="true" className="grant-lock" />
        )}
      </label>
    </td>
  )
})

import { effectNames } from '@atrium/contract/features/registry/restrictable.ts'
import type { GrantedModule } from '@atrium/contract/features/roles/roles.contract.ts'
import { Lock } from 'lucide-react'
import { memo, useId } from 'react'
import { riskNames } from '../../ui/risk-words.ts'
import { Tag } from '../../ui/tag.tsx'
import { useGrantDraft, useTicked } from './grant-draft.ts'
import { lockSentences } from './role-words.ts'
import { TriBox } from './tri-box.tsx'

export type GrantedElement = GrantedModule['elems'][number]

type ElementCellProps = {
  elem: GrantedElement
  place: string
  focusable: boolean
  /** Why nothing can be changed. */
  fixed: string | undefined
}

const apisText = (apis: number) => (apis === 0 ? '不开放接口' : `开放 ${apis} 个接口`)

/** One element of the grid. It draws itself anew when its own tick changes, and not when another's does. */
export const ElementCell = memo(({ elem, place, focusable, fixed }: ElementCellProps) => {
  const id = useId()
  const draft = useGrantDraft()
  const ticked = useTicked('elems', elem.id)
  // What nobody can change here is shown as it is: an all-powerful role stores no ticks.
  const isOn = fixed === undefined ? ticked || (elem.locked === 'inherited' && elem.checked) : elem.checked
  const reason = fixed ?? (elem.locked ? lockSentences[elem.locked] : undefined)
  const isChanged = elem.locked === null && ticked !== draft.getState().elems.base.has(elem.id)
  const told = [elem.risk === 'low' ? '' : riskNames[elem.risk], reason].filter(Boolean).join('，')
  return (
    <td className="grant-cell">
      <label
        htmlFor={id}
        className="grant-element"
        data-changed={isChanged || undefined}
        title={[reason, `${elem.code}，${apisText(elem.apis)}`].filter(Boolean).join('\n')}
      >
        <TriBox
          id={id}
          state={isOn ? 'true' : 'false'}
          fixed={reason !== undefined}
          data-place={place}
          tabIndex={focusable ? 0 : -1}
          onToggle={() => draft.getState().tick('elems', [elem.id], !ticked)}
        />
        <span className="grant-element-name">
          {elem.name}
          {told && <span className="visually-hidden">{`，${told}`}</span>}
        </span>
        {elem.effect && <Tag>{effectNames[elem.effect]}</Tag>}
        {elem.risk !== 'low' && (
          <span className="grant-risk" data-risk={elem.risk} aria-hidden="true">
            {elem.risk === 'high' ? '高' : '中'}
          </span>
        )}
        {fixed === undefined && reason !== undefined && <Lock size={12} aria-hidden="true" className="grant-lock" />}
      </label>
    </td>
  )
})

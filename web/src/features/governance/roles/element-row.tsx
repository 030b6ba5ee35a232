import type { GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { memo, useId } from 'react'
import { ElementCell, type GrantedElement } from './element-cell.tsx'
import { GrantCheckbox } from './grant-checkbox.tsx'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'
import { isTicked } from './ticks.ts'

type ElementRowProps = {
  module: GrantedModule
  row: number
  /** The cell in the tab order; undefined if it is in another row. */
  cell: number | undefined
  readOnlyReason: string | undefined
}

const isFree = ({ locked }: GrantedElement) => locked === null

/** Elements of one module behind its name, which ticks all of them or none. */
export const ElementRow = memo(({ module: { name, code, elems }, row, cell, readOnlyReason }: ElementRowProps) => {
  const id = useId()
  const draft = useGrantDraft()
  const on = useDraftValue(
    (now) =>
      elems.filter(({ id, checked, locked }) =>
        readOnlyReason === undefined ? (locked === 'inherited' && checked) || isTicked(now.elems, id) : checked,
      ).length,
  )
  const free = elems.filter(isFree).map(({ id }) => id)
  const isAllFree = useDraftValue((now) => free.every((id) => isTicked(now.elems, id)))
  const isReadOnly = readOnlyReason !== undefined || free.length === 0
  return (
    <tr className="grant-row">
      <th scope="row" className="grant-row-head">
        <label htmlFor={id} title={isReadOnly ? readOnlyReason : code}>
          <GrantCheckbox
            id={id}
            state={on > 0 && (on === elems.length || 'mixed')}
            isReadOnly={isReadOnly}
            data-place={`${row}:-1`}
            tabIndex={cell === -1 ? 0 : -1}
            aria-label={`${name}，全选`}
            onToggle={() => draft.getState().tick('elems', free, !isAllFree)}
          />
          <span>{name}</span>
        </label>
        <span className="grant-row-count">{`${on} / ${elems.length}`}</span>
      </th>
      {elems.map((elem, at) => (
        <ElementCell
          key={elem.id}
          elem={elem}
          place={`${row}:${at}`}
          focusable={cell === at}
          readOnlyReason={readOnlyReason}
        />
      ))}
    </tr>
  )
})

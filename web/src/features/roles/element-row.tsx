import type { GrantedModule } from '@atrium/contract/features/roles/roles.contract.ts'
import { memo, useId } from 'react'
import { ElementCell, type GrantedElement } from './element-cell.tsx'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'
import type { TriState } from './menu-grants.ts'
import { isTicked } from './ticks.ts'
import { TriBox } from './tri-box.tsx'

type ElementRowProps = {
  module: GrantedModule
  row: number
  /** Which cell of this row the Tab key finds; undefined when it stands in another row. */
  cell: number | undefined
  fixed: string | undefined
}

const isFree = ({ locked }: GrantedElement) => locked === null

/** The elements of one module behind its name, which ticks all of them or none. */
export const ElementRow = memo(({ module: { name, code, elems }, row, cell, fixed }: ElementRowProps) => {
  const id = useId()
  const draft = useGrantDraft()
  const on = useDraftValue(
    (now) =>
      elems.filter(({ id, checked, locked }) =>
        fixed === undefined ? (locked === 'inherited' && checked) || isTicked(now.elems, id) : checked,
      ).length,
  )
  const free = elems.filter(isFree).map(({ id }) => id)
  const isAllFree = useDraftValue((now) => free.every((id) => isTicked(now.elems, id)))
  const state: TriState = on === 0 ? 'false' : on === elems.length ? 'true' : 'mixed'
  const isFixed = fixed !== undefined || free.length === 0
  return (
    <tr className="grant-row">
      <th scope="row" className="grant-row-head">
        <label htmlFor={id} title={isFixed ? fixed : code}>
          <TriBox
            id={id}
            state={state}
            fixed={isFixed}
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
        <ElementCell key={elem.id} elem={elem} place={`${row}:${at}`} focusable={cell === at} fixed={fixed} />
      ))}
    </tr>
  )
})

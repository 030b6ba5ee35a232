import {
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Drop } from '../../../ui/lazy-tree.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { OrganizationExport } from './organization-export.tsx'
import { AddForm } from './organization-form.tsx'
import { OrganizationTree } from './organization-tree.tsx'
import { lastPlaceIn, useMove } from './use-move.tsx'

const { create } = organizationsContract

/** Parent and sort position for a dropped row. */
const positionOfDrop = async (rows: readonly OrganizationRow[], { target: targetId, zone }: Drop) => {
  const target = rows.find(({ id }) => id === targetId)
  if (!target) return undefined
  if (zone === 'inside') return lastPlaceIn(targetId)
  return { parent: target.parent, sort: target.sort + (zone === 'after' ? 1 : 0) }
}

type MovableTreeProps = Pick<ComponentProps<typeof OrganizationTree>, 'selected' | 'onSelect' | 'children'>

/** The tree with adding and moving by drag and drop. */
export const MovableTree = ({ selected, onSelect, children }: MovableTreeProps) => {
  const [drawer, open] = useOverlay()
  const [card, move] = useMove()
  const drop = async (dropped: Drop, rows: readonly OrganizationRow[]) => {
    const to = await positionOfDrop(rows, dropped)
    if (to) move?.(dropped.dragged, to)
  }
  return (
    <>
      <OrganizationTree
        selected={selected}
        onSelect={onSelect}
        hint={t('新增组织后，可添加成员并按组织划分数据范围。')}
        onDrop={move ? (...dropped) => void drop(...dropped) : undefined}
      >
        {children}
        <Can endpoint={create}>
          <Button
            icon={<Plus aria-hidden size={16} />}
            onClick={() =>
              open((onClosed) => <AddForm parent={selected ?? null} onSaved={onSelect} onClosed={onClosed} />)
            }
          >
            {t('新增')}
          </Button>
        </Can>
        <OrganizationExport />
        <ImportButton entity="organization" contract={organizationsContract} iconOnly />
      </OrganizationTree>
      {drawer}
      {card}
    </>
  )
}

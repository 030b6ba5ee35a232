import {
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { useCan } from '../../../kernel/access/use-can.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Drop } from '../../../ui/lazy-tree.tsx'
import { toast } from '../../../ui/toast.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { affected } from './affected-reads.ts'
import { OrganizationExport } from './organization-export.tsx'
import { AddForm } from './organization-form.tsx'
import { OrganizationTree } from './organization-tree.tsx'
import { useMoveImpact } from './use-move-impact.tsx'
import { loadLevel } from './use-organizations.ts'

const { create, move } = organizationsContract

/** Parent and sort position for a dropped row. */
const positionOfDrop = async (rows: readonly OrganizationRow[], { target: targetId, zone }: Drop) => {
  const target = rows.find(({ id }) => id === targetId)
  if (!target) return undefined
  if (zone !== 'inside') return { parent: target.parent, sort: target.sort + (zone === 'after' ? 1 : 0) }
  const last = (await loadLevel(targetId)).at(-1)
  return { parent: targetId, sort: (last?.sort ?? -1) + 1 }
}

/** Without a form, field errors are shown as a toast. */
const toastFieldErrors = (error: unknown) => {
  if (error instanceof CallError && error.errors) toast.error(error.msg)
}

type MovableTreeProps = Pick<ComponentProps<typeof OrganizationTree>, 'selected' | 'onSelect'>

/** The tree with adding and moving by drag and drop. */
export const MovableTree = ({ selected, onSelect }: MovableTreeProps) => {
  const [drawer, open] = useOverlay()
  const [card, confirms] = useMoveImpact('移动')
  const write = useWrite(move, { confirms, invalidates: affected })
  const mayMove = useCan(move)
  const drop = async (dropped: Drop, rows: readonly OrganizationRow[]) => {
    const body = await positionOfDrop(rows, dropped)
    if (body) await write.mutateAsync({ params: { id: dropped.dragged }, body }).catch(toastFieldErrors)
  }
  return (
    <>
      <OrganizationTree
        selected={selected}
        onSelect={onSelect}
        hint="新增组织后，可添加成员并按组织划分数据范围。"
        onDrop={mayMove ? (...dropped) => void drop(...dropped) : undefined}
      >
        <Can endpoint={create}>
          <Button
            icon={<Plus aria-hidden size={16} />}
            onClick={() =>
              open((onClosed) => <AddForm parent={selected ?? null} onSaved={onSelect} onClosed={onClosed} />)
            }
          >
            新增
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

import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useRef, useState } from 'react'
import { useUnloadGuard } from '../../../kernel/forms/use-unload-guard.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import type { GrantDrafts } from './grant-draft.ts'
import { RolePanel } from './role-panel.tsx'

/** The role panel as a drawer, on narrow screens. */
export const RoleDrawer = ({ row, onClosed }: RowDrawerProps<RoleRow>) => {
  const [open, setOpen] = useState(true)
  const [ask, question] = useConfirm()
  const [drafts] = useState<GrantDrafts>(() => new Map())
  const unsaved = useRef(false)
  useUnloadGuard(() => open && unsaved.current)
  const close = () => {
    if (!unsaved.current) return setOpen(false)
    ask({
      title: '放弃未保存的修改？',
      body: '关闭后，授权修改不会保留。',
      confirm: '放弃修改',
      cancel: '继续编辑',
      danger: true,
      run: () => setOpen(false),
    })
  }
  return (
    <Drawer title={row.name} width={720} open={open} onClose={close} onClosed={onClosed}>
      <RolePanel
        id={row.id}
        drafts={drafts}
        onUnsaved={(isUnsaved) => {
          unsaved.current = isUnsaved
        }}
      />
      {question}
    </Drawer>
  )
}

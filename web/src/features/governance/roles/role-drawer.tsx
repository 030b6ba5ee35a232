import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useState } from 'react'
import { useIsWriting } from '../../../kernel/api/use-write.ts'
import { discardQuestion } from '../../../kernel/forms/discard-question.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import type { GrantDrafts } from './grant-draft.ts'
import { RolePanel } from './role-panel.tsx'

/** The role panel as a drawer, on narrow screens. */
export const RoleDrawer = ({ row, onClosed }: RowDrawerProps<RoleRow>) => {
  const [drafts] = useState<GrantDrafts>(() => new Map())
  const [isDirty, setDirty] = useState(false)
  const busy = useIsWriting(roleGrantsContract.updateGrants)
  const { open, tryClose, question } = useDrawerExit({ busy, isDirty }, discardQuestion(t('授权修改')))
  return (
    <Drawer title={row.name} width={720} open={open} onClose={tryClose} onClosed={onClosed}>
      <RolePanel id={row.id} drafts={drafts} onUnsaved={setDirty} />
      {question}
    </Drawer>
  )
}

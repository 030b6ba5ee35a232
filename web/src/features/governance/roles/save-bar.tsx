import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useState } from 'react'
import { NotConfirmed } from '../../../kernel/api/call-confirmed.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { findNewerVersion } from '../../../kernel/api/newer-version.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import type { Branch } from '../../access/authorization/public/grant-tree/branches.ts'
import { GrantWarnings, NewRisks } from '../../access/authorization/public/grant-tree/grant-warnings.tsx'
import type { TreeViewStore } from '../../access/authorization/public/grant-tree/tree-view.ts'
import { affectedReads } from './affected-reads.ts'
import { chosenOr, countChanges, toGrants, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { ImpactLine } from './impact-line.tsx'
import { ruleProblems } from './rules-field.tsx'
import { useImpactCard } from './use-impact-card.tsx'

type SaveBarProps = {
  role: RoleRow
  /** Undefined until read. */
  branches: readonly Branch[] | undefined
  view: TreeViewStore
  /** Called before a row of the tree is shown. */
  onLocate: () => void
  /** Called when validation fails. */
  onInvalid: () => void
  onSaved: () => void
}

const conflictMessage = t('授权已被他人修改，已更新为最新内容。您的修改仍保留，请核对后再次保存。')
const listMessages = (error: unknown): string[] => {
  if (!(error instanceof CallError)) return []
  return findNewerVersion(error) ? [conflictMessage] : (error.errors ?? []).map(({ msg }) => msg)
}

/** Warnings, the number of changes, undo, and save, which shows the impact first. */
export const SaveBar = ({ role, branches, view, onLocate, onInvalid, onSaved }: SaveBarProps) => {
  const draft = useGrantDraft()
  const changes = useDraftValue(countChanges)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [card, confirms, isRead] = useImpactCard(t('保存“{name}”的授权', { name: role.name }), t('确认保存'))
  const write = useWrite(roleGrantsContract.updateGrants, { confirms, invalidates: affectedReads })
  const busy = write.isPending && !isRead
  const save = async () => {
    const now = draft.getState()
    setProblems([])
    if (ruleProblems(chosenOr('rules')(now)).size > 0) return onInvalid()
    try {
      await write.mutateAsync({ params: { id: role.id }, body: toGrants(now) })
      draft.getState().undo()
      onSaved()
    } catch (error) {
      if (error instanceof NotConfirmed) return
      setProblems(listMessages(error))
    }
  }
  return (
    <section className="save-bar" aria-label={t('保存授权')}>
      {branches && <GrantWarnings store={draft} branches={branches} view={view} onLocate={onLocate} />}
      {problems.length > 0 && (
        <ul role="alert" className="save-bar-problems">
          {problems.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <span role="status">{t('{changes} 项修改', { changes })}</span>
      <div className="save-bar-risks">
        {branches && <NewRisks store={draft} branches={branches} />}
        <ImpactLine roleId={role.id} />
      </div>
      <Button disabled={busy} onClick={() => draft.getState().undo()}>
        {t('还原')}
      </Button>
      <Button look="primary" loading={busy} onClick={() => void save()}>
        {t('保存')}
      </Button>
      {card}
    </section>
  )
}

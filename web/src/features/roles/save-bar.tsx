import { type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { useState } from 'react'
import { NotConfirmed } from '../../kernel/api/call-confirmed.ts'
import { CallError } from '../../kernel/api/call-error.ts'
import { invalidate, useWrite } from '../../kernel/api/use-endpoint.ts'
import { newerVersionIn } from '../../kernel/forms/newer-version.ts'
import { Button } from '../../ui/button.tsx'
import { affected } from './affected-reads.ts'
import { changesIn, chosenOr, grantsOf, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { ruleProblems } from './rules-field.tsx'
import { useImpactCard } from './use-impact-card.tsx'

type SaveBarProps = {
  role: RoleRow
  /** Something has to be mended first. */
  onWrong: () => void
  onSaved: () => void
}

const overtaken = '授权已被他人修改，已换成最新的内容。您的修改还在，请核对后再次保存。'
const sentencesOf = (error: unknown): string[] => {
  if (!(error instanceof CallError)) return []
  return newerVersionIn(error) ? [overtaken] : (error.errors ?? []).map(({ msg }) => msg)
}

/** How much would change, the way back, and saving: it shows first who gains and loses what. */
export const SaveBar = ({ role, onWrong, onSaved }: SaveBarProps) => {
  const draft = useGrantDraft()
  const changes = useDraftValue(changesIn)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [card, confirms, isRead] = useImpactCard(`保存“${role.name}”的授权`, '确认保存')
  const write = useWrite(rolesContract.updateGrants, { confirms, invalidates: affected })
  const busy = write.isPending && !isRead
  const save = async () => {
    const now = draft.getState()
    setProblems([])
    if (ruleProblems(chosenOr('rules')(now)).size > 0) return onWrong()
    try {
      await write.mutateAsync({ params: { id: role.id }, body: grantsOf(now) })
      draft.getState().undo()
      onSaved()
    } catch (error) {
      if (error instanceof NotConfirmed) return
      setProblems(sentencesOf(error))
      if (newerVersionIn(error)) await Promise.all(affected.map(invalidate))
    }
  }
  return (
    <section className="save-bar" aria-label="保存授权">
      {problems.length > 0 && (
        <ul role="alert" className="save-bar-problems">
          {problems.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <span role="status">{`${changes} 项修改`}</span>
      <Button disabled={busy} onClick={() => draft.getState().undo()}>
        还原
      </Button>
      <Button look="primary" loading={busy} onClick={() => void save()}>
        保存
      </Button>
      {card}
    </section>
  )
}

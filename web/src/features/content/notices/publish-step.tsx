import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IssueForm } from './issue-form.tsx'
import { canSubmit } from './notice-states.ts'
import { submitQuestion } from './notice-words.ts'

type PublishStepProps = { id: string; onSaved: (id: string) => void; onClosed: () => void }

/** What follows a saved text: its submission where a review is required, else its publication. */
export const PublishStep = ({ id, onSaved, onClosed }: PublishStepProps) => {
  const notice = useFreshRead(noticesContract.get, { params: { id } }, onClosed)
  const [ask, question] = useConfirm()
  const needsReview = notice !== undefined && canSubmit(notice)
  const begin = useEffectEvent(() => {
    if (!notice) return
    ask({
      ...submitQuestion(notice.title),
      run: async () => {
        await call(approvalsContract.submit, { params: { id }, body: { version: notice.version } })
        onSaved(id)
      },
    })
  })
  useEffect(() => {
    if (needsReview) begin()
  }, [needsReview])
  if (needsReview) return question
  return notice && <IssueForm row={notice} onSaved={onSaved} onClosed={onClosed} />
}

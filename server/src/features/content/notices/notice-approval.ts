import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { ApprovalKind, ApprovalSubject } from '../../communication/approvals/index.ts'
import { decisionsRepository as decisions, waitingNotices } from './decisions.repository.ts'
import { noticesRepository as repository, type StoredNotice } from './notices.repository.ts'

type Submitted = Pick<StoredNotice, 'id' | 'title' | 'writers' | 'type' | 'level'> & { submitBy: Person | null }

/** A submitted notice as its approval knows it: who has written in it does not decide. */
export const toNoticeSubject = (
  companyId: string,
  { id, title, writers, type, level, submitBy }: Submitted,
): ApprovalSubject => ({
  companyId,
  id,
  name: title,
  askedBy: submitBy ?? { id: '', name: '' },
  askerId: submitBy?.id || null,
  excluded: writers,
  values: { type, level },
})

/** Approval of notices. */
export const noticeApproval: ApprovalKind = {
  code: 'notice',
  title: '公告审核',
  permission: 'sysNews:review',
  fields: [
    {
      name: 'type',
      label: '类型',
      kind: 'text',
      options: [
        { value: 'notice', label: '公告' },
        { value: 'news', label: '新闻' },
      ],
    },
    {
      name: 'level',
      label: '重要程度',
      kind: 'text',
      options: [
        { value: 'low', label: '一般' },
        { value: 'mid', label: '重要' },
        { value: 'high', label: '紧急' },
      ],
    },
  ],
  waiting: waitingNotices,
  async find(db, key) {
    const found = await repository.find(db, key)
    return found && toNoticeSubject(key.companyId, found)
  },
  async end(db, key, { state, reason, by }) {
    const found = await repository.findForUpdate(db, key)
    if (found?.state !== 'submitted') return
    if (state === 'withdrawn') await decisions.withdraw(db, key)
    else await decisions.reject(db, key, reason, by)
  },
}

import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { ApprovalKind, ApprovalSubject } from '../../communication/approvals/index.ts'
import { enterprisesRepository as repository, waitingEnterprises } from './enterprises.repository.ts'

type Applied = { id: string; name: string; applyBy: Person | null }

/** An application for recognition as the platform's approval knows it. */
export const toRecognitionSubject = (companyId: string, { id, name, applyBy }: Applied): ApprovalSubject => ({
  companyId,
  id,
  name,
  askedBy: applyBy ?? { id: '', name },
  askerId: null,
  excluded: applyBy?.id ? [applyBy.id] : [],
  values: {},
})

/** Approval of enterprises by the operator. */
export const recognitionApproval: ApprovalKind = {
  code: 'recognition',
  title: '公司认证',
  permission: 'frontUsers:review',
  fields: [],
  waiting: waitingEnterprises,
  async find(db, { companyId, id }) {
    const found = await repository.findRow(db, id)
    return found && toRecognitionSubject(companyId, found)
  },
  async end(db, { id }, { reason, by }) {
    await repository.lockRow(db, id)
    const found = await repository.findRow(db, id)
    if (found?.state === 'review') await repository.decide(db, id, 'rejected', reason, by)
  },
}

import type { ApprovalKind, ApprovalSubject } from '../../communication/approvals/index.ts'
import { visitRequestsRepository as repository, waitingVisits } from './visit-requests.repository.ts'

type Waiting = Pick<
  NonNullable<Awaited<ReturnType<typeof repository.findRow>>>,
  'companyId' | 'id' | 'user' | 'userId' | 'mode' | 'minutes'
>

/** A visit request as its approval knows it. Who asks is no user of the company that decides. */
export const toVisitSubject = ({ companyId, id, user, userId, mode, minutes }: Waiting): ApprovalSubject => ({
  companyId,
  id,
  name: user.name,
  askedBy: { id: userId, name: user.name },
  askerId: null,
  excluded: [userId],
  values: { mode, minutes },
})

/** Approval of visit requests. */
export const visitApproval: ApprovalKind = {
  code: 'visit',
  title: '平台访问',
  permission: 'sysVisits:decide',
  fields: [
    {
      name: 'mode',
      label: '访问方式',
      kind: 'text',
      options: [
        { value: 'view', label: '只读查看' },
        { value: 'manage', label: '代为管理' },
      ],
    },
    { name: 'minutes', label: '有效分钟数', kind: 'number' },
  ],
  waiting: waitingVisits,
  async find(db, { companyId, id }) {
    const found = await repository.findRow(db, companyId, id)
    return found && toVisitSubject(found)
  },
  end: async (db, { companyId, id }, { reason, by }) => void (await repository.end(db, companyId, id, reason, by)),
}

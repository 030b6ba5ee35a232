import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type { ApprovalKind, ApprovalSubject } from '../../communication/approvals/index.ts'
import { accessRequestsRepository as repository, waitingRequests } from './access-requests.repository.ts'

type Requested = NonNullable<Awaited<ReturnType<typeof repository.findSubject>>>

/** An access request as its approval knows it. */
export const toAccessSubject = (
  companyId: string,
  { id, userId, userName, elementName, risk }: Requested,
): ApprovalSubject => ({
  companyId,
  id,
  name: elementName,
  askedBy: { id: userId, name: userName },
  askerId: userId,
  excluded: [userId],
  values: { risk },
})

/** Approval of access requests. */
export const accessApproval: ApprovalKind = {
  code: 'access',
  title: '权限申请',
  permission: 'sysAccessRequests:decide',
  ownRequest: usersErrors.oneself,
  fields: [
    {
      name: 'risk',
      label: '风险',
      kind: 'text',
      options: [
        { value: 'low', label: '低' },
        { value: 'mid', label: '中' },
        { value: 'high', label: '高' },
      ],
    },
  ],
  waiting: waitingRequests,
  async find(db, { companyId, id }) {
    const found = await repository.findSubject(db, companyId, id)
    return found && toAccessSubject(companyId, found)
  },
  end: async (db, { companyId, id }, { reason, by }) => void (await repository.end(db, companyId, id, reason, by)),
}

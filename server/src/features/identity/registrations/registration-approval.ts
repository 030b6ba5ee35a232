import type { ApprovalKind, ApprovalSubject } from '../../communication/approvals/index.ts'
import { invitationsRepository } from './invitations.repository.ts'
import {
  type PendingRegistration,
  registrationsRepository as repository,
  waitingRegistrations,
} from './registrations.repository.ts'

type Registered = Pick<PendingRegistration, 'id' | 'name' | 'account' | 'invited'> & { kind: string }

/** A registration as its approval in a company knows it. Applicants have no account yet. */
export const toRegistrationSubject = (
  companyId: string,
  { id, name, account, kind, invited }: Registered,
): ApprovalSubject => ({
  companyId,
  id,
  name: `${name}（${account}）`,
  askedBy: { id: '', name },
  askerId: null,
  excluded: [],
  values: { kind, invited },
})

/** Approval of registrations. */
export const registrationApproval: ApprovalKind = {
  code: 'registration',
  title: '注册审核',
  permission: 'sysRegistrations:decide',
  fields: [
    {
      name: 'kind',
      label: '类型',
      kind: 'text',
      options: [
        { value: 'person', label: '个人' },
        { value: 'ent', label: '公司' },
      ],
    },
  ],
  waiting: waitingRegistrations,
  async find(db, { companyId, id }) {
    const found = await repository.findSubject(db, companyId, id)
    return found && toRegistrationSubject(companyId, found)
  },
  async end(db, { companyId, id }, { reason, by }) {
    const found = await repository.findForUpdate(db, companyId, id)
    if (found?.state !== 'review') return
    await repository.decide(db, companyId, id, 'rejected', reason, by)
    if (found.invitation !== '') await invitationsRepository.giveBack(db, companyId, found.invitation)
  },
}

import { registrationsErrors } from '@atrium/contract/features/identity/registrations/registrations.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import { users } from '../../people/users/index.ts'
import {
  appointAdministrator,
  assertUserLimit,
  createCompany,
  ensureMembersCompany,
} from '../../tenancy/tenants/index.ts'
import { enterprises } from '../enterprises/index.ts'
import type { Applicant, Firm } from './registrations.repository.ts'

export type AdmissionPorts = Pick<Authorization, 'assignCompanyAdmin'>

/** The applicant is its contact until it names another one. */
const createFirmCompany = async (db: Db, firm: Firm, { name, phone }: Applicant): Promise<string> => {
  const companyId = await createCompany(db, firm.name)
  if (companyId === undefined) throw refusalAt(registrationsErrors.firmTaken, 'ent.name')
  const { creditCode, legal } = firm
  await enterprises.register(db, companyId, { name: firm.name, creditCode, legal, contact: name, phone })
  return companyId
}

/**
 * Creates the applicant's user in the caller's transaction, with platform reach: in the company that invited them, in
 * the registered firm as its administrator, or in the members' company.
 * @throws `accountTaken`, `phoneTaken` and `firmTaken`; the transaction must then roll back.
 */
export const admitApplicant = async (
  { assignCompanyAdmin }: AdmissionPorts,
  db: Db,
  applicant: Applicant,
  invitedTo: string | undefined,
) => {
  const { account, name, phone, passwordHash, firm } = applicant
  const companyId = invitedTo ?? (firm ? await createFirmCompany(db, firm, applicant) : await ensureMembersCompany(db))
  await assertUserLimit(db, companyId)
  const id = newId()
  if (!(await users.addUser(db, { companyId, id, account, name, phone, passwordHash, mustChange: false })))
    throw (await users.findByAccount(db, account))
      ? refusalAt(registrationsErrors.accountTaken, 'account')
      : refusalAt(registrationsErrors.phoneTaken, 'phone')
  if (firm && invitedTo === undefined) {
    await assignCompanyAdmin(db, companyId, id)
    await appointAdministrator(db, companyId, id)
  }
  return { companyId, id, name }
}

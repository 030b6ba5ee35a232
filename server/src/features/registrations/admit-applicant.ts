import { registrationsErrors } from '@atrium/contract/features/registrations/registrations.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { refusalAt } from '../../kernel/scope.ts'
import { makeCompanyAdmin } from '../access/index.ts'
import { appointAdministrator, ensureMembersCompany, foundCompany, refuseFull } from '../companies/index.ts'
import { users } from '../users/index.ts'
import type { Applicant, Firm } from './registrations.repository.ts'

const founded = async (db: Db, { name }: Firm): Promise<string> => {
  const companyId = await foundCompany(db, name)
  if (companyId === undefined) throw refusalAt(registrationsErrors.firmTaken, 'ent.name')
  return companyId
}

/**
 * Makes somebody a user, in the caller's transaction with platform sight: of the company that invited him, of the firm
 * he registered, whose administrator he becomes, or of the members' company. Throws `accountTaken`, `phoneTaken` and
 * `firmTaken`, and then nothing may be kept.
 */
export const letIn = async (db: Db, applicant: Applicant, invitedTo: string | undefined) => {
  const { account, name, phone, passwordHash, firm } = applicant
  const companyId = invitedTo ?? (firm ? await founded(db, firm) : await ensureMembersCompany(db))
  await refuseFull(db, companyId)
  const id = newId()
  if (!(await users.reserve(db, { companyId, id, account, name, phone, passwordHash, mustChange: false })))
    throw (await users.findByAccount(db, account))
      ? refusalAt(registrationsErrors.accountTaken, 'account')
      : refusalAt(registrationsErrors.phoneTaken, 'phone')
  if (firm && invitedTo === undefined) {
    await makeCompanyAdmin(db, companyId, id)
    await appointAdministrator(db, companyId, id)
  }
  return { companyId, id, name }
}

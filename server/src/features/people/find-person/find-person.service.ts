import type { FoundPerson } from '@atrium/contract/features/people/find-person/find-person.contract.ts'
import { restrictionErrors } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { maskedContacts, maskedMail, maskedPhone, maskedText } from '../../../kernel/masked.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertPlatformActor } from '../../tenancy/tenants/index.ts'
import { canReadContacts, users } from '../users/index.ts'
import { findUsersOfPerson } from './find-person.repository.ts'

/** How a contact finds its owner. Accounts begin with a letter, so the shape decides. */
const findBy = (contact: string) => {
  if (contact.includes('@')) return { method: t('邮箱'), find: users.findByMail }
  return /^\d/.test(contact)
    ? { method: t('手机号'), find: users.findByPhone }
    : { method: t('账号'), find: users.findByAccount }
}

/**
 * Finds a person in all companies.
 * @throws `platformOnly`, and `searchRestricted` for contacts the caller may not read
 */
export const findPerson = async (scope: RequestScope, contact: string): Promise<FoundPerson[]> => {
  const { db, actor } = scope
  assertPlatformActor(actor)
  const { method, find } = findBy(contact)
  scope.note({ entityName: maskedContacts(contact), after: { method, people: 0 } })
  if (method !== '账号' && !canReadContacts(actor)) throw new AppError(restrictionErrors.searchRestricted)
  const owner = await find(db, contact)
  if (!owner) return []
  const found = await findUsersOfPerson(db, { companyId: owner.companyId, userId: owner.id })
  scope.note({ after: { method, people: found.length } })
  return found.map((user) => ({
    ...user,
    name: maskedText(user.name),
    phone: maskedPhone(user.phone),
    email: maskedMail(user.email),
  }))
}

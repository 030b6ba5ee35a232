import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { identityLinksContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type AuditSideEffects, type Owner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { linksRepository as links, type NewLink } from './links.repository.ts'
import { signInProvidersRepository as providers } from './sign-in-providers.repository.ts'

type Identity = {
  providerId: string
  link: { providerCompanyId: string; subject: string; name: string } | null
}
const { providerGone, otherCompany, linkedElsewhere, linkedAlready } = identityProvidersErrors

/**
 * Links an identity to an account. A provider of a company serves the people of its tenant alone: it could say of
 * anybody that they are the linked person.
 * @throws `otherCompany`, `linkedElsewhere` and `linkedAlready`
 */
export const addLink = async (db: Db, owner: Owner, link: NewLink): Promise<void> => {
  if (!(await providers.serves(db, link.providerId, owner.companyId))) throw new AppError(otherCompany)
  const present = await links.findOwner(db, link.providerId, link.subjectHash)
  if (present && present.userId !== owner.userId) throw new AppError(linkedElsewhere)
  if (!(await links.insert(db, owner, link)) && !present) throw new AppError(linkedAlready)
}

/**
 * Completes a sign-in by a provider, in the transaction that opens the session: adds the link that was proved from both
 * sides, or notes the use of the present one.
 * @returns side effects for the audit log
 * @throws `providerGone`, and as `addLink` does
 */
export const keepLink = async (
  db: Db,
  owner: Owner,
  { providerId, link }: Identity,
): Promise<AuditSideEffects | undefined> => {
  const provider = await providers.find(db, providerId)
  if (!provider) throw new AppError(providerGone)
  if (link) {
    const subjectHash = Buffer.from(link.subject, 'base64')
    await addLink(db, owner, { ...link, providerId, subjectHash })
  }
  const linked = (await links.ofUser(db, owner)).some((each) => each.providerId === providerId)
  if (!linked) throw new AppError(providerGone)
  await links.touch(db, owner, providerId)
  if (!link) return []
  const user = await users.hold(db, owner)
  const { event } = identityLinksContract.finish.audit
  return [{ event, entityId: owner.userId, entityName: user?.name ?? '', after: { name: provider.name } }]
}

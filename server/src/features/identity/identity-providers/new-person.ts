import { randomBytes } from 'node:crypto'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { account as accountField } from '@atrium/contract/kernel/account.ts'
import { text } from '@atrium/contract/kernel/fields.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId, newToken } from '../../../kernel/ids.ts'
import { hashPassword } from '../../../kernel/password-hash.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { assertUserLimit } from '../../tenancy/tenants/index.ts'
import type { OutsidePerson } from './adapter.ts'
import { takeBeginning } from './clean-person.ts'
import type { SignInProvider } from './sign-in-providers.repository.ts'

const nameField = text(30)
/** An account name like the one at the provider, and one that no one has. */
const accountsFor = ({ claims, mail }: OutsidePerson): string[] => {
  const random = `u${randomBytes(6).toString('hex')}`
  const wanted = [claims.preferred_username, mail.split('@')[0], claims.userid, claims.employee_no]
  const typed = wanted.flatMap((each) => (typeof each === 'string' ? each.replaceAll(/[^A-Za-z0-9_]/g, '_') : []))
  return [...typed.filter((each) => accountField.safeParse(each).success).slice(0, 2), random]
}

/**
 * Whether a provider gives people accounts, and this person one: of its mail domains, if it names any. Takes who has
 * set that up, who must still be allowed to add users.
 */
export const mayJoin = (
  maker: Actor | undefined,
  { createsPeople, mailDomains }: SignInProvider,
  { mail }: OutsidePerson,
): maker is Actor =>
  createsPeople &&
  maker !== undefined &&
  !maker.readOnly &&
  maker.decide(usersContract.create).allowed &&
  (mailDomains.length === 0 || mailDomains.includes(mail.split('@')[1] ?? ''))

/**
 * Creates the user of a person who signs in for the first time, in the caller's transaction with platform reach,
 * without contacts: those belong to the account that has proved them here. Takes the hash of a password that no one
 * knows.
 * @throws `userLimit`
 */
export const createPerson = async (db: Db, companyId: string, person: OutsidePerson, passwordHash: string) => {
  await assertUserLimit(db, companyId)
  const [id, by] = [newId(), { id: '', name: '身份源' }]
  const name = nameField.safeParse(takeBeginning(person.name, 30)).data ?? '未命名'
  for (const account of accountsFor(person)) {
    if (await users.addUser(db, { companyId, id, account, name, passwordHash, mustChange: false, by })) {
      const { event } = usersContract.create.audit
      return {
        owner: { companyId, userId: id, name, account },
        part: { event, entityId: id, entityName: name, after: { account, name } },
      }
    }
  }
  throw new Error('no account name is free')
}
/** Of a password that no one knows. */
export const unknownPasswordHash = () => hashPassword(newToken())

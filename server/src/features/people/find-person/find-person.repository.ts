import type { FoundPerson } from '@atrium/contract/features/people/find-person/find-person.contract.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { isSamePerson } from '../users/index.ts'

/** In the order of `status_of`, with the reason why a user is disabled. */
const standing = sql<FoundPerson['standing']>`case
  when users.deleted_at is not null then 'deleted'
  when users.status <> 1 then 'disabled'
  when users.expire_at <= now() then 'expired'
  when status_of(users) = 2 then 'locked'
  else 'normal' end`
const lastLogin = sql<string | null>`(select max(created_at) from sessions
  where sessions.company_id = users.company_id and sessions.user_id = users.id and parent_id is null)`

/** A person’s users in all companies, the one they sign in with first. Requires platform reach. */
export const findUsersOfPerson = (db: Db, principal: Owner) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where(isSamePerson(principal))
    .select(['users.id', 'users.company_id as companyId', 'companies.name as companyName'])
    .select(['users.account', 'users.name', 'users.phone', 'users.email'])
    .select([standing.as('standing'), lastLogin.as('lastLogin')])
    .select(sql<boolean>`users.principal_id is not null`.as('outside'))
    .select(sql<boolean>`not (companies.platform or companies.members)`.as('customer'))
    .orderBy(sql`users.principal_id is not null`)
    .orderBy(byName('companies.name'))
    .execute()

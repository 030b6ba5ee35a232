import type { Database } from '../../../kernel/db/database.ts'
import { createLimits } from '../../../kernel/limits.ts'
import type { LoginUser } from '../../people/users/index.ts'
import { createSignInGuard } from './sign-in.guard.ts'
import { signInRepository } from './sign-in.repository.ts'

/** Forgets failed sign-ins of an account, from everywhere and from the networks that its user has signed in from. */
export const pardonFailures = async (database: Database, user: LoginUser): Promise<void> => {
  const addresses = await database.read({ reach: 'platform' }, (db) => signInRepository.listAddresses(db, user))
  await createSignInGuard(createLimits(database), () => 1).pardon(user.account, addresses)
}
